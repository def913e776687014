-- Commits a change of an account, if the state that it was decided on is still current, and returns the current state
-- otherwise. The events of the change are written by the same statement.
--
-- Arguments: attempt, an object. What is null or left out is NULL.
--              app, account: IDs
--              expected: {sequence, users, catalogRevision, granted: [version ID], hasUsage, periodEndsAt, clockAt, externalId,
--                changes: [[ID, revision] of each open change], replaced: {requestHash, rejection} of the rejection that is
--                stored under the key and replaced, or null}. Without it, the state is only read.
--              request: events.request
--              idempotencyKey: the request's Idempotency-Key
--              snapshots: version_snapshots rows, of which those that exist are skipped
--              entry: a row of account_history without its times; changedAt in state is null of add-ons that it changes
--              waitingChanges: the argument changes of write_account_changes
--              idempotencyRecord: a row of idempotency_records without its times. It expires after 24 hours.
--              recordTime: the time to record in Unix milliseconds. Without it, the clock of the database.
--              timeoutMs: how long to wait for the account's row
--              quiet: whether the caller notifies the other servers after the commit (publish_notices). Otherwise triggers do.
--            Rows have snake_case keys. Their app_id and account_id are those of the attempt.
-- Result:    {state, changedAt}. state is null if the change was
--            committed, else {catalogRevision, accountState, idempotencyRecord: {requestHash, resultId, changed,
--            rejection} or null}. The state is also returned if there is an unexpired record of the key. NULL if there is no such
--            account. changedAt, the time of the account's last entry, is in Unix milliseconds.
-- Callers:   lib/db/account-changes.ts.

CREATE OR REPLACE FUNCTION "commit_account_change"(attempt jsonb) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  app text := attempt ->> 'app';
  account text := attempt ->> 'account';
  expected jsonb := nullif(attempt -> 'expected', 'null');
  idempotency_key text := attempt ->> 'idempotencyKey';
  snapshots jsonb := nullif(attempt -> 'snapshots', 'null');
  entry jsonb := nullif(attempt -> 'entry', 'null');
  waiting_changes jsonb := nullif(attempt -> 'waitingChanges', 'null');
  idempotency_record jsonb := nullif(attempt -> 'idempotencyRecord', 'null');
  record_time bigint := (attempt ->> 'recordTime')::bigint;
  period_ends_at timestamptz;
  clock_at timestamptz;
  external_id text;
  now_at timestamptz;
  account_users integer;
  last account_history;
  changed_at timestamptz;
  event_sequence integer;
  add_on_entries jsonb;
  revision integer;
  granted jsonb;
  stored idempotency_records;
  is_current boolean;
  setting text;
