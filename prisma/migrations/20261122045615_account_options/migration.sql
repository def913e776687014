-- CreateEnum
CREATE TYPE "option_cause" AS ENUM ('toggle', 'switch');

-- AlterTable
ALTER TABLE "activations" ADD COLUMN     "billing_period" "billing_period",
ADD COLUMN     "options" JSONB;

-- CreateTable
CREATE TABLE "option_changes" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "offer_id" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "cause" "option_cause" NOT NULL,
    "activation_sequence" INTEGER,
    "version_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "fee" INTEGER,
    "user_fee" INTEGER,
    "fee_unit" TEXT,
    "user_fee_unit" TEXT,
    "annual_fee" INTEGER,
    "annual_user_fee" INTEGER,
    "price_text" TEXT,
    "currency" TEXT NOT NULL,
    "billing_period" "billing_period" NOT NULL,
    "account_billing_period" "billing_period" NOT NULL,
    "features" JSONB NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "reason" TEXT,

    CONSTRAINT "option_changes_pkey" PRIMARY KEY ("app_id","account_id","sequence")
);

-- CreateIndex
CREATE INDEX "option_changes_app_id_account_id_offer_id_sequence_idx" ON "option_changes"("app_id", "account_id", "offer_id", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "option_changes_app_id_account_id_id_key" ON "option_changes"("app_id", "account_id", "id");

-- AddForeignKey
ALTER TABLE "option_changes" ADD CONSTRAINT "option_changes_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id") REFERENCES "accounts"("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

DROP TRIGGER "activations_notify_insert" ON "activations";
DROP ROUTINE notify_activations();
DROP ROUTINE switch_version(text,text,jsonb,text,jsonb,jsonb,jsonb,bigint,integer,integer,bigint,text);

-- prisma/sql/commit_account_change.sql

-- Commits a change of an account, a version switch or the change of an offer, if the state that it was decided on is still
-- current, and returns the current state otherwise. The events of the change are written by the same statement.
-- Skips NOTIFY when no other server listens: NOTIFY holds a cluster-wide lock during the commit, which would serialize
-- all changes.
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
--            known_epoch, the epoch at which the caller was the only listener, or NULL;
--            token, which the other listeners return when they acknowledge the notification.
--            Rows have snake_case keys. app_id and account_id come from the arguments.
-- Result:    {state, changedAt, listeners: [number of each other listener], epoch}. state is null if the change was
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
  stored idempotency_records;
  is_current boolean;
  epoch bigint;
  listeners integer[] := '{}';
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true),
    set_config('lock_timeout', timeout_ms::text, true);
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
  SELECT a.catalog_revision INTO revision FROM apps a WHERE a.id = app;
  IF idempotency_key IS NOT NULL THEN
    SELECT i.* INTO stored FROM idempotency_records i
      WHERE i.app_id = app AND i.account_id = account AND i.key = idempotency_key AND i.expires_at > now_at;
  END IF;
  is_current := expected IS NOT NULL AND stored.key IS NULL
    AND last_sequence = (expected ->> 'sequence')::integer
    AND last_option = (expected ->> 'optionSequence')::integer
    AND revision = (expected ->> 'catalogRevision')::integer
    AND expected -> 'granted' = (
      SELECT coalesce(jsonb_agg(g.version_id ORDER BY g.version_id), '[]')
      FROM version_grants g WHERE g.app_id = app AND g.account_id = account);

  IF own IS NOT NULL AND (is_current OR stored.key IS NOT NULL) THEN
    -- Held until the end of the transaction. register_listener waits for it, so a listener that is not visible here
    -- starts with an empty cache after this transaction.
    PERFORM pg_advisory_xact_lock_shared(1481003078, 0);
    SELECT last_value INTO epoch FROM listener_epoch;
    IF known_epoch IS DISTINCT FROM epoch THEN listeners := array_remove(active_listeners(), own); END IF;
    IF cardinality(listeners) = 0 THEN
      PERFORM set_config('app_versions.skip_notify', pg_current_xact_id()::text, true);
    END IF;
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
    'listeners', listeners,
    'epoch', epoch);
END
$$;

-- prisma/sql/events.sql

-- Events. Whatever changes an account or a catalog writes its event in its own transaction, with a plain INSERT.
--
-- xid is the transaction that wrote the event. Readers order by (xid, id) and stay below the oldest running transaction
-- (event_horizon), so that a transaction that commits late is never skipped. A transaction takes its xid after it has
-- locked the account, so the events of an account are in order too.

