-- Returns what decides which versions an account can see and switch to. The transaction's tenant must be the account.
--
-- Arguments: app and account, IDs.
-- Result:    {account: {id, title}, current: {id, sequence, versionId, activatedAt, snapshotDigest} or null,
--            granted: [version ID]}; NULL if there is no such account. activatedAt is in Unix milliseconds; granted
--            is sorted.
-- Callers:   resolve_credential, switch_version; lib/db/accounts.ts.

CREATE OR REPLACE FUNCTION "read_account_state"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT json_build_object(
      'account', json_build_object('id', c.id, 'title', c.title),
      'current', (
        SELECT json_build_object('id', h.id, 'sequence', h.sequence, 'versionId', h.version_id,
          'activatedAt', unix_ms(h.activated_at), 'snapshotDigest', h.snapshot_digest)
        FROM activations h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1),
      'granted', (
        SELECT coalesce(json_agg(g.version_id ORDER BY g.version_id), '[]')
        FROM version_grants g WHERE g.app_id = app AND g.account_id = account))
    FROM accounts c WHERE c.app_id = app AND c.id = account);
END
$$;
