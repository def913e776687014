-- Names what the API calls optional features "add-ons" everywhere. Servers of earlier versions don't work on this schema.

ALTER TABLE "offers" RENAME TO "add_ons";
ALTER TABLE "offer_versions" RENAME TO "add_on_versions";
ALTER TABLE "offer_features" RENAME TO "add_on_features";
ALTER TABLE "option_changes" RENAME TO "add_on_changes";
ALTER TABLE "add_on_versions" RENAME COLUMN "offer_id" TO "add_on_id";
ALTER TABLE "add_on_features" RENAME COLUMN "offer_id" TO "add_on_id";
ALTER TABLE "add_on_changes" RENAME COLUMN "offer_id" TO "add_on_id";
ALTER TABLE "activations" RENAME COLUMN "options" TO "add_ons";
ALTER TYPE "offer_effect" RENAME TO "add_on_effect";
ALTER TYPE "option_cause" RENAME TO "add_on_cause";

-- Constraints, indexes, triggers and policies have the names of their tables and columns.
CREATE FUNCTION pg_temp.add_on_name(name text) RETURNS text LANGUAGE sql AS $$
  SELECT replace(replace(replace(replace(replace(replace(name, 'option_changes', 'add_on_changes'),
    'offer_versions', 'add_on_versions'), 'offer_features', 'add_on_features'), 'offers', 'add_ons'),
    'offer_id', 'add_on_id'), 'activations_options', 'activations_add_ons')
$$;
DO $$
DECLARE
  renamed record;
BEGIN
  FOR renamed IN
    SELECT format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', c.conrelid::regclass, c.conname,
        pg_temp.add_on_name(c.conname)) AS command
      FROM pg_constraint c WHERE c.connamespace = 'public'::regnamespace AND c.conname <> pg_temp.add_on_name(c.conname)
    UNION ALL SELECT format('ALTER INDEX %I RENAME TO %I', i.relname, pg_temp.add_on_name(i.relname))
      FROM pg_class i WHERE i.relnamespace = 'public'::regnamespace AND i.relkind = 'i'
        AND i.relname <> pg_temp.add_on_name(i.relname)
        AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.oid)
    UNION ALL SELECT format('ALTER TRIGGER %I ON %s RENAME TO %I', t.tgname, t.tgrelid::regclass,
        pg_temp.add_on_name(t.tgname))
      FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgname <> pg_temp.add_on_name(t.tgname)
    UNION ALL SELECT format('ALTER POLICY %I ON %s RENAME TO %I', p.polname, p.polrelid::regclass,
        pg_temp.add_on_name(p.polname))
      FROM pg_policy p WHERE p.polname <> pg_temp.add_on_name(p.polname)
  LOOP
    EXECUTE renamed.command;
  END LOOP;
END
$$;

DROP SEQUENCE "listener_epoch";
DROP FUNCTION "claim_deliveries"(integer, integer, text[]);

DROP ROUTINE commit_account_change(text,text,jsonb,text,jsonb,jsonb,jsonb,jsonb,bigint,integer,integer,bigint,text);
DROP ROUTINE find_option_sequence_by_id(text,text,text);
DROP ROUTINE newest_option_changes(text,text);
DROP ROUTINE read_option_changes(text,text,integer,integer);

-- prisma/sql/commit_account_change.sql

-- Commits a change of an account, a version switch or the change of an add-on, if the state that it was decided on is still
-- current, and returns the current state otherwise. The events of the change are written by the same statement.
--
-- Arguments: app and account, IDs;
--            expected, {sequence, addOnSequence, catalogRevision, granted: [version ID]}, or NULL to only read the
--            state;
--            idempotency_key, the request's Idempotency-Key or NULL;
--            snapshots, an array of version_snapshots rows, of which those that exist are skipped, or NULL;
--            activation, a row of activations without activated_at, or NULL;
--            changes, an array of rows of add_on_changes without changed_at, in the order of their sequences, or NULL;
--            idempotency_record, a row of idempotency_records without its times, or NULL. It expires after 24 hours;
--            record_time, the time to record in Unix milliseconds, or NULL for the clock of the database;
--            timeout_ms, how long to wait for the account's row;
--            own, the caller's listener number, or NULL if nothing is to be acknowledged;
--            token, which the other listeners return when they acknowledge the notification.
--            Rows have snake_case keys. app_id and account_id come from the arguments.
-- Result:    {state, changedAt, listeners: [number of each other listener]}. state is null if the change was
--            committed, else {catalogRevision, accountState, idempotencyRecord: {requestHash, historyId, changed} or
--            null}. The state is also returned if there is an unexpired record of the key. NULL if there is no such
--            account. changedAt, the time of the account's last change, is in Unix milliseconds.
-- Callers:   lib/db/account-changes.ts.

