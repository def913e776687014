-- Returns what decides which versions an account can see and switch to, and which add-ons it can turn on and off. The
-- transaction's tenant must be the account.
--
-- Arguments: app and account, IDs.
-- Result:    {account: {id, title, externalId}, periodEndsAt, clockAt, changes: read_open_changes, current: {id, sequence, versionId,
--            activatedAt, snapshotDigest, billingPeriod} or
--            null, users, granted: [version ID], addOnSequence, addOnStates: [{id, addOnId, sequence, active, quantity, changedAt,
--            title, fee, userFee, feeUnit, userFeeUnit, annualFee, annualUserFee, priceText, accountBillingPeriod}]};
--            NULL if there is no such account. addOnSequence is that of the last add-on change, or 0. addOnStates has the newest
--            change of each add-on. Times are in Unix milliseconds; granted is sorted.
-- Callers:   resolve_credential, commit_account_change; lib/db/accounts.ts.

CREATE OR REPLACE FUNCTION "read_account_state"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  last_add_on integer;
BEGIN
  SELECT h.sequence INTO last_add_on
    FROM add_on_changes h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  RETURN (
    SELECT json_build_object(
      'account', json_build_object('id', c.id, 'title', c.title, 'externalId', c.external_id),
      'periodEndsAt', unix_ms(c.period_ends_at),
      'clockAt', unix_ms(c.clock_at),
      'changes', read_open_changes(app, account),
      'current', (
        SELECT json_build_object('id', h.id, 'sequence', h.sequence, 'versionId', h.version_id,
          'activatedAt', unix_ms(h.activated_at), 'snapshotDigest', h.snapshot_digest,
          'billingPeriod', h.billing_period)
        FROM activations h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1),
      'users', c.users,
      'granted', (
        SELECT coalesce(json_agg(g.version_id ORDER BY g.version_id), '[]')
        FROM version_grants g WHERE g.app_id = app AND g.account_id = account),
      'addOnSequence', coalesce(last_add_on, 0),
      'addOnStates', CASE WHEN last_add_on IS NULL THEN '[]' ELSE newest_add_on_changes(app, account) END)
    FROM accounts c WHERE c.app_id = app AND c.id = account);
END
$$;

-- The newest change of each add-on of an account. Searches the index once per add-on, so the cost does not grow with the
-- length of the history.
--
-- Arguments: app and account, IDs.
-- Result:    `addOnStates` of read_account_state.
-- Callers:   read_account_state.
CREATE OR REPLACE FUNCTION "newest_add_on_changes"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE newest AS (
      (SELECT h AS row FROM add_on_changes h WHERE h.app_id = app AND h.account_id = account
        ORDER BY h.add_on_id DESC, h.sequence DESC LIMIT 1)
      UNION ALL
      SELECT (
        SELECT h FROM add_on_changes h
        WHERE h.app_id = app AND h.account_id = account AND h.add_on_id < (newest.row).add_on_id
        ORDER BY h.add_on_id DESC, h.sequence DESC LIMIT 1)
      FROM newest WHERE (newest.row).add_on_id IS NOT NULL)
    SELECT coalesce(json_agg(json_build_object('id', h.id, 'addOnId', h.add_on_id, 'sequence', h.sequence,
      'active', h.active, 'quantity', h.quantity, 'changedAt', unix_ms(h.changed_at), 'title', h.title, 'fee', h.fee,
      'userFee', h.user_fee, 'feeUnit', h.fee_unit, 'userFeeUnit', h.user_fee_unit,
      'annualFee', h.annual_fee, 'annualUserFee', h.annual_user_fee, 'priceText', h.price_text,
      'accountBillingPeriod', h.account_billing_period)), '[]')
    FROM newest, LATERAL (SELECT (newest.row).*) AS h WHERE h.add_on_id IS NOT NULL);
END
$$;