-- Arguments: id, of the row that caused the event.
-- Result:    the ID of the event: the same with the prefix evt.
-- Callers:   commit_account_change.
CREATE OR REPLACE FUNCTION "event_id"(id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT 'evt' || substr(id, 4) $$;

-- Result:    the oldest running transaction. No event with a lower xid can be added.
-- Callers:   read_events, dispatch_events, due_work.
CREATE OR REPLACE FUNCTION "event_horizon"() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint $$;

-- Reads an event with what its content is made of. Sets the transaction's tenant to the event's account.
--
-- Arguments: event, a row of events.
-- Result:    {id, type, occurredAt, accountId, externalId, sequence, data, activation: {id, snapshotDigest,
--            previousDigest, direction, actorKind, actorName, channel, reason, billingPeriod} or null, optionChange:
--            a row of option_changes with snake_case keys and activation_id or null}. occurredAt is in Unix
--            milliseconds. activation is null unless the type is account.version_switched, optionChange unless it is
--            account.option_enabled or account.option_disabled.
-- Callers:   read_events, read_delivery.
CREATE OR REPLACE FUNCTION "event_json"(event events) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', event.app_id, true),
    set_config('tenant.account_id', coalesce(event.account_id, ''), true);
  RETURN json_build_object('id', event.id, 'type', event.type, 'occurredAt', unix_ms(event.occurred_at),
    'accountId', event.account_id,
    'externalId', CASE WHEN event.account_id IS NOT NULL THEN (
      SELECT c.external_id FROM accounts c WHERE c.app_id = event.app_id AND c.id = event.account_id) END,
    'sequence', event.sequence, 'data', event.data,
    'activation', CASE WHEN event.type = 'account.version_switched' THEN (
      SELECT json_build_object('id', h.id, 'snapshotDigest', h.snapshot_digest, 'previousDigest', h.previous_digest,
        'direction', h.direction, 'actorKind', h.actor_kind, 'actorName', h.actor_name, 'channel', h.channel,
        'reason', h.reason, 'billingPeriod', h.billing_period)
      FROM activations h
      WHERE h.app_id = event.app_id AND h.account_id = event.account_id AND h.id = 'avh' || substr(event.id, 4)) END,
    'optionChange', CASE WHEN event.type IN ('account.option_enabled', 'account.option_disabled') THEN (
      SELECT to_jsonb(h) || jsonb_build_object('activation_id', (
        SELECT a.id FROM activations a
        WHERE a.app_id = h.app_id AND a.account_id = h.account_id AND a.sequence = h.activation_sequence))
      FROM option_changes h
      WHERE h.app_id = event.app_id AND h.account_id = event.account_id AND h.id = 'aoh' || substr(event.id, 4)) END);
END
$$;

-- Reads the events of an app in the order of (xid, id).
--
-- Arguments: app, an ID; account, an ID, or NULL for all events; types, or NULL for all; after_xid and after_id, the
--            event to continue after; max_rows; max_scanned, the number of events to read at most.
-- Result:    {events: [event_json], xid, id, more}. xid and id are those of the last event that was read, whether it
--            matched or not, or the arguments. more is true if a limit ended the page. NULL if after_xid is later than
--            any event: it is from another cluster, before the database was restored from a backup.
-- Callers:   lib/db/events.ts.
CREATE OR REPLACE FUNCTION "read_events"(app text, account text, types text[], after_xid bigint, after_id text,
  max_rows integer, max_scanned integer) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  horizon CONSTANT bigint := event_horizon();
  batch events[];
  event events;
  result json[] := '{}';
  scanned integer := 0;
BEGIN
  IF after_xid >= horizon THEN RETURN NULL; END IF;
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  -- All at once: event_json changes the tenant.
  batch := ARRAY(
    SELECT e FROM events e
    WHERE e.app_id = app AND (e.xid, e.id) > (after_xid, after_id) AND e.xid < horizon
    ORDER BY e.xid, e.id LIMIT max_scanned);
  FOREACH event IN ARRAY batch LOOP
    EXIT WHEN cardinality(result) = max_rows;
    scanned := scanned + 1;
    after_xid := event.xid;
    after_id := event.id;
    IF (account IS NULL OR event.account_id = account) AND (types IS NULL OR event.type = ANY (types)) THEN
      result := result || event_json(event);
    END IF;
  END LOOP;
  RETURN json_build_object('events', array_to_json(result), 'xid', after_xid::text, 'id', after_id,
    'more', scanned < cardinality(batch) OR scanned = max_scanned);
END
$$;

-- prisma/sql/history.sql

-- The history of an account. Each function sets the transaction's tenant to the account and reads activations by an index,
-- so the cost does not grow with the length of the history.
--
-- Callers:   lib/db/activations.ts, lib/db/option-changes.ts.

-- Arguments: app and account, IDs; newest, the sequence to start at; max_rows, the page size.
-- Result:    activations from newest downwards as arrays [id, sequence, activated at in Unix milliseconds, direction,
--            snapshot digest, previous digest, actor kind, actor name, channel, reason, billing period, options].
--            Arrays, because repeated keys would cost a quarter of the time.
CREATE OR REPLACE FUNCTION "read_activations"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (
    SELECT coalesce(json_agg(json_build_array(h.id, h.sequence, unix_ms(h.activated_at), h.direction,
      h.snapshot_digest, h.previous_digest, h.actor_kind, h.actor_name, h.channel, h.reason,
      h.billing_period, h.options)), '[]')
    FROM (SELECT * FROM activations a WHERE a.app_id = app AND a.account_id = account AND a.sequence <= newest
      ORDER BY a.sequence DESC LIMIT max_rows) AS h);
END
$$;

-- Arguments: app, account and activation_id, IDs.
-- Result:    the activation's sequence; NULL if there is no such activation.
CREATE OR REPLACE FUNCTION "find_sequence_by_id"(app text, account text, activation_id text) RETURNS integer
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (SELECT h.sequence FROM activations h WHERE h.app_id = app AND h.account_id = account AND h.id = activation_id);
END
$$;

-- Arguments: app and account, IDs; at_ms, a time in Unix milliseconds.
-- Result:    the sequence of the activation that was in effect at that time; 0 before the first one.
-- Binary search by sequence: sequences have no gaps and activated_at never decreases, so no index of times is needed.
CREATE OR REPLACE FUNCTION "find_sequence_at"(app text, account text, at_ms bigint) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  at CONSTANT timestamptz := to_timestamp(at_ms / 1000.0);
  low integer := 0;
  high integer;
  middle integer;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  SELECT max(h.sequence) INTO high FROM activations h WHERE h.app_id = app AND h.account_id = account;
  high := coalesce(high, 0);
  WHILE low < high LOOP
    middle := (low + high + 1) / 2;
    IF (SELECT h.activated_at FROM activations h
        WHERE h.app_id = app AND h.account_id = account AND h.sequence = middle) <= at THEN
      low := middle;
    ELSE
      high := middle - 1;
    END IF;
  END LOOP;
  RETURN low;
END
$$;

-- Arguments: app and account, IDs; newest, the sequence to start at; max_rows, the page size.
-- Result:    rows of option_changes from newest downwards, with snake_case keys, changed_at in Unix milliseconds, and
--            activation_id, the ID of the switch that was the cause or null.
CREATE OR REPLACE FUNCTION "read_option_changes"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (
    SELECT coalesce(json_agg(to_jsonb(h) || jsonb_build_object('changed_at', unix_ms(h.changed_at), 'activation_id', (
      SELECT a.id FROM activations a
      WHERE a.app_id = app AND a.account_id = account AND a.sequence = h.activation_sequence))), '[]')
    FROM (SELECT * FROM option_changes o WHERE o.app_id = app AND o.account_id = account AND o.sequence <= newest
      ORDER BY o.sequence DESC LIMIT max_rows) AS h);
END
$$;

-- Arguments: app, account and change_id, IDs.
-- Result:    the sequence of the option change; NULL if there is no such change.
CREATE OR REPLACE FUNCTION "find_option_sequence_by_id"(app text, account text, change_id text) RETURNS integer
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (SELECT h.sequence FROM option_changes h WHERE h.app_id = app AND h.account_id = account AND h.id = change_id);
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

-- activations and option_changes, each statement. Static SQL, because every switch runs it. Only commit_account_change sets
-- skip_notify, to the ID of its own transaction.
CREATE OR REPLACE FUNCTION "notify_account_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apps text[];
  ids text[];
BEGIN
  IF current_setting('app_versions.skip_notify', true) = pg_current_xact_id()::text THEN RETURN NULL; END IF;
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

-- prisma/sql/read_account_state.sql

-- Returns what decides which versions an account can see and switch to, and which offers it can turn on and off. The
-- transaction's tenant must be the account.
--
-- Arguments: app and account, IDs.
-- Result:    {account: {id, title}, current: {id, sequence, versionId, activatedAt, snapshotDigest, billingPeriod} or
--            null, granted: [version ID], optionSequence, options: [{id, offerId, sequence, active, changedAt, title,
--            fee, userFee, feeUnit, userFeeUnit, annualFee, annualUserFee, priceText, accountBillingPeriod}]}; NULL if
--            there is no such account. optionSequence is that of the last option change, or 0. options has the newest
--            change of each offer. Times are in Unix milliseconds; granted is sorted.
-- Callers:   resolve_credential, commit_account_change; lib/db/accounts.ts.

CREATE OR REPLACE FUNCTION "read_account_state"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  last_option integer;
BEGIN
  SELECT h.sequence INTO last_option
    FROM option_changes h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  RETURN (
    SELECT json_build_object(
      'account', json_build_object('id', c.id, 'title', c.title),
      'current', (
        SELECT json_build_object('id', h.id, 'sequence', h.sequence, 'versionId', h.version_id,
          'activatedAt', unix_ms(h.activated_at), 'snapshotDigest', h.snapshot_digest,
          'billingPeriod', h.billing_period)
        FROM activations h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1),
      'granted', (
        SELECT coalesce(json_agg(g.version_id ORDER BY g.version_id), '[]')
        FROM version_grants g WHERE g.app_id = app AND g.account_id = account),
      'optionSequence', coalesce(last_option, 0),
      'options', CASE WHEN last_option IS NULL THEN '[]' ELSE newest_option_changes(app, account) END)
    FROM accounts c WHERE c.app_id = app AND c.id = account);
END
$$;

-- The newest change of each offer of an account. Searches the index once per offer, so the cost does not grow with the
-- length of the history.
--
-- Arguments: app and account, IDs.
-- Result:    `options` of read_account_state.
-- Callers:   read_account_state.
CREATE OR REPLACE FUNCTION "newest_option_changes"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE newest AS (
      (SELECT h AS row FROM option_changes h WHERE h.app_id = app AND h.account_id = account
        ORDER BY h.offer_id DESC, h.sequence DESC LIMIT 1)
      UNION ALL
      SELECT (
        SELECT h FROM option_changes h
        WHERE h.app_id = app AND h.account_id = account AND h.offer_id < (newest.row).offer_id
        ORDER BY h.offer_id DESC, h.sequence DESC LIMIT 1)
      FROM newest WHERE (newest.row).offer_id IS NOT NULL)
    SELECT coalesce(json_agg(json_build_object('id', h.id, 'offerId', h.offer_id, 'sequence', h.sequence,
      'active', h.active, 'changedAt', unix_ms(h.changed_at), 'title', h.title, 'fee', h.fee,
      'userFee', h.user_fee, 'feeUnit', h.fee_unit, 'userFeeUnit', h.user_fee_unit,
      'annualFee', h.annual_fee, 'annualUserFee', h.annual_user_fee, 'priceText', h.price_text,
      'accountBillingPeriod', h.account_billing_period)), '[]')
    FROM newest, LATERAL (SELECT (newest.row).*) AS h WHERE h.offer_id IS NOT NULL);