CREATE OR REPLACE FUNCTION "commit_account_change"(app text, account text, expected jsonb,
  idempotency_key text, snapshots jsonb, activation jsonb, changes jsonb, idempotency_record jsonb, record_time bigint,
  timeout_ms integer, own integer, token text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  now_at timestamptz;
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
  PERFORM 1 FROM accounts a WHERE a.app_id = app AND a.id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- After the lock is acquired: now() would be the time before the wait. Columns have milliseconds.
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
  is_current := expected IS NOT NULL AND stored.key IS NULL
    AND last_sequence = (expected ->> 'sequence')::integer
    AND last_add_on = (expected ->> 'addOnSequence')::integer
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

-- Reads events with what their content is made of.
--
-- Arguments: batch, rows of events of one app.
-- Result:    a row for each event with its position in the batch and content: {id, xid, type, occurredAt, accountId,
--            externalId, sequence, data, activation: {id, snapshotDigest, previousDigest, direction, actorKind,
--            actorName, channel, reason, billingPeriod} or null, addOnChange: a row of add_on_changes with snake_case
--            keys and activation_id or null}. occurredAt is in Unix milliseconds. activation is null unless the type is
--            account.version_switched, addOnChange unless it is account.option_enabled or account.option_disabled.
-- Callers:   event_json, read_events. The tenant is the app, with all accounts or that of the events.
-- Under row-level security, an index is not searched by substr() of a column. OFFSET 0 makes it a value.
CREATE OR REPLACE FUNCTION "event_contents"(batch events[])
  RETURNS TABLE (xid bigint, id text, account_id text, type text, "position" bigint, content json)
  LANGUAGE sql STABLE AS $$
  SELECT e.xid, e.id, e.account_id, e.type, e.ordinality, json_build_object('id', e.id, 'xid', e.xid::text,
    'type', e.type, 'occurredAt', floor(extract(epoch FROM e.occurred_at) * 1000)::bigint,
    'accountId', e.account_id, 'externalId', c.external_id, 'sequence', e.sequence, 'data', e.data,
    'activation', CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'snapshotDigest', s.snapshot_digest,
      'previousDigest', s.previous_digest, 'direction', s.direction, 'actorKind', s.actor_kind,
      'actorName', s.actor_name, 'channel', s.channel, 'reason', s.reason, 'billingPeriod', s.billing_period) END,
    'addOnChange', CASE WHEN o.id IS NOT NULL THEN to_jsonb(o) || jsonb_build_object('activation_id', a.id) END)
  FROM (
    SELECT u.*,
      CASE WHEN u.type = 'account.version_switched' THEN 'avh' || substr(u.id, 4) END AS activation_id,
      CASE WHEN u.type IN ('account.option_enabled', 'account.option_disabled') THEN 'aoh' || substr(u.id, 4) END
        AS option_change_id
    FROM unnest(batch) WITH ORDINALITY AS u
    OFFSET 0) AS e
  LEFT JOIN accounts c ON c.app_id = e.app_id AND c.id = e.account_id
  LEFT JOIN activations s ON s.app_id = e.app_id AND s.account_id = e.account_id AND s.id = e.activation_id
  LEFT JOIN add_on_changes o ON o.app_id = e.app_id AND o.account_id = e.account_id AND o.id = e.option_change_id
  LEFT JOIN activations a ON a.app_id = o.app_id AND a.account_id = o.account_id AND a.sequence = o.activation_sequence
$$;

-- Reads one event. Sets the transaction's tenant to the event's account.
--
-- Arguments: event, a row of events.
-- Result:    as event_contents.
-- Callers:   read_delivery, lib/db/webhook-endpoints.ts.
CREATE OR REPLACE FUNCTION "event_json"(event events) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', event.app_id, true),
    set_config('tenant.account_id', coalesce(event.account_id, ''), true);
  RETURN (SELECT e.content FROM event_contents(ARRAY[event]) AS e);
