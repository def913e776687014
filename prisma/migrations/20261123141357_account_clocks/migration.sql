-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "clock_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "is_test" BOOLEAN;

-- prisma/sql/account_changes.sql

-- Changes of accounts that wait: switches that are scheduled, or wait for the consent of the owner or the host. The triggers below apply
-- the table's rules to every writer of activations and accounts. An open change is one without an outcome.

-- The time of an account, for all of its rules: that of its clock, if it has one.
--
-- Arguments: clock_at, the column of the account; record_time, the time to record in Unix milliseconds, or NULL for the clock of the
--            database.
-- Callers:   commit_change, advance_clock, the triggers below; lib/db/accounts.ts, lib/db/moves.ts. In the domain: getTime.
CREATE OR REPLACE FUNCTION "account_now"(clock_at timestamptz, record_time bigint) RETURNS timestamptz LANGUAGE sql PARALLEL SAFE
  AS $$ SELECT date_trunc('milliseconds', coalesce(clock_at, to_timestamp(record_time / 1000.0), clock_timestamp())) $$;

-- Arguments: change, a row of account_changes.
-- Result:    the row with camel-case keys, without app_id, account_id and due_at. Times are in Unix milliseconds.
-- Callers:   read_account_state; lib/db/waiting-changes.ts.
CREATE OR REPLACE FUNCTION "account_change_json"(change account_changes) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN json_build_object('id', change.id, 'versionId', change.version_id, 'billingPeriod', change.billing_period,
    'users', change.users,
    'effectiveAt', unix_ms(change.effective_at), 'atPeriodEnd', change.at_period_end, 'waitsFor', change.waits_for,
    'expiresAt', unix_ms(change.expires_at), 'origin', change.origin, 'batchId', change.batch_id, 'reason', change.reason,
    'confirmed', change.confirmed, 'blockers', change.blockers, 'actorKind', change.actor_kind,
    'actorId', change.actor_id, 'actorName', change.actor_name, 'actorUserId', change.actor_user_id,
    'channel', change.channel, 'createdAt', unix_ms(change.created_at), 'decidedBy', change.decided_by,
    'message', change.message, 'outcome', change.outcome, 'endedAt', unix_ms(change.ended_at),
    'activationId', change.activation_id, 'revision', change.revision);
END
$$;

-- Arguments: app and account, IDs.
-- Result:    an array of the account's open changes, as account_change_json, by ID.
-- Callers:   read_account_state.
CREATE OR REPLACE FUNCTION "read_open_changes"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT coalesce(json_agg(account_change_json(c) ORDER BY c.id), '[]')
    FROM account_changes c WHERE c.app_id = app AND c.account_id = account AND c.outcome IS NULL);
END
$$;

-- Inserts changes of an account, or updates those that exist.
--
-- Arguments: app and account, IDs; changes, an array of rows of account_changes in the order in which they are written, with snake-case
--            keys, and expires_in, milliseconds or null; now_at, the time to record.
-- Callers:   commit_change, create_move.
CREATE OR REPLACE FUNCTION "write_account_changes"(app text, account text, changes jsonb, now_at timestamptz) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_changes AS c
    SELECT r.* FROM jsonb_array_elements(changes) WITH ORDINALITY AS e (change, position),
      jsonb_populate_record(NULL::account_changes, change || jsonb_build_object('app_id', app, 'account_id', account,
        'created_at', coalesce(change -> 'created_at', to_jsonb(now_at)),
        'expires_at', now_at + (change ->> 'expires_in')::bigint * interval '1 millisecond',
        'ended_at', CASE WHEN change ->> 'outcome' IS NOT NULL THEN now_at END)) AS r
    ORDER BY e.position
    ON CONFLICT (app_id, account_id, id) DO UPDATE SET effective_at = EXCLUDED.effective_at,
      at_period_end = EXCLUDED.at_period_end, reason = EXCLUDED.reason, waits_for = EXCLUDED.waits_for, expires_at = EXCLUDED.expires_at, confirmed = EXCLUDED.confirmed,
      blockers = EXCLUDED.blockers, decided_by = EXCLUDED.decided_by, message = EXCLUDED.message,
      outcome = EXCLUDED.outcome, ended_at = EXCLUDED.ended_at, activation_id = EXCLUDED.activation_id;
END
$$;