END
$$;

ALTER TABLE "option_changes" ADD CONSTRAINT "option_changes_sequence_positive" CHECK ("sequence" >= 1);

-- Privileges of the runtime role

GRANT SELECT, INSERT ON "option_changes" TO "app_versions_runtime";

-- Row-level security

ALTER TABLE "option_changes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "option_changes" FORCE ROW LEVEL SECURITY;
CREATE POLICY "account_isolation" ON "option_changes"
  USING (app_id = tenant_app() AND account_id = tenant_account());
-- npm run backup reads the rows of all tenants.
CREATE POLICY "backup" ON "option_changes" FOR SELECT TO CURRENT_USER USING (is_backup());

-- Append-only table and cache invalidation. The triggers also fire for replication roles.

CREATE TRIGGER "option_changes_append_only" BEFORE UPDATE OR DELETE ON "option_changes"
  FOR EACH ROW EXECUTE FUNCTION "reject_change"();
CREATE TRIGGER "option_changes_no_truncate" BEFORE TRUNCATE ON "option_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION "reject_change"();
CREATE TRIGGER "activations_notify_insert" AFTER INSERT ON "activations"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_account_changes"();
CREATE TRIGGER "option_changes_notify_insert" AFTER INSERT ON "option_changes"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_account_changes"();
ALTER TABLE "option_changes" ENABLE ALWAYS TRIGGER "option_changes_append_only";
ALTER TABLE "option_changes" ENABLE ALWAYS TRIGGER "option_changes_no_truncate";
ALTER TABLE "activations" ENABLE ALWAYS TRIGGER "activations_notify_insert";
ALTER TABLE "option_changes" ENABLE ALWAYS TRIGGER "option_changes_notify_insert";