END
$$;

-- Reads the events of an app in the order of (xid, id).
--
-- Arguments: app, an ID; account, an ID, or NULL for all events; types, or NULL for all; after_xid and after_id, the
--            event to continue after; max_rows; max_scanned, the number of events to read at most.
-- Result:    {events: [content], xid, id, more}. xid and id are those of the last event that was read, whether it
--            matched or not, or the arguments. more is true if a limit ended the page. NULL if after_xid is later than
--            any event: it is from another cluster, before the database was restored from a backup.
--            A page ends after 4 MiB.
-- Callers:   lib/db/events.ts.
CREATE OR REPLACE FUNCTION "read_events"(app text, account text, types text[], after_xid bigint, after_id text,
  max_rows integer, max_scanned integer) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  max_bytes CONSTANT integer := 4 * 1024 * 1024;
  horizon CONSTANT bigint := event_horizon();
  batch events[];
  event record;
  result json[] := '{}';
  bytes integer := 0;
  more boolean;
BEGIN
  IF after_xid >= horizon THEN RETURN NULL; END IF;
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.all_accounts', 'on', true);
  batch := ARRAY(
    SELECT e FROM events e
    WHERE e.app_id = app AND (e.xid, e.id) > (after_xid, after_id) AND e.xid < horizon
    ORDER BY e.xid, e.id LIMIT max_scanned);
  more := cardinality(batch) = max_scanned;
  IF cardinality(batch) > 0 THEN
    after_xid := batch[cardinality(batch)].xid;
    after_id := batch[cardinality(batch)].id;
  END IF;
  FOR event IN
    SELECT e.* FROM event_contents(batch) AS e
    WHERE (account IS NULL OR e.account_id = account) AND (types IS NULL OR e.type = ANY (types))
    ORDER BY e.position
  LOOP
    result := result || event.content;
    bytes := bytes + octet_length(event.content::text);
    IF cardinality(result) = max_rows OR bytes >= max_bytes THEN
      after_xid := event.xid;
      after_id := event.id;
      more := more OR event.position < cardinality(batch);
      EXIT;
    END IF;
  END LOOP;
  PERFORM set_config('tenant.all_accounts', '', true);
  RETURN json_build_object('events', array_to_json(result), 'xid', after_xid::text, 'id', after_id, 'more', more);
END
$$;

-- prisma/sql/history.sql

-- The history of an account. Each function sets the transaction's tenant to the account and reads activations by an index,
-- so the cost does not grow with the length of the history.
--
-- Callers:   lib/db/activations.ts, lib/db/add-on-changes.ts.