-- account_changes, before each row that is inserted or updated. The worker leaves accounts with a clock alone: due_at is NULL.
CREATE OR REPLACE FUNCTION "set_account_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  names CONSTANT text[] := '{actor_name, actor_user_id, decided_by}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- Anonymizing the account.
    IF to_jsonb(NEW) - names = to_jsonb(OLD) - names THEN RETURN NEW; END IF;
    IF OLD.outcome IS NOT NULL THEN
      RAISE EXCEPTION 'account change % has ended: UPDATE rejected', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    -- The lease of a worker.
    IF to_jsonb(NEW) - 'due_at' = to_jsonb(OLD) - 'due_at' THEN RETURN NEW; END IF;
    NEW.revision := OLD.revision + 1;
  ELSE
    NEW.revision := 1;
  END IF;
  NEW.blockers := coalesce(NEW.blockers, '[]');
  NEW.due_at := CASE WHEN NEW.outcome IS NULL AND (
      SELECT a.clock_at IS NULL FROM accounts a WHERE a.app_id = NEW.app_id AND a.id = NEW.account_id) THEN
    CASE WHEN NEW.waits_for IS NULL THEN NEW.effective_at ELSE NEW.expires_at END END;
  RETURN NEW;
END
$$;

-- Arguments: id, of a change; revision, that the event is about. The last 10 bits of the ID, which are random, count.
-- Result:    the ID of the event.
-- Callers:   record_account_change, anonymize_account.
CREATE OR REPLACE FUNCTION "account_change_event_id"(id text, revision integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT 'evt' || substr(id, 4, length(id) - 5)
    || substr('0123456789abcdefghjkmnpqrstvwxyz', revision % 1024 / 32 + 1, 1)
    || substr('0123456789abcdefghjkmnpqrstvwxyz', revision % 32 + 1, 1) $$;

-- account_changes, after each row that is inserted or updated. Writes the event of its state. The changes of a move have one event
-- together when they are scheduled. The tenant can be the app.
CREATE OR REPLACE FUNCTION "record_account_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  state CONSTANT text := CASE WHEN NEW.outcome IS NOT NULL THEN 'ended' WHEN NEW.waits_for IS NOT NULL THEN 'waiting'
    ELSE 'scheduled' END;
  all_accounts CONSTANT text := coalesce(current_setting('tenant.all_accounts', true), '');
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.revision = OLD.revision THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' AND NEW.batch_id IS NOT NULL THEN RETURN NULL; END IF;
  PERFORM set_config('tenant.all_accounts', 'on', true);
  INSERT INTO events (app_id, account_id, sequence, id, type, occurred_at, data)
    SELECT NEW.app_id, NEW.account_id,
      coalesce((SELECT h.sequence FROM activations h WHERE h.app_id = NEW.app_id AND h.account_id = NEW.account_id
        ORDER BY h.sequence DESC LIMIT 1), 0)
      + coalesce((SELECT h.sequence FROM add_on_changes h WHERE h.app_id = NEW.app_id AND h.account_id = NEW.account_id
        ORDER BY h.sequence DESC LIMIT 1), 0),
      account_change_event_id(NEW.id, NEW.revision),
      'account.change_' || state,
      CASE WHEN NEW.ended_at IS NOT NULL THEN NEW.ended_at WHEN TG_OP = 'INSERT' THEN NEW.created_at
        ELSE account_now((SELECT a.clock_at FROM accounts a WHERE a.app_id = NEW.app_id AND a.id = NEW.account_id), NULL) END,
      jsonb_build_object('change_id', NEW.id,
        'version', jsonb_build_object('id', NEW.version_id, 'title', v.title, 'tag', v.tag),
        'billing_period', NEW.billing_period, 'users', NEW.users, 'effective_at', unix_ms(NEW.effective_at) / 1000,
        'at_period_end', NEW.at_period_end, 'waits_for', NEW.waits_for,
        'expires_at', unix_ms(NEW.expires_at) / 1000, 'origin', NEW.origin, 'batch_id', NEW.batch_id,
        'reason', NEW.reason, 'blockers', NEW.blockers,
        'created_by', jsonb_build_object('kind', NEW.actor_kind, 'name', NEW.actor_name, 'user_id', NEW.actor_user_id,
          'channel', NEW.channel),
        'decided_by', CASE WHEN jsonb_typeof(NEW.decided_by) = 'object' THEN jsonb_build_object(
          'kind', NEW.decided_by -> 'kind', 'name', NEW.decided_by -> 'name', 'user_id', NEW.decided_by -> 'userId',
          'channel', NEW.decided_by -> 'channel') END,
        'message', NEW.message, 'outcome', NEW.outcome, 'history_id', NEW.activation_id)
    FROM (SELECT 1) AS one LEFT JOIN versions v ON v.app_id = NEW.app_id AND v.id = NEW.version_id;
  PERFORM set_config('tenant.all_accounts', all_accounts, true);
  RETURN NULL;
END
$$;

-- activations, each statement. A switch ends what the account has waiting, except for requests of members for something else. A change
-- of the number of users ends only what is for the same version, or waits for the host, which has calculated a price. The change that
-- the switch applies has ended already.
CREATE OR REPLACE FUNCTION "supersede_account_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_changes c SET outcome = 'superseded', ended_at = n.activated_at
    FROM new_rows n
    WHERE c.app_id = n.app_id AND c.account_id = n.account_id AND c.outcome IS NULL
      AND ((n.kind IS DISTINCT FROM 'users' AND (c.waits_for IS DISTINCT FROM 'owner' OR c.origin <> 'member'))
        OR c.waits_for = 'host'
        OR (c.version_id = n.version_id AND c.billing_period = n.billing_period
          AND (c.origin <> 'member' OR coalesce(c.users, n.users) = n.users)));
  RETURN NULL;
END
$$;

-- accounts, each row whose period_ends_at changes. Moves what is anchored to it and not due yet.
CREATE OR REPLACE FUNCTION "move_account_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_changes c SET effective_at = NEW.period_ends_at
    WHERE c.app_id = NEW.app_id AND c.account_id = NEW.id AND c.outcome IS NULL AND c.at_period_end
      AND c.effective_at > account_now(NEW.clock_at, NULL) AND c.effective_at <> NEW.period_ends_at;
  RETURN NULL;
END
$$;

-- Moves the clock of an account forward, or gives it one. Stops at the first open change that is due or expires until then.
--
-- Arguments: app and account, IDs; target, the new time in Unix milliseconds; record_time, as in account_now.
-- Result:    {now, due: [ID of each change that is due or expires now]}. now, the time of the account, is in Unix milliseconds. It is later
--            than target if the clock is, and not changed then. NULL if there is no such account.
-- Callers:   lib/db/waiting-changes.ts.
CREATE OR REPLACE FUNCTION "advance_clock"(app text, account text, target bigint, record_time bigint) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  now_at timestamptz;
  first_due_at timestamptz;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  SELECT a.clock_at INTO now_at FROM accounts a WHERE a.app_id = app AND a.id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  now_at := account_now(now_at, record_time);
  IF unix_ms(now_at) > target THEN RETURN json_build_object('now', unix_ms(now_at), 'due', '{}'::text[]); END IF;
  SELECT min(CASE WHEN c.waits_for IS NULL THEN c.effective_at ELSE c.expires_at END) INTO first_due_at
    FROM account_changes c WHERE c.app_id = app AND c.account_id = account AND c.outcome IS NULL;
  now_at := greatest(now_at, least(to_timestamp(target / 1000.0), first_due_at));
  UPDATE accounts a SET clock_at = now_at WHERE a.app_id = app AND a.id = account;
  UPDATE account_changes c SET due_at = NULL WHERE c.app_id = app AND c.account_id = account AND c.due_at IS NOT NULL;
  RETURN json_build_object('now', unix_ms(now_at), 'due', ARRAY(
    SELECT c.id FROM account_changes c
    WHERE c.app_id = app AND c.account_id = account AND c.outcome IS NULL
      AND CASE WHEN c.waits_for IS NULL THEN c.effective_at ELSE c.expires_at END <= now_at
    ORDER BY CASE WHEN c.waits_for IS NULL THEN c.effective_at ELSE c.expires_at END, c.id));
END
$$;

-- Claims open changes of all tenants that are due or expire, the oldest first. A claim lasts 30 seconds. It returns keys, and no data.
--
-- Arguments: max_rows; record_time, the time to compare with in Unix milliseconds, or NULL for the clock of the database.
-- Result:    {now, changes: [[app ID, account ID, change ID]]}. now is in Unix milliseconds.
-- Callers:   lib/db/waiting-changes.ts.
CREATE OR REPLACE FUNCTION "claim_account_changes"(max_rows integer, record_time bigint) RETURNS json LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := coalesce(to_timestamp(record_time / 1000.0), clock_timestamp());
  result json;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  WITH claimed AS (
    UPDATE account_changes SET due_at = now_at + interval '30 seconds'
    WHERE ctid = ANY (ARRAY(
      SELECT c.ctid FROM account_changes c WHERE c.due_at <= now_at
      ORDER BY c.due_at LIMIT max_rows FOR UPDATE SKIP LOCKED))
    RETURNING app_id, account_id, id, coalesce(expires_at, effective_at) AS was_due_at)
  SELECT json_build_object('now', unix_ms(now_at), 'changes',
    coalesce(json_agg(json_build_array(app_id, account_id, id) ORDER BY was_due_at, id), '[]')) INTO result FROM claimed;
  RETURN result;
END
$$;

-- prisma/sql/commit_account_change.sql

-- Commits a change of an account, a version switch or the change of an add-on, if the state that it was decided on is still
-- current, and returns the current state otherwise. The events of the change are written by the same statement.
--
-- Arguments: app and account, IDs;
--            expected, {sequence, addOnSequence, users, catalogRevision, granted: [version ID], periodEndsAt, clockAt, changes: [[ID, revision]
--            of each open change], replaced: {requestHash,
--            rejection} of the rejection that is stored under the key and replaced, or null}, or NULL to only read the
--            state;
--            idempotency_key, the request's Idempotency-Key or NULL;
--            snapshots, an array of version_snapshots rows, of which those that exist are skipped, or NULL;
--            activation, a row of activations without activated_at, or NULL. Without users, they stay;
--            changes, an array of rows of add_on_changes without changed_at, in the order of their sequences, or NULL;
--            pending, the argument changes of write_account_changes, or NULL;
--            idempotency_record, a row of idempotency_records without its times, or NULL. It expires after 24 hours;
--            record_time, the time to record in Unix milliseconds, or NULL for the clock of the database;
--            timeout_ms, how long to wait for the account's row;
--            own, the caller's listener number, or NULL if nothing is to be acknowledged;
--            token, which the other listeners return when they acknowledge the notification.
--            Rows have snake_case keys. app_id and account_id come from the arguments.
-- Result:    {state, changedAt, listeners: [number of each other listener]}. state is null if the change was
--            committed, else {catalogRevision, accountState, idempotencyRecord: {requestHash, historyId, changed,
--            rejection} or null}. The state is also returned if there is an unexpired record of the key. NULL if there is no such
--            account. changedAt, the time of the account's last change, is in Unix milliseconds.
-- Callers:   lib/db/account-changes.ts.

CREATE OR REPLACE FUNCTION "commit_change"(app text, account text, expected jsonb,
  idempotency_key text, snapshots jsonb, activation jsonb, changes jsonb, pending jsonb, idempotency_record jsonb,
  record_time bigint, timeout_ms integer, own integer, token text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  period_ends_at timestamptz;
  clock_at timestamptz;
  now_at timestamptz;
  account_users integer;
  last_sequence integer;
  last_add_on integer;
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
  SELECT coalesce(a.users, 1), a.period_ends_at, a.clock_at INTO account_users, period_ends_at, clock_at
    FROM accounts a WHERE a.app_id = app AND a.id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- A publication of the catalog holds it exclusively while it writes. What is read below is of before it or of after it.
  setting := pg_advisory_xact_lock_shared(1481003079, hashtext(app))::text;
  -- After the locks are acquired: now() would be the time before the wait. Columns have milliseconds.
  now_at := account_now(clock_at, record_time);

  SELECT h.sequence, h.activated_at INTO last_sequence, last_activated_at
    FROM activations h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  SELECT h.sequence, h.changed_at INTO last_add_on, last_changed_at
    FROM add_on_changes h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  last_sequence := coalesce(last_sequence, 0);
  last_add_on := coalesce(last_add_on, 0);
  last_changed_at := greatest(last_activated_at, last_changed_at);
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
    AND last_sequence = (expected ->> 'sequence')::integer
    AND last_add_on = (expected ->> 'addOnSequence')::integer
    AND account_users = coalesce((expected ->> 'users')::integer, account_users)
    AND revision = (expected ->> 'catalogRevision')::integer
    AND expected -> 'granted' = granted
    AND expected -> 'periodEndsAt' = coalesce(to_jsonb(unix_ms(period_ends_at)), 'null')
    -- Servers of the previous release do not send it.
    AND coalesce(expected -> 'clockAt', to_jsonb(unix_ms(clock_at)), 'null') = coalesce(to_jsonb(unix_ms(clock_at)), 'null')
    AND expected -> 'changes' = (
      SELECT coalesce(jsonb_agg(jsonb_build_array(c.id, c.revision) ORDER BY c.id), '[]')
      FROM account_changes c WHERE c.app_id = app AND c.account_id = account AND c.outcome IS NULL);

  IF own IS NOT NULL AND (CASE WHEN is_current THEN idempotency_record ->> 'rejection' IS NULL
      ELSE stored.key IS NOT NULL AND stored.rejection IS NULL END) THEN
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
  IF is_current AND pending IS NOT NULL THEN PERFORM write_account_changes(app, account, pending, now_at); END IF;
  IF is_current AND (activation IS NOT NULL OR changes IS NOT NULL) THEN
    last_changed_at := greatest(now_at, last_changed_at);
  END IF;
  IF is_current AND activation IS NOT NULL THEN
    INSERT INTO activations
      SELECT * FROM jsonb_populate_record(NULL::activations, jsonb_build_object('users', account_users) || activation || jsonb_build_object(
        'app_id', app, 'account_id', account, 'activated_at', last_changed_at));
    IF (activation ->> 'users')::integer <> account_users THEN
      UPDATE accounts a SET users = (activation ->> 'users')::integer WHERE a.app_id = app AND a.id = account;
    END IF;
    last_sequence := last_sequence + 1;
    INSERT INTO events (app_id, account_id, sequence, id, type, occurred_at)
      VALUES (app, account, last_sequence + last_add_on, event_id(activation ->> 'id'), 'account.version_switched',
        last_changed_at);
  END IF;
  IF is_current AND changes IS NOT NULL THEN
    INSERT INTO add_on_changes
      SELECT c.* FROM jsonb_populate_recordset(jsonb_populate_record(NULL::add_on_changes, jsonb_build_object(
        'app_id', app, 'account_id', account, 'changed_at', last_changed_at)), changes) AS c;
    INSERT INTO events (app_id, account_id, sequence, id, type, occurred_at)
      SELECT app, account, last_sequence + (c ->> 'sequence')::integer, event_id(c ->> 'id'),
        CASE WHEN (c ->> 'active')::boolean THEN 'account.option_enabled' ELSE 'account.option_disabled' END,
        last_changed_at
      FROM jsonb_array_elements(changes) AS c;
  END IF;
  IF is_current AND idempotency_record IS NOT NULL THEN
    DELETE FROM idempotency_records i
      WHERE i.app_id = app AND i.account_id = account AND (i.expires_at <= now_at OR i.key = idempotency_key);
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
        'requestHash', stored.request_hash, 'historyId', stored.history_id, 'changed', stored.changed,
        'rejection', stored.rejection) END) END,
    'changedAt', unix_ms(last_changed_at),
    'listeners', listeners);
