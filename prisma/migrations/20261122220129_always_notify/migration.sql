-- prisma/sql/commit_account_change.sql

-- Commits a change of an account, a version switch or the change of an offer, if the state that it was decided on is still
-- current, and returns the current state otherwise. The events of the change are written by the same statement.
--
-- Arguments: app and account, IDs;
--            expected, {sequence, optionSequence, catalogRevision, granted: [version ID]}, or NULL to only read the
--            state;
--            idempotency_key, the request's Idempotency-Key or NULL;
--            snapshots, an array of version_snapshots rows, of which those that exist are skipped, or NULL;
--            activation, a row of activations without activated_at, or NULL;
--            changes, an array of rows of option_changes without changed_at, in the order of their sequences, or NULL;
--            idempotency_record, a row of idempotency_records without its times, or NULL. It expires after 24 hours;
--            record_time, the time to record in Unix milliseconds, or NULL for the clock of the database;
--            timeout_ms, how long to wait for the account's row;
--            own, the caller's listener number, or NULL if nothing is to be acknowledged;
--            known_epoch, not used;
--            token, which the other listeners return when they acknowledge the notification.
--            Rows have snake_case keys. app_id and account_id come from the arguments.
-- Result:    {state, changedAt, listeners: [number of each other listener]}. state is null if the change was
--            committed, else {catalogRevision, accountState, idempotencyRecord: {requestHash, historyId, changed} or
--            null}. The state is also returned if there is an unexpired record of the key. NULL if there is no such
--            account. changedAt, the time of the account's last change, is in Unix milliseconds.
-- Callers:   lib/db/account-changes.ts.

