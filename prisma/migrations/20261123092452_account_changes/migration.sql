-- CreateEnum
CREATE TYPE "change_approver" AS ENUM ('owner', 'host');

-- CreateEnum
CREATE TYPE "change_origin" AS ENUM ('owner', 'member', 'host', 'product', 'support');

-- CreateEnum
CREATE TYPE "change_outcome" AS ENUM ('applied', 'canceled', 'declined', 'superseded', 'expired');

-- CreateTable
CREATE TABLE "account_changes" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "billing_period" "billing_period" NOT NULL,
    "effective_at" TIMESTAMPTZ(3),
    "at_period_end" BOOLEAN NOT NULL,
    "waits_for" "change_approver",
    "expires_at" TIMESTAMPTZ(3),
    "origin" "change_origin" NOT NULL,
    "batch_id" TEXT,
    "reason" TEXT,
    "confirmed" JSONB NOT NULL,
    "blockers" JSONB NOT NULL DEFAULT '[]',
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "actor_user_id" TEXT,
    "channel" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" JSONB,
    "message" TEXT,
    "outcome" "change_outcome",
    "ended_at" TIMESTAMPTZ(3),
    "activation_id" TEXT,
    "revision" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "users" INTEGER,

    CONSTRAINT "account_changes_pkey" PRIMARY KEY ("app_id","account_id","id")
);

-- AddForeignKey
ALTER TABLE "account_changes" ADD CONSTRAINT "account_changes_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id") REFERENCES "accounts"("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- prisma/sql/account_changes.sql

-- Changes of accounts that wait: switches that are scheduled, or wait for the consent of the owner or the host. The triggers below apply
-- the table's rules to every writer of activations and accounts. An open change is one without an outcome.

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

-- account_changes, before each row that is inserted or updated.
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
  NEW.due_at := CASE WHEN NEW.outcome IS NULL THEN
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
        ELSE clock_timestamp() END,
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
      AND c.effective_at > clock_timestamp() AND c.effective_at <> NEW.period_ends_at;
  RETURN NULL;
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

-- prisma/sql/audit.sql

-- activations, each row that support inserts. Adds the audit entry of the switch, whatever code made it.
CREATE OR REPLACE FUNCTION "audit_support_switch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_entries (app_id, id, account_id, type, target_id, actor_kind, actor_id, actor_name, actor_user_id,
      channel, occurred_at, data)
    SELECT NEW.app_id, 'aud' || substr(NEW.id, 4), NEW.account_id, 'account.switched', NEW.id, NEW.actor_kind, NEW.actor_id,
      coalesce(t.name, NEW.actor_name), t.user_id, NEW.channel, NEW.activated_at, jsonb_build_object('version', s.title,
        'previous_version', p.title, 'billing_period', NEW.billing_period, 'undo', NEW.undo IS TRUE, 'reason', NEW.reason)
    FROM version_snapshots s
    LEFT JOIN version_snapshots p ON p.app_id = NEW.app_id AND p.digest = NEW.previous_digest
    LEFT JOIN actors t ON t.app_id = NEW.app_id AND t.account_id = NEW.account_id AND t.id = NEW.actor_ref
    WHERE s.app_id = NEW.app_id AND s.digest = NEW.snapshot_digest;
  RETURN NULL;
END
$$;

-- account_changes, each row that support schedules or cancels. Adds the audit entry. Its ID has the time of the entry, so that entries
-- are sorted by ID.
CREATE OR REPLACE FUNCTION "audit_support_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_canceled CONSTANT boolean := NEW.outcome IS NOT NULL;
  at CONSTANT timestamptz := CASE WHEN NEW.outcome IS NOT NULL THEN NEW.ended_at ELSE NEW.created_at END;
  actor CONSTANT jsonb := CASE WHEN NEW.outcome IS NOT NULL THEN NEW.decided_by ELSE jsonb_build_object(
    'kind', NEW.actor_kind, 'id', NEW.actor_id, 'name', NEW.actor_name, 'userId', NEW.actor_user_id) END;
