-- Begins a version switch: locks the account's row until the end of the transaction and returns the data that the switch
-- is decided on. Sets the transaction's tenant to the account.
--
-- Arguments: app and account, IDs; idempotency_key, the request's Idempotency-Key or NULL.
-- Result:    {now, catalogRevision, accountState, idempotencyRecord: {requestHash, historyId, changed, expiresAt} or
--            null}; NULL if there is no such account. The record may have expired. Times are in Unix milliseconds; now
--            is read after the lock is acquired.
-- Callers:   lib/cache/switch-transaction.ts.

CREATE OR REPLACE FUNCTION "begin_switch"(app text, account text, idempotency_key text) RETURNS json
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  -- FOR UPDATE would also block inserts into tables that reference the account, such as portal_sessions.
  PERFORM 1 FROM accounts a WHERE a.app_id = app AND a.id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN json_build_object(
    'now', unix_ms(clock_timestamp()),
    'catalogRevision', (SELECT a.catalog_revision FROM apps a WHERE a.id = app),
    'accountState', read_account_state(app, account),
    'idempotencyRecord', (
      SELECT json_build_object('requestHash', i.request_hash, 'historyId', i.history_id, 'changed', i.changed,
        'expiresAt', unix_ms(i.expires_at))
      FROM idempotency_records i WHERE i.app_id = app AND i.account_id = account AND i.key = idempotency_key));
END
$$;
