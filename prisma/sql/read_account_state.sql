-- Returns what decides which versions an account can see and switch to, and which add-ons it can turn on and off. The
-- transaction's tenant must be the account.
--
-- Arguments: app and account, IDs.
-- Result:    {account: {id, title, externalId}, periodEndsAt, clockAt, followsAt, changes: [account_change_json of each open one,
--            by ID], current: {id, sequence, kind, versionId, activatedAt, snapshotDigest, billingPeriod, planSince} or
--            null, users,
--            granted: [version ID], hasUsage, historySequence, addOnSequence, and what state of account_history has}; NULL if
--            there is no such account. The last three are those of the newest row of account_history. Times are in Unix
--            milliseconds; granted is sorted.
-- Callers:   resolve_credential, commit_account_change; lib/db/accounts.ts.

CREATE OR REPLACE FUNCTION "read_account_state"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  last account_history;
BEGIN
  SELECT h.* INTO last FROM account_history h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  RETURN (
    SELECT jsonb_build_object(
      'account', json_build_object('id', c.id, 'title', c.title, 'externalId', c.external_id),
      'periodEndsAt', unix_ms(c.period_ends_at),
      'clockAt', unix_ms(c.clock_at),
      'followsAt', (SELECT unix_ms(v.follows_at) FROM current_versions v WHERE v.app_id = app AND v.account_id = account),
      'changes', (
        SELECT coalesce(json_agg(account_change_json(o) ORDER BY o.id), '[]')
        FROM account_changes o WHERE o.app_id = app AND o.account_id = account AND o.outcome IS NULL),
      'current', (
        SELECT json_build_object('id', h.id, 'sequence', h.version_sequence, 'kind', h.kind, 'versionId', h.version_id,
          'activatedAt', unix_ms(h.changed_at), 'snapshotDigest', h.snapshot_digest,
          'billingPeriod', h.billing_period, 'planSince', unix_ms(plan_since(app, account, h.version_sequence)))
        FROM account_history h WHERE h.app_id = app AND h.account_id = account AND h.kind IS NOT NULL
          AND h.version_sequence = last.version_sequence),
      'users', c.users,
      'granted', (
        SELECT coalesce(json_agg(g.version_id ORDER BY g.version_id), '[]')
        FROM version_grants g WHERE g.app_id = app AND g.account_id = account),
      'hasUsage', EXISTS (SELECT FROM account_usage u WHERE u.app_id = app AND u.account_id = account),
      'historySequence', coalesce(last.sequence, 0),
      'addOnSequence', coalesce(last.add_on_sequence, 0)) || coalesce(last.state, '{"addOnStates": []}')
    FROM accounts c WHERE c.app_id = app AND c.id = account);
END
$$;