CREATE OR REPLACE FUNCTION "commit_account_change"(app text, account text, expected jsonb,
  idempotency_key text, snapshots jsonb, activation jsonb, changes jsonb, idempotency_record jsonb, record_time bigint,
  timeout_ms integer, own integer, known_epoch bigint, token text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  now_at timestamptz;
  last_sequence integer;
  last_option integer;
  last_activated_at timestamptz;
  last_changed_at timestamptz;
  revision integer;
  granted jsonb;
  stored idempotency_records;
  is_current boolean;
  setting text;
  listeners integer[] := '{}';
BEGIN
  -- The value of setting is not used. PERFORM would run a query for each call, which takes a quarter more CPU time in total.
  setting := set_config('tenant.app_id', app, true);
  setting := set_config('tenant.account_id', account, true);
  setting := set_config('lock_timeout', timeout_ms::text, true);
  -- FOR UPDATE would also block inserts into tables that reference the account, such as portal_sessions.
  PERFORM 1 FROM accounts a WHERE a.app_id = app AND a.id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- After the lock is acquired: now() would be the time before the wait. Columns have milliseconds.
  now_at := date_trunc('milliseconds', coalesce(to_timestamp(record_time / 1000.0), clock_timestamp()));

  SELECT h.sequence, h.activated_at INTO last_sequence, last_activated_at
    FROM activations h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  SELECT h.sequence, h.changed_at INTO last_option, last_changed_at
    FROM option_changes h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  last_sequence := coalesce(last_sequence, 0);
  last_option := coalesce(last_option, 0);
  last_changed_at := greatest(last_activated_at, last_changed_at);
  SELECT a.catalog_revision, (SELECT coalesce(jsonb_agg(g.version_id ORDER BY g.version_id), '[]')
      FROM version_grants g WHERE g.app_id = app AND g.account_id = account)
    INTO revision, granted FROM apps a WHERE a.id = app;
  IF idempotency_key IS NOT NULL THEN
    SELECT i.* INTO stored FROM idempotency_records i
      WHERE i.app_id = app AND i.account_id = account AND i.key = idempotency_key AND i.expires_at > now_at;
  END IF;
  is_current := expected IS NOT NULL AND stored.key IS NULL
    AND last_sequence = (expected ->> 'sequence')::integer
    AND last_option = (expected ->> 'optionSequence')::integer
    AND revision = (expected ->> 'catalogRevision')::integer
    AND expected -> 'granted' = granted;

  IF own IS NOT NULL AND (is_current OR stored.key IS NOT NULL) THEN
    -- Held until the end of the transaction. register_listener waits for it, so a listener that is not visible here
    -- starts with an empty cache after this transaction.
    setting := pg_advisory_xact_lock_shared(1481003078, 0)::text;
    listeners := array_remove(active_listeners(), own);
  END IF;

  IF is_current AND snapshots IS NOT NULL THEN
    -- Sorted, so that two transactions that insert the same snapshots cannot deadlock.
    INSERT INTO version_snapshots
      SELECT s.* FROM jsonb_populate_recordset(
        jsonb_populate_record(NULL::version_snapshots, jsonb_build_object('app_id', app)), snapshots) AS s
      ORDER BY s.digest
      ON CONFLICT DO NOTHING;
  END IF;
  IF is_current AND (activation IS NOT NULL OR changes IS NOT NULL) THEN
    last_changed_at := greatest(now_at, last_changed_at);
  END IF;
  IF is_current AND activation IS NOT NULL THEN
    INSERT INTO activations
      SELECT * FROM jsonb_populate_record(NULL::activations, activation || jsonb_build_object(
        'app_id', app, 'account_id', account, 'activated_at', last_changed_at));
    last_sequence := last_sequence + 1;
    INSERT INTO events (app_id, account_id, sequence, id, type, occurred_at)
      VALUES (app, account, last_sequence + last_option, event_id(activation ->> 'id'), 'account.version_switched',
        last_changed_at);
  END IF;
  IF is_current AND changes IS NOT NULL THEN
    INSERT INTO option_changes
      SELECT c.* FROM jsonb_populate_recordset(jsonb_populate_record(NULL::option_changes, jsonb_build_object(
        'app_id', app, 'account_id', account, 'changed_at', last_changed_at)), changes) AS c;
    INSERT INTO events (app_id, account_id, sequence, id, type, occurred_at)
      SELECT app, account, last_sequence + (c ->> 'sequence')::integer, event_id(c ->> 'id'),
        CASE WHEN (c ->> 'active')::boolean THEN 'account.option_enabled' ELSE 'account.option_disabled' END,
        last_changed_at
      FROM jsonb_array_elements(changes) AS c;
  END IF;
  IF is_current AND idempotency_record IS NOT NULL THEN
    DELETE FROM idempotency_records i
      WHERE i.app_id = app AND i.account_id = account AND i.expires_at <= now_at;
    INSERT INTO idempotency_records
      SELECT * FROM jsonb_populate_record(NULL::idempotency_records, idempotency_record || jsonb_build_object(
        'app_id', app, 'account_id', account, 'created_at', now_at, 'expires_at', now_at + interval '24 hours'));
  END IF;
  -- Last: notifications of a transaction are delivered in order, and this one asks to acknowledge those before it.
  IF cardinality(listeners) > 0 THEN
    PERFORM pg_notify('app_versions', format('ack %s %s', own, token));
  END IF;
  RETURN json_build_object(
    'state', CASE WHEN NOT is_current THEN json_build_object(
      'catalogRevision', revision,
      'accountState', read_account_state(app, account),
      'idempotencyRecord', CASE WHEN stored.key IS NOT NULL THEN json_build_object(
        'requestHash', stored.request_hash, 'historyId', stored.history_id, 'changed', stored.changed) END) END,
    'changedAt', unix_ms(last_changed_at),
    'listeners', listeners);
END
$$;

-- prisma/sql/listeners.sql

-- The registry of servers that listen on the channel app_versions and cache what they read. A listener holds an advisory
-- lock on its random number for as long as its connection lives.
--
-- Lock keys: (1481003077, number) registers a listener; (1481003078, 0) is held in shared mode by each switch that
--            depends on the list of listeners.

-- Arguments: none.
-- Result:    the numbers of all registered listeners.
-- Callers:   commit_account_change; lib/db/wait-for-invalidation.ts.
CREATE OR REPLACE FUNCTION "active_listeners"() RETURNS integer[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(SELECT l.objid::int8::int FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.classid = 1481003077 AND l.objsubid = 2
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()));
END
$$;

-- Ends the connections of listeners that have sent nothing for the length of a lease, so that no writer waits for them any
-- more. Their leases have expired, and a listener whose lease has expired registers again, under another number, before it
-- uses its cache. Runs with the rights of the owner, who opened these connections and may see and end them.
--
-- Arguments: numbers, of listeners that did not acknowledge; lease_ms, the length of a lease.
-- Result:    milliseconds by number until a listener can be evicted. Numbers that are evicted or not registered are
--            left out.
-- Callers:   lib/db/wait-for-invalidation.ts.
CREATE OR REPLACE FUNCTION "evict_listeners"(numbers integer[], lease_ms integer) RETURNS json LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  listener record;
  remaining jsonb := '{}';
BEGIN
  FOR listener IN
    -- A query is sent before it starts, and a lease counts from when its query was sent. The time is NULL for a role
    -- without access to it.
    SELECT l.objid::int8::int AS number, l.pid, coalesce(
        lease_ms - floor(extract(epoch FROM clock_timestamp() - a.query_start) * 1000)::integer, lease_ms) AS left_ms
      FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.classid = 1481003077 AND l.objsubid = 2
        AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
        AND l.objid::int8::int = ANY (numbers)
  LOOP
    IF listener.left_ms > 0 THEN
      remaining := remaining || jsonb_build_object(listener.number, listener.left_ms);
    ELSE
      BEGIN
        PERFORM pg_terminate_backend(listener.pid, 1000);
      EXCEPTION WHEN insufficient_privilege THEN
        -- The caller does not wait for the number again. Others do, once each.
        NULL;
      END;
    END IF;
  END LOOP;
  RETURN remaining;
END
$$;

-- Registers the current connection, on which LISTEN has been committed, as a listener. Then waits for the switches that
-- started before, which may not have seen it and do not wait for it. The order of the steps matters.
--
-- Arguments: number, random.
-- Callers:   lib/cache/invalidation-listener.ts.
CREATE OR REPLACE FUNCTION "register_listener"(number integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_lock(1481003077, number);
  PERFORM pg_advisory_xact_lock(1481003078, 0);
END
$$;

-- prisma/sql/notify.sql

-- Cache invalidation: triggers that notify all servers of a change, in the transaction that makes it.
--
-- Channel:   app_versions.
-- Payload:   'app ID', 'catalog ID', 'account APP ID', 'credential APP ID', 'all', or, from commit_account_change,
--            'ack NUMBER TOKEN'. PostgreSQL sends equal payloads of one transaction once.
-- Callers:   the triggers in prisma/migrations. Statement triggers read the transition tables old_rows and new_rows.

-- Arguments: kind, the first word of the payload; apps and ids, two arrays of the same length.
-- Notifies once per row, or once per app for more than 100 rows.
CREATE OR REPLACE FUNCTION "notify_rows"(kind text, apps text[], ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 100 THEN
    PERFORM pg_notify('app_versions', 'app ' || app) FROM (SELECT DISTINCT unnest(apps) AS app) AS changed;
  ELSE
    PERFORM pg_notify('app_versions', kind || ' ' || app || ' ' || id) FROM unnest(apps, ids) AS changed (app, id);
  END IF;
END
$$;

-- apps, each row. A change of the revision alone comes from a change of the catalog.
CREATE OR REPLACE FUNCTION "notify_app"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'catalog_revision' = to_jsonb(NEW) - 'catalog_revision' THEN
    PERFORM pg_notify('app_versions', 'catalog ' || NEW.id);
  ELSE
    PERFORM pg_notify('app_versions', 'app ' || coalesce(NEW.id, OLD.id));
  END IF;
  RETURN NULL;
END
$$;

-- accounts and version_grants, each statement. An update can move a row, so both its old and its new account are notified.
CREATE OR REPLACE FUNCTION "notify_accounts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  id_column CONSTANT text := CASE TG_TABLE_NAME WHEN 'accounts' THEN 'id' ELSE 'account_id' END;
  changed CONSTANT text := CASE TG_OP WHEN 'INSERT' THEN 'TABLE new_rows' WHEN 'DELETE' THEN 'TABLE old_rows'
    ELSE 'TABLE old_rows UNION ALL TABLE new_rows' END;
  apps text[];
  ids text[];
BEGIN
  EXECUTE format('SELECT array_agg(app_id), array_agg(id) FROM (SELECT DISTINCT app_id, %I AS id FROM (%s) AS r) AS changed',
    id_column, changed) INTO apps, ids;
  PERFORM notify_rows('account', apps, ids);
  RETURN NULL;
END
$$;

-- activations and option_changes, each statement. Static SQL, because every switch runs it.
CREATE OR REPLACE FUNCTION "notify_account_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apps text[];
  ids text[];
BEGIN
  SELECT array_agg(app_id), array_agg(account_id) INTO apps, ids
    FROM (SELECT DISTINCT app_id, account_id FROM new_rows) AS changed;
  PERFORM notify_rows('account', apps, ids);
  RETURN NULL;
END
$$;

-- api_keys and portal_sessions, each statement that updates or deletes. Unknown credentials are not cached, so inserts
-- need no notification.
CREATE OR REPLACE FUNCTION "notify_credentials"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apps text[];
  ids text[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    SELECT array_agg(app_id), array_agg(id) INTO apps, ids FROM old_rows;
  ELSE
    SELECT array_agg(app_id), array_agg(id) INTO apps, ids
      FROM (SELECT app_id, id FROM old_rows UNION SELECT app_id, id FROM new_rows) AS changed;
  END IF;
  PERFORM notify_rows('credential', apps, ids);
  RETURN NULL;
END
$$;

-- Tables of accounts and credentials, TRUNCATE, which has no transition tables.
CREATE OR REPLACE FUNCTION "notify_all"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('app_versions', 'all');
  RETURN NULL;
END
$$;