BEGIN
  INSERT INTO audit_entries (app_id, id, account_id, type, target_id, actor_kind, actor_id, actor_name, actor_user_id,
      channel, occurred_at, data)
    SELECT NEW.app_id, 'aud_' || (
        SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', (unix_ms(at) >> (5 * i) & 31)::integer + 1, 1), ''
          ORDER BY i DESC) FROM generate_series(0, 9) AS i) || substr(NEW.id, 15),
      NEW.account_id, CASE WHEN is_canceled THEN 'account.change_canceled' ELSE 'account.change_scheduled' END, NEW.id,
      (actor ->> 'kind')::actor_kind, actor ->> 'id', actor ->> 'name', actor ->> 'userId', 'support', at,
      jsonb_build_object('version', s.title, 'billing_period', NEW.billing_period,
        'reason', CASE WHEN is_canceled THEN NEW.message ELSE NEW.reason END)
    FROM version_snapshots s WHERE s.app_id = NEW.app_id AND s.digest = NEW.confirmed ->> 'to';
  RETURN NULL;
END
$$;

-- prisma/sql/commit_account_change.sql

-- Commits a change of an account, a version switch or the change of an add-on, if the state that it was decided on is still
-- current, and returns the current state otherwise. The events of the change are written by the same statement.
--
-- Arguments: app and account, IDs;
--            expected, {sequence, addOnSequence, users, catalogRevision, granted: [version ID], periodEndsAt, changes: [[ID, revision]
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
  SELECT coalesce(a.users, 1), a.period_ends_at INTO account_users, period_ends_at
    FROM accounts a WHERE a.app_id = app AND a.id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- A publication of the catalog holds it exclusively while it writes. What is read below is of before it or of after it.
  setting := pg_advisory_xact_lock_shared(1481003079, hashtext(app))::text;
  -- After the locks are acquired: now() would be the time before the wait. Columns have milliseconds.
  now_at := date_trunc('milliseconds', coalesce(to_timestamp(record_time / 1000.0), clock_timestamp()));

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

-- prisma/sql/due_work.sql

-- Work that happens later (lib/domain/due-work.ts). These functions cross tenants: tenant.due_work, which is in effect only
-- within them, makes the rows of all tenants visible to the owner. They return no data of a tenant.

-- Whether the transaction may access the rows of all tenants. Policies for the owner read it.
CREATE OR REPLACE FUNCTION "is_due_work"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('tenant.due_work', true) = 'on' $$;

-- Finds out what is due, with one probe of an index for each kind and endpoint.
--
-- Result:    {kinds, now}. kinds: 'events' to dispatch, 'deliveries' to send, 'uncommitted' if events wait for the end of a
--            transaction, 'queues' of deliveries to change, 'editions' to publish, 'changes' of accounts that are due or expire,
--            'endpoints' if there is an enabled endpoint. now is in Unix milliseconds.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "due_work"() RETURNS json LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  horizon CONSTANT bigint := event_horizon();
  endpoints bigint;
  next_xid bigint;
  has_deliveries boolean;
  has_queues boolean;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  SELECT count(*) FILTER (WHERE p.disabled_at IS NULL), min(n.xid), bool_or(d.is_due), bool_or(q.is_changing)
    INTO endpoints, next_xid, has_deliveries, has_queues
    FROM webhook_endpoints p
    CROSS JOIN LATERAL (SELECT p.ending_at IS NOT NULL OR p.recover_since IS NOT NULL AS is_changing) AS q
    LEFT JOIN LATERAL (
      SELECT e.xid FROM events e
      WHERE e.app_id = p.app_id AND (e.xid, e.id) > (p.dispatched_xid, p.dispatched_id)
      ORDER BY e.xid, e.id LIMIT 1) AS n ON p.disabled_at IS NULL AND NOT q.is_changing
    LEFT JOIN LATERAL (
      SELECT true AS is_due FROM webhook_deliveries d
      WHERE d.app_id = p.app_id AND d.endpoint_id = p.id AND d.state = 'waiting' AND d.next_at <= now_at
      ORDER BY d.next_at, d.event_xid LIMIT 1) AS d ON p.disabled_at IS NULL AND NOT q.is_changing
    WHERE p.disabled_at IS NULL OR q.is_changing;
  RETURN json_build_object('now', unix_ms(now_at), 'kinds', array_remove(ARRAY[
    CASE WHEN endpoints > 0 THEN 'endpoints' END,
    CASE WHEN next_xid < horizon THEN 'events' WHEN next_xid >= horizon THEN 'uncommitted' END,
    CASE WHEN has_deliveries THEN 'deliveries' END,
    CASE WHEN has_queues THEN 'queues' END,
    CASE WHEN EXISTS (SELECT FROM catalog_editions e WHERE e.publish_at <= now_at AND e.published_at IS NULL
      AND e.discarded_at IS NULL AND (e.claimed_until IS NULL OR e.claimed_until <= now_at)) THEN 'editions' END,
    CASE WHEN EXISTS (SELECT 1 FROM account_changes c WHERE c.due_at <= now_at) THEN 'changes' END], NULL));
END
$$;

-- Makes due what was scheduled at a later time than now: the clock was set back, and it would wait for too long.
--
-- Callers:   lib/db/due-work.ts, when a worker starts and when it notices the change.
CREATE OR REPLACE FUNCTION "reset_schedule"() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  UPDATE webhook_deliveries d SET next_at = DEFAULT, scheduled_at = clock_timestamp()
    WHERE d.state = 'waiting' AND d.scheduled_at > clock_timestamp();
  UPDATE catalog_editions e SET claimed_until = NULL
    WHERE e.publish_at IS NOT NULL AND e.published_at IS NULL AND e.discarded_at IS NULL
      AND e.claimed_until > clock_timestamp() + interval '60 s';
  -- The leases.
  UPDATE account_changes c SET due_at = CASE WHEN c.waits_for IS NULL THEN c.effective_at ELSE c.expires_at END
    WHERE c.due_at > greatest(c.effective_at, c.expires_at);
END
$$;

-- Claims the edition that has been due for longest, for 60 seconds.
--
-- Result:    {appId, id}, or null if none is due.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "claim_edition"() RETURNS json LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  claimed json;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  UPDATE catalog_editions e SET claimed_until = now_at + interval '60 s'
    FROM (
      SELECT d.app_id, d.id FROM catalog_editions d
      WHERE d.publish_at <= now_at AND d.published_at IS NULL AND d.discarded_at IS NULL
        AND (d.claimed_until IS NULL OR d.claimed_until <= now_at)
      ORDER BY d.publish_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS due
    WHERE e.app_id = due.app_id AND e.id = due.id
    RETURNING json_build_object('appId', e.app_id, 'id', e.id) INTO claimed;
  RETURN claimed;
END
$$;

-- Deletes expired rows of all tenants: idempotency records and responses; sessions and links a day after they expired; keys 30 days after
-- they were revoked; events, deliveries and ended account changes after 90 days.
--
-- Arguments: max_rows, of each table. Of keys and sessions at most 100, because servers are notified of each.
-- Result:    whether more rows may be left.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "purge_expired"(max_rows integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  few CONSTANT integer := least(max_rows, 100);
  deleted integer;
  more boolean := false;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  DELETE FROM idempotency_records WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM idempotency_records t WHERE t.expires_at < now_at LIMIT max_rows FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  more := more OR deleted = max_rows;
  DELETE FROM idempotent_responses WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM idempotent_responses t WHERE t.expires_at < now_at LIMIT max_rows FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  more := more OR deleted = max_rows;
  DELETE FROM portal_sessions WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM portal_sessions t WHERE t.expires_at < now_at - interval '1 day'
    LIMIT few FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  more := more OR deleted = few;
  DELETE FROM api_keys WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM api_keys t WHERE t.revoked_at < now_at - interval '30 days' LIMIT few FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  more := more OR deleted = few;
  DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM webhook_deliveries t WHERE t.created_at < now_at - interval '90 days'
    LIMIT max_rows FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  more := more OR deleted = max_rows;
  DELETE FROM events WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM events t WHERE t.occurred_at < now_at - interval '90 days' LIMIT max_rows FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  more := more OR deleted = max_rows;
  DELETE FROM account_changes WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM account_changes t WHERE t.ended_at < now_at - interval '90 days' LIMIT max_rows FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN more OR deleted = max_rows;
END
$$;

-- How many webhook deliveries wait, and for how long the oldest has been due.
--
-- Result:    {waiting, lateMs}. waiting counts those that wait for their turn or for a retry. lateMs is in milliseconds.
--            What is due at once is due since it was scheduled: its next_at is the default, in 1970.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "delivery_queue"() RETURNS json LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  RETURN (
    SELECT json_build_object('waiting', count(*), 'lateMs', greatest(0, coalesce(
      extract(epoch FROM clock_timestamp() - min(greatest(d.next_at, d.scheduled_at)) FILTER (WHERE d.state = 'waiting')) * 1000, 0))::bigint)
    FROM webhook_deliveries d JOIN webhook_endpoints p ON p.app_id = d.app_id AND p.id = d.endpoint_id
    WHERE d.state IN ('queued', 'waiting') AND p.disabled_at IS NULL);
END
$$;

-- prisma/sql/personal_data.sql

-- Names and user IDs of who changed accounts. They are in actors and not in the history, which is append-only, so that they can be
-- removed.

-- Moves name and user ID of a row's actor to actors. The writer of the row holds a lock on the row of the account or has inserted it.
--
-- Callers:   the INSERT triggers of activations and add_on_changes in prisma/migrations, for rows of keys and sessions.
CREATE OR REPLACE FUNCTION "store_actor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The name of an app key is no personal data.
  IF NEW.actor_kind = 'key' AND NEW.actor_user_id IS NULL AND NOT EXISTS (
    SELECT FROM api_keys k WHERE k.app_id = NEW.app_id AND k.id = NEW.actor_id AND k.account_id = NEW.account_id)
  THEN
    RETURN NEW;
  END IF;
  NEW.actor_ref := (
    SELECT p.id FROM actors p
    WHERE p.app_id = NEW.app_id AND p.account_id = NEW.account_id AND p.name = NEW.actor_name
      AND p.user_id IS NOT DISTINCT FROM NEW.actor_user_id);
  IF NEW.actor_ref IS NULL THEN
    INSERT INTO actors (app_id, account_id, id, name, user_id)
      SELECT NEW.app_id, NEW.account_id, coalesce(max(p.id), 0) + 1, NEW.actor_name, NEW.actor_user_id
      FROM actors p WHERE p.app_id = NEW.app_id AND p.account_id = NEW.account_id
      RETURNING id INTO NEW.actor_ref;
  END IF;
  NEW.actor_name := '';
  NEW.actor_user_id := NULL;
  RETURN NEW;
END
$$;

-- Arguments: actor, {kind, name, user_id or userId} or null; key_names, those of the account's keys.
-- Result:    the actor without name and user ID if it is a person or a key of the account.
-- Callers:   anonymize_account.
CREATE OR REPLACE FUNCTION "anonymize_actor"(actor jsonb, key_names text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE
    WHEN actor ->> 'kind' = 'session' OR coalesce(actor ->> 'user_id', actor ->> 'userId') IS NOT NULL
      OR (actor ->> 'kind' = 'key' AND actor ->> 'name' = ANY (key_names))
    THEN actor || '{"name": ""}' || CASE WHEN actor ? 'userId' THEN '{"userId": null}' ELSE '{"user_id": null}' END::jsonb
    ELSE actor END $$;

-- Removes personal data of an account: names and user IDs of actors, sessions and keys, which end; its title, which becomes its ID, and
-- its external ID; what host applications responded to its events; and its idempotency records. Its history stays.
--
-- Arguments: app and account, IDs. The transaction's tenant must be the account.
-- Callers:   lib/db/personal-data.ts.
CREATE OR REPLACE FUNCTION "anonymize_account"(app text, account text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  since timestamptz;
  key_names CONSTANT text[] := ARRAY(SELECT k.name FROM api_keys k WHERE k.app_id = app AND k.account_id = account);
BEGIN
  SELECT a.created_at INTO since FROM accounts a WHERE a.app_id = app AND a.id = account FOR UPDATE;
  UPDATE accounts a SET title = account, external_id = NULL WHERE a.app_id = app AND a.id = account;
  UPDATE actors p SET name = NULL, user_id = NULL WHERE p.app_id = app AND p.account_id = account;
  UPDATE account_changes c SET actor_user_id = NULL, decided_by = anonymize_actor(c.decided_by, key_names),
    actor_name = anonymize_actor(jsonb_build_object('kind', c.actor_kind, 'name', c.actor_name, 'user_id', c.actor_user_id),
      key_names) ->> 'name'
    WHERE c.app_id = app AND c.account_id = account;
  DELETE FROM idempotency_records i WHERE i.app_id = app AND i.account_id = account;
  DELETE FROM idempotent_responses r WHERE r.app_id = app AND r.credential_id = ANY (ARRAY(
    SELECT s.id FROM portal_sessions s WHERE s.app_id = app AND s.account_id = account
    UNION ALL SELECT k.id FROM api_keys k WHERE k.app_id = app AND k.account_id = account));
  UPDATE portal_sessions s SET actor_name = '', actor_id = NULL, return_url = NULL, path = NULL,
    revoked_at = coalesce(s.revoked_at, now_at)
    WHERE s.app_id = app AND s.account_id = account;
  UPDATE api_keys k SET name = '', revoked_at = coalesce(k.revoked_at, now_at)
    WHERE k.app_id = app AND k.account_id = account;
  -- An index finds rows by time.
  UPDATE events e SET data = jsonb_build_object('title', account)
    WHERE e.app_id = app AND e.account_id = account AND e.id = event_id(account)
      AND e.occurred_at = since;
  UPDATE events e SET data = e.data || jsonb_build_object('created_by', anonymize_actor(e.data -> 'created_by', key_names),
      'decided_by', anonymize_actor(e.data -> 'decided_by', key_names))
    WHERE e.app_id = app AND e.account_id = account AND e.type LIKE 'account.change\_%'
      AND e.occurred_at >= (SELECT min(c.created_at) FROM account_changes c WHERE c.app_id = app AND c.account_id = account);
  UPDATE webhook_deliveries d
    SET attempts = (SELECT jsonb_agg(t.attempt || '{"response": null}' ORDER BY t.position)
      FROM jsonb_array_elements(d.attempts) WITH ORDINALITY AS t (attempt, position))
    FROM webhook_endpoints w, (
      SELECT event_id(account) AS id
      UNION ALL SELECT event_id(h.id) FROM activations h WHERE h.app_id = app AND h.account_id = account
      UNION ALL SELECT event_id(o.id) FROM add_on_changes o WHERE o.app_id = app AND o.account_id = account
      UNION ALL SELECT account_change_event_id(c.id, r.revision) FROM account_changes c, generate_series(1, c.revision) AS r (revision)
        WHERE c.app_id = app AND c.account_id = account) AS e
    WHERE w.app_id = app AND d.app_id = app AND d.endpoint_id = w.id AND d.event_id = e.id
      AND jsonb_array_length(d.attempts) > 0;
END
$$;

-- prisma/sql/read_account_state.sql

-- Returns what decides which versions an account can see and switch to, and which add-ons it can turn on and off. The
-- transaction's tenant must be the account.
--
-- Arguments: app and account, IDs.
-- Result:    {account: {id, title, externalId}, periodEndsAt, changes: read_open_changes, current: {id, sequence, versionId,
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

-- Indexes that Prisma does not model

CREATE UNIQUE INDEX "account_changes_one_scheduled" ON "account_changes" ("app_id", "account_id")
  WHERE "outcome" IS NULL AND "waits_for" IS NULL;
-- One for each person and target.
CREATE UNIQUE INDEX "account_changes_one_waiting" ON "account_changes"
  ("app_id", "account_id", coalesce("actor_user_id", "actor_id"), "version_id", "billing_period")
  WHERE "outcome" IS NULL AND "waits_for" IS NOT NULL;
CREATE UNIQUE INDEX "account_changes_one_per_activation" ON "account_changes" ("app_id", "account_id", "activation_id")
  WHERE "activation_id" IS NOT NULL;
-- What is due, of all tenants, and the changes of a move.
CREATE INDEX "account_changes_due" ON "account_changes" ("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "account_changes_batch" ON "account_changes" ("app_id", "batch_id", "account_id") WHERE "batch_id" IS NOT NULL;
CREATE INDEX "account_changes_ended_at_idx" ON "account_changes" USING BRIN ("ended_at");

ALTER TABLE "account_changes"
  ADD CONSTRAINT "account_changes_ended" CHECK (("outcome" IS NULL) = ("ended_at" IS NULL)),
  ADD CONSTRAINT "account_changes_expires" CHECK ("outcome" IS NOT NULL OR ("waits_for" IS NULL) = ("expires_at" IS NULL)),
  ADD CONSTRAINT "account_changes_scheduled" CHECK ("outcome" IS NOT NULL OR "waits_for" IS NOT NULL OR "effective_at" IS NOT NULL),
  ADD CONSTRAINT "account_changes_applied" CHECK ("activation_id" IS NULL OR "outcome" = 'applied');

CREATE TRIGGER "account_changes_set" BEFORE INSERT OR UPDATE ON "account_changes"
  FOR EACH ROW EXECUTE FUNCTION "set_account_change"();
CREATE TRIGGER "account_changes_record" AFTER INSERT OR UPDATE ON "account_changes"
  FOR EACH ROW EXECUTE FUNCTION "record_account_change"();
CREATE TRIGGER "account_changes_notify_insert" AFTER INSERT ON "account_changes"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_account_changes"();
CREATE TRIGGER "account_changes_notify_update" AFTER UPDATE ON "account_changes"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_account_changes"();
CREATE TRIGGER "account_changes_audit_scheduled" AFTER INSERT ON "account_changes"
  FOR EACH ROW WHEN (NEW.channel = 'support' AND NEW.outcome IS NULL) EXECUTE FUNCTION "audit_support_change"();
CREATE TRIGGER "account_changes_audit_canceled" AFTER UPDATE ON "account_changes"
  FOR EACH ROW WHEN (OLD.outcome IS NULL AND NEW.outcome = 'canceled' AND NEW.decided_by ->> 'channel' = 'support')
  EXECUTE FUNCTION "audit_support_change"();
CREATE TRIGGER "accounts_move_changes" AFTER UPDATE ON "accounts" FOR EACH ROW
  WHEN (OLD.period_ends_at IS DISTINCT FROM NEW.period_ends_at) EXECUTE FUNCTION "move_account_changes"();

GRANT SELECT, INSERT, UPDATE ON "account_changes" TO "app_versions_runtime";
REVOKE EXECUTE ON FUNCTION "claim_account_changes" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "claim_account_changes" TO "app_versions_runtime";

ALTER TABLE "account_changes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "account_changes" FORCE ROW LEVEL SECURITY;
CREATE POLICY "app_or_account_isolation" ON "account_changes"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
-- The worker's functions run as the owner.
CREATE POLICY "due_work" ON "account_changes" TO CURRENT_USER USING (is_due_work());
-- npm run backup reads the rows of all tenants.
CREATE POLICY "backup" ON "account_changes" FOR SELECT TO CURRENT_USER USING (is_backup());