-- Arguments: app and account, IDs; newest, the sequence to start at; max_rows, the page size.
-- Result:    activations from newest downwards as arrays [id, sequence, activated at in Unix milliseconds, direction,
--            snapshot digest, previous digest, actor kind, actor name, channel, reason, billing period, add-ons].
--            Arrays, because repeated keys would cost a quarter of the time.
CREATE OR REPLACE FUNCTION "read_activations"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (
    SELECT coalesce(json_agg(json_build_array(h.id, h.sequence, unix_ms(h.activated_at), h.direction,
      h.snapshot_digest, h.previous_digest, h.actor_kind, h.actor_name, h.channel, h.reason,
      h.billing_period, h.add_ons)), '[]')
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
-- Result:    rows of add_on_changes from newest downwards, with snake_case keys, changed_at in Unix milliseconds, and
--            activation_id, the ID of the switch that was the cause or null.
CREATE OR REPLACE FUNCTION "read_add_on_changes"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (
    SELECT coalesce(json_agg(to_jsonb(h) || jsonb_build_object('changed_at', unix_ms(h.changed_at), 'activation_id', (
      SELECT a.id FROM activations a
      WHERE a.app_id = app AND a.account_id = account AND a.sequence = h.activation_sequence))), '[]')
    FROM (SELECT * FROM add_on_changes o WHERE o.app_id = app AND o.account_id = account AND o.sequence <= newest
      ORDER BY o.sequence DESC LIMIT max_rows) AS h);
END
$$;

-- Arguments: app, account and change_id, IDs.
-- Result:    the sequence of the add-on change; NULL if there is no such change.
CREATE OR REPLACE FUNCTION "find_add_on_sequence_by_id"(app text, account text, change_id text) RETURNS integer
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (SELECT h.sequence FROM add_on_changes h WHERE h.app_id = app AND h.account_id = account AND h.id = change_id);
END
$$;

-- prisma/sql/read_account_state.sql

-- Returns what decides which versions an account can see and switch to, and which add-ons it can turn on and off. The
-- transaction's tenant must be the account.
--
-- Arguments: app and account, IDs.
-- Result:    {account: {id, title}, current: {id, sequence, versionId, activatedAt, snapshotDigest, billingPeriod} or
--            null, granted: [version ID], addOnSequence, addOnStates: [{id, addOnId, sequence, active, changedAt, title,
--            fee, userFee, feeUnit, userFeeUnit, annualFee, annualUserFee, priceText, accountBillingPeriod}]}; NULL if
--            there is no such account. addOnSequence is that of the last add-on change, or 0. addOnStates has the newest
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
      'account', json_build_object('id', c.id, 'title', c.title),
      'current', (
        SELECT json_build_object('id', h.id, 'sequence', h.sequence, 'versionId', h.version_id,
          'activatedAt', unix_ms(h.activated_at), 'snapshotDigest', h.snapshot_digest,
          'billingPeriod', h.billing_period)
        FROM activations h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1),
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
      'active', h.active, 'changedAt', unix_ms(h.changed_at), 'title', h.title, 'fee', h.fee,
      'userFee', h.user_fee, 'feeUnit', h.fee_unit, 'userFeeUnit', h.user_fee_unit,
      'annualFee', h.annual_fee, 'annualUserFee', h.annual_user_fee, 'priceText', h.price_text,
      'accountBillingPeriod', h.account_billing_period)), '[]')
    FROM newest, LATERAL (SELECT (newest.row).*) AS h WHERE h.add_on_id IS NOT NULL);
END
$$;

-- prisma/sql/read_catalog.sql

-- Returns the whole catalog of an app, including inactive and non-public versions, as of one snapshot.
-- Sets the transaction's tenant to the app.
--
-- Arguments: app, an app ID.
-- Result:    {app, versions, features, addOns}; NULL if there is no such app. app is app_json(app); versions, features
--            and addOns are whole rows with snake_case keys: removing columns that the caller ignores (app_id,
--            created_at) would cost up to 15 % of the time. Each version has its feature links in `links`, with
--            camelCase keys; each add-on has its rows of add_on_versions and add_on_features in `versions` and
--            `features`. Features and add-ons are in catalog order.
-- Callers:   lib/db/catalog.ts.

CREATE OR REPLACE FUNCTION "read_catalog"(app text) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true);
  RETURN (
    SELECT json_build_object(
      'app', app_json(a),
      'versions', (
        SELECT coalesce(json_agg(r), '[]')
        FROM (
          SELECT v.*, (
            SELECT coalesce(json_agg(json_build_object('featureId', l.feature_id, 'value', l.value,
              'amount', l.amount, 'unlimited', l.unlimited)), '[]')
            FROM version_features l WHERE l.app_id = app AND l.version_id = v.id) AS links
          FROM versions v WHERE v.app_id = app) AS r),
      'features', (
        SELECT coalesce(json_agg(f ORDER BY f.position, f.human_id), '[]')
        FROM features f WHERE f.app_id = app),
      'addOns', (
        SELECT coalesce(json_agg(r ORDER BY r.position, r.human_id), '[]')
        FROM (
          SELECT o.*,
            (SELECT coalesce(json_agg(p ORDER BY p.version_id), '[]')
              FROM add_on_versions p WHERE p.app_id = app AND p.add_on_id = o.id) AS versions,
            (SELECT coalesce(json_agg(c ORDER BY c.feature_id, c.effect), '[]')
              FROM add_on_features c WHERE c.app_id = app AND c.add_on_id = o.id) AS features
          FROM add_ons o WHERE o.app_id = app) AS r))
    FROM apps a WHERE a.id = app);
END
$$;