BEGIN
  -- The value of setting is not used. PERFORM would run a query for each call, which takes a quarter more CPU time in total.
  setting := set_config('tenant.app_id', app, true);
  setting := set_config('tenant.account_id', account, true);
  IF attempt ? 'request' THEN setting := set_config('tenant.request', attempt ->> 'request', true); END IF;
  setting := set_config('lock_timeout', attempt ->> 'timeoutMs', true);
  IF (attempt ->> 'quiet')::boolean THEN setting := set_config('tenant.quiet', 'on', true); END IF;
  -- FOR UPDATE would also block inserts into tables that reference the account, such as portal_sessions.
  SELECT a.users, a.period_ends_at, a.clock_at, a.external_id
    INTO account_users, period_ends_at, clock_at, external_id
    FROM accounts a WHERE a.app_id = app AND a.id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- A publication of the catalog holds it exclusively while it writes. What is read below is of before it or of after it.
  setting := pg_advisory_xact_lock_shared(1481003079, hashtext(app))::text;
  -- After the locks are acquired: now() would be the time before the wait. Columns have milliseconds.
  now_at := account_now(clock_at, record_time);

  SELECT h.* INTO last FROM account_history h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  changed_at := last.changed_at;
  SELECT a.catalog_revision, (SELECT coalesce(jsonb_agg(g.version_id ORDER BY g.version_id), '[]')
      FROM version_grants g WHERE g.app_id = app AND g.account_id = account)
    INTO revision, granted FROM apps a WHERE a.id = app;
  IF idempotency_key IS NOT NULL THEN
    SELECT i.* INTO stored FROM idempotency_records i
      WHERE i.app_id = app AND i.account_id = account AND i.key = idempotency_key AND i.expires_at > now_at;
  END IF;
  -- A rejection is replaced by the outcome of another request that was decided on it.
  is_current := expected IS NOT NULL
    AND (stored.key IS NULL OR (stored.rejection IS NOT NULL
      AND expected -> 'replaced' = jsonb_build_object('requestHash', stored.request_hash, 'rejection', stored.rejection)))
    AND coalesce(last.sequence, 0) = (expected ->> 'sequence')::integer
    AND account_users = (expected ->> 'users')::integer
    AND revision = (expected ->> 'catalogRevision')::integer
    AND expected -> 'granted' = granted
    AND (expected ->> 'hasUsage')::boolean = EXISTS (SELECT FROM account_usage u WHERE u.app_id = app AND u.account_id = account)
    AND expected -> 'periodEndsAt' = coalesce(to_jsonb(unix_ms(period_ends_at)), 'null')
    AND expected -> 'clockAt' = coalesce(to_jsonb(unix_ms(clock_at)), 'null')
    AND expected -> 'externalId' = coalesce(to_jsonb(external_id), 'null')
    AND expected -> 'changes' = (
      SELECT coalesce(jsonb_agg(jsonb_build_array(c.id, c.revision) ORDER BY c.id), '[]')
      FROM account_changes c WHERE c.app_id = app AND c.account_id = account AND c.outcome IS NULL);

  IF is_current AND snapshots IS NOT NULL THEN
    -- Sorted, so that two transactions that insert the same snapshots cannot deadlock.
    INSERT INTO version_snapshots
      SELECT s.* FROM jsonb_populate_recordset(
        jsonb_populate_record(NULL::version_snapshots, jsonb_build_object('app_id', app)), snapshots) AS s
      ORDER BY s.digest
      ON CONFLICT DO NOTHING;
  END IF;
  IF is_current AND waiting_changes IS NOT NULL THEN
    PERFORM write_account_changes(app, account, waiting_changes, now_at);
  END IF;
  IF is_current AND entry IS NOT NULL THEN
    changed_at := greatest(now_at, last.changed_at);
    add_on_entries := nullif(entry -> 'add_on_entries', 'null');
    IF add_on_entries IS NOT NULL THEN
      entry := jsonb_set(entry, '{state, addOnStates}', (
        SELECT jsonb_agg(CASE WHEN s.state -> 'changedAt' = 'null' THEN s.state || jsonb_build_object('changedAt', unix_ms(changed_at))
          ELSE s.state END ORDER BY s.position)
        FROM jsonb_array_elements(entry -> 'state' -> 'addOnStates') WITH ORDINALITY AS s (state, position)));
    END IF;
    INSERT INTO account_history
      SELECT * FROM jsonb_populate_record(NULL::account_history, entry || jsonb_build_object('app_id', app, 'account_id', account,
        'changed_at', changed_at,
        'recorded_at', CASE WHEN clock_at IS NOT NULL THEN
          greatest(account_now(NULL, record_time), coalesce(last.recorded_at, last.changed_at)) END));
    IF (entry ->> 'users')::integer <> account_users THEN
      UPDATE accounts a SET users = (entry ->> 'users')::integer WHERE a.app_id = app AND a.id = account;
    END IF;
    event_sequence := coalesce(last.version_sequence + last.add_on_sequence, 0);
    IF entry ->> 'kind' IS NOT NULL THEN
      event_sequence := event_sequence + 1;
      INSERT INTO events (app_id, account_id, sequence, history_sequence, id, type, occurred_at)
        VALUES (app, account, event_sequence, (entry ->> 'sequence')::integer, event_id(entry ->> 'id'),
          'account.version_switched', changed_at);
    END IF;
    IF add_on_entries IS NOT NULL THEN
      INSERT INTO events (app_id, account_id, sequence, history_sequence, id, type, occurred_at)
        SELECT app, account, event_sequence + e.position, (entry ->> 'sequence')::integer, event_id(e.change ->> 'id'),
          CASE WHEN (e.change ->> 'active')::boolean THEN 'account.option_enabled' ELSE 'account.option_disabled' END, changed_at
        FROM jsonb_array_elements(add_on_entries) WITH ORDINALITY AS e (change, position);
    END IF;
  END IF;
  IF is_current AND idempotency_record IS NOT NULL THEN
    DELETE FROM idempotency_records i
      WHERE i.app_id = app AND i.account_id = account AND (i.expires_at <= now_at OR i.key = idempotency_key);
    INSERT INTO idempotency_records
      SELECT * FROM jsonb_populate_record(NULL::idempotency_records, idempotency_record || jsonb_build_object(
        'app_id', app, 'account_id', account, 'created_at', now_at, 'expires_at', now_at + interval '24 hours'));
  END IF;
  RETURN json_build_object(
    'state', CASE WHEN NOT is_current THEN json_build_object(
      'catalogRevision', revision,
      'accountState', read_account_state(app, account),
      'idempotencyRecord', CASE WHEN stored.key IS NOT NULL THEN json_build_object(
        'requestHash', stored.request_hash, 'resultId', stored.result_id, 'changed', stored.changed,
        'rejection', stored.rejection) END) END,
    'changedAt', unix_ms(changed_at));
END
$$;