END
$$;

-- The same for servers of the previous release, which know no account changes.
CREATE OR REPLACE FUNCTION "commit_account_change"(app text, account text, expected jsonb,
  idempotency_key text, snapshots jsonb, activation jsonb, changes jsonb, idempotency_record jsonb, record_time bigint,
  timeout_ms integer, own integer, token text) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN commit_change(app, account,
    expected || jsonb_build_object(
      'periodEndsAt', (SELECT unix_ms(a.period_ends_at) FROM accounts a WHERE a.app_id = app AND a.id = account),
      'changes', (SELECT coalesce(jsonb_agg(jsonb_build_array(c.id, c.revision) ORDER BY c.id), '[]')
        FROM account_changes c WHERE c.app_id = app AND c.account_id = account AND c.outcome IS NULL)),
    idempotency_key, snapshots, activation, changes, NULL, idempotency_record, record_time, timeout_ms, own, token);
END
$$;

-- prisma/sql/read_account_state.sql

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
      'users', coalesce(c.users, 1),
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
      'active', h.active, 'quantity', coalesce(h.quantity, h.active::integer), 'changedAt', unix_ms(h.changed_at), 'title', h.title, 'fee', h.fee,
      'userFee', h.user_fee, 'feeUnit', h.fee_unit, 'userFeeUnit', h.user_fee_unit,
      'annualFee', h.annual_fee, 'annualUserFee', h.annual_user_fee, 'priceText', h.price_text,
      'accountBillingPeriod', h.account_billing_period)), '[]')
    FROM newest, LATERAL (SELECT (newest.row).*) AS h WHERE h.add_on_id IS NOT NULL);
END
$$;
