-- CreateEnum
CREATE TYPE "users_manager" AS ENUM ('owner', 'host');

-- CreateEnum
CREATE TYPE "activation_kind" AS ENUM ('switch', 'users');

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "users" INTEGER;

-- AlterTable
ALTER TABLE "activations" ADD COLUMN     "kind" "activation_kind",
ADD COLUMN     "users" INTEGER;

-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "users_limit" TEXT,
ADD COLUMN     "users_managed_by" "users_manager";

-- prisma/sql/accounts.sql

-- Accounts as the host application lists them. Row-level security lets an index be searched by leakproof operators only, which LIKE and
-- lower() are not. So searches are ranges of the generated columns search_title and search_external_id.

-- Arguments: app, an ID; ids, of accounts of the app.
-- Result:    an array in the order of ids: {id, externalId, title, createdAt, periodEndsAt, users, current: {versionId, title,
--            tag, activatedAt, billingPeriod} or null}. Times are in Unix milliseconds. Title and tag are those of the version in the
--            catalog. Unknown accounts are left out.
-- Callers:   list_accounts; lib/db/accounts.ts. The tenant is the account, or the app with all accounts.
CREATE OR REPLACE FUNCTION "read_accounts"(app text, ids text[]) RETURNS json LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN (
    SELECT coalesce(json_agg(json_build_object('id', a.id, 'externalId', a.external_id, 'title', a.title,
      'createdAt', unix_ms(a.created_at), 'periodEndsAt', unix_ms(a.period_ends_at), 'users', coalesce(a.users, 1),
      'current', CASE WHEN h.version_id IS NOT NULL THEN json_build_object('versionId', h.version_id, 'title', v.title,
        'tag', v.tag, 'activatedAt', unix_ms(h.activated_at),
        'billingPeriod', coalesce(h.billing_period, s.billing_period)) END) ORDER BY r.position), '[]')
    FROM unnest(ids) WITH ORDINALITY AS r (id, position)
    JOIN accounts a ON a.app_id = app AND a.id = r.id
    LEFT JOIN LATERAL (
      SELECT * FROM activations n WHERE n.app_id = app AND n.account_id = r.id ORDER BY n.sequence DESC LIMIT 1) AS h ON true
    LEFT JOIN versions v ON v.app_id = app AND v.id = h.version_id
    LEFT JOIN version_snapshots s ON s.app_id = app AND s.digest = h.snapshot_digest);
END
$$;

-- Lists accounts: newest first, or with search those whose title begins with it, by title, then those whose external ID does, by external
-- ID. Case is ignored.
--
-- Arguments: app, an ID; search, or NULL; version, the ID of the current version, or NULL; after, the next of the previous page, or NULL;
--            max_rows; max_scanned, the number of matches of search to compare with version at most.
-- Result:    {accounts: read_accounts, next: [phase, key, id] of the last account that was compared, or null}. A page with search and
--            version can have fewer accounts than max_rows, and a next one.
-- Callers:   lib/db/accounts.ts.
CREATE OR REPLACE FUNCTION "list_accounts"(app text, search text, version text, after json, max_rows integer,
  max_scanned integer) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET enable_sort = off AS $$
DECLARE
  prefix CONSTANT text := lower(search);
  -- The highest character.
  prefix_end CONSTANT text := lower(search) || chr(1114111);
  after_phase CONSTANT integer := coalesce((after ->> 0)::integer, 1);
  after_key CONSTANT text := coalesce(after ->> 1, prefix);
  -- Without a position, after all IDs, which are listed in descending order.
  after_id CONSTANT text := coalesce(after ->> 2, CASE WHEN search IS NULL THEN 'acc_' || repeat('z', 27) ELSE '' END);
  candidate record;
  next json;
  ids text[] := '{}';
  scanned integer := 0;
  result json;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.all_accounts', 'on', true);
  IF search IS NOT NULL THEN
    FOR candidate IN
      SELECT c.phase, c.key, c.id, version IS NULL OR v.version_id = version AS is_match
      FROM (
        (SELECT 1 AS phase, a.search_title AS key, a.id FROM accounts a
          WHERE after_phase = 1 AND a.app_id = app AND (a.search_title, a.id) > (after_key, after_id)
            AND a.search_title < prefix_end
          ORDER BY a.search_title, a.id)
        UNION ALL
        (SELECT 2, a.search_external_id, a.id FROM accounts a
          WHERE a.app_id = app AND (a.search_external_id, a.id) > (CASE after_phase WHEN 2 THEN after_key ELSE prefix END,
              CASE after_phase WHEN 2 THEN after_id ELSE '' END)
            AND a.search_external_id < prefix_end
            -- Listed by title.
            AND NOT (a.search_title >= prefix AND a.search_title < prefix_end)
          ORDER BY a.search_external_id, a.id)) AS c
      LEFT JOIN current_versions v ON v.app_id = app AND v.account_id = c.id AND version IS NOT NULL
    LOOP
      IF cardinality(ids) = max_rows OR scanned = max_scanned THEN
        next := result;
        EXIT;
      END IF;
      scanned := scanned + 1;
      IF candidate.is_match THEN ids := ids || candidate.id; END IF;
      result := json_build_array(candidate.phase, candidate.key, candidate.id);
    END LOOP;
  ELSE
    IF version IS NULL THEN
      ids := ARRAY(SELECT a.id FROM accounts a WHERE a.app_id = app AND a.id < after_id
        ORDER BY a.id DESC LIMIT max_rows + 1);
    ELSE
      ids := ARRAY(SELECT v.account_id FROM current_versions v
        WHERE v.app_id = app AND v.version_id = version AND v.account_id < after_id
        ORDER BY v.account_id DESC LIMIT max_rows + 1);
    END IF;
    IF cardinality(ids) > max_rows THEN
      ids := ids[:max_rows];
      next := json_build_array(0, '', ids[max_rows]);
    END IF;
  END IF;
  result := json_build_object('accounts', read_accounts(app, ids), 'next', next);
  PERFORM set_config('tenant.all_accounts', '', true);
  RETURN result;
END
$$;

-- activations, each statement. Keeps current_versions.
CREATE OR REPLACE FUNCTION "set_current_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO current_versions AS c (app_id, account_id, version_id)
    SELECT DISTINCT ON (app_id, account_id) app_id, account_id, version_id FROM new_rows
    ORDER BY app_id, account_id, sequence DESC
    ON CONFLICT (app_id, account_id) DO UPDATE SET version_id = EXCLUDED.version_id WHERE c.version_id <> EXCLUDED.version_id;
  RETURN NULL;
END
$$;

-- prisma/sql/commit_account_change.sql

-- Commits a change of an account, a version switch or the change of an add-on, if the state that it was decided on is still
-- current, and returns the current state otherwise. The events of the change are written by the same statement.
--
-- Arguments: app and account, IDs;
--            expected, {sequence, addOnSequence, users, catalogRevision, granted: [version ID], replaced: {requestHash,
--            rejection} of the rejection that is stored under the key and replaced, or null}, or NULL to only read the
--            state;
--            idempotency_key, the request's Idempotency-Key or NULL;
--            snapshots, an array of version_snapshots rows, of which those that exist are skipped, or NULL;
--            activation, a row of activations without activated_at, or NULL. Without users, they stay;
--            changes, an array of rows of add_on_changes without changed_at, in the order of their sequences, or NULL;
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

CREATE OR REPLACE FUNCTION "commit_account_change"(app text, account text, expected jsonb,
  idempotency_key text, snapshots jsonb, activation jsonb, changes jsonb, idempotency_record jsonb, record_time bigint,
  timeout_ms integer, own integer, token text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
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
  SELECT coalesce(a.users, 1) INTO account_users FROM accounts a WHERE a.app_id = app AND a.id = account FOR NO KEY UPDATE;
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
    AND expected -> 'granted' = granted;

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

-- prisma/sql/events.sql

-- Events. Whatever changes an account or a catalog writes its event in its own transaction, with a plain INSERT.
--
-- xid is the transaction that wrote the event. Readers order by (xid, id) and stay below the oldest running transaction
-- of the database (event_horizon), so that a transaction that commits late is never skipped. A transaction takes its xid after it has
-- locked the account, so the events of an account are in order too.

-- Arguments: id, of the row that caused the event.
-- Result:    the ID of the event: the same with the prefix evt.
-- Callers:   commit_account_change.
CREATE OR REPLACE FUNCTION "event_id"(id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT 'evt' || substr(id, 4) $$;

-- Transactions of other databases of the server are left out. A running transaction holds a lock on its ID. One that is
-- about to take it, or has just released it, counts as one of this database, so the result can be lower than before.
--
-- Result:    the oldest running transaction of this database. No event with a lower xid can be added.
-- Callers:   read_events, dispatch_events, due_work; lib/db/webhook-endpoints.ts.
CREATE OR REPLACE FUNCTION "event_horizon"() RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  snapshot CONSTANT pg_snapshot := pg_current_snapshot();
BEGIN
  IF pg_snapshot_xmin(snapshot) = pg_snapshot_xmax(snapshot) THEN RETURN pg_snapshot_xmax(snapshot)::text::bigint; END IF;
  RETURN (
    SELECT coalesce(min(r.xid), pg_snapshot_xmax(snapshot)::text::bigint)
    FROM (SELECT x::text::bigint AS xid FROM pg_snapshot_xip(snapshot) AS x) AS r
    WHERE r.xid % 4294967296 <> ALL (ARRAY(
      SELECT l.transactionid::text::bigint FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted AND a.datname <> current_database()
      UNION ALL SELECT p.transaction::text::bigint FROM pg_prepared_xacts p WHERE p.database <> current_database())));
END
$$;

-- Reads events with what their content is made of.
--
-- Arguments: batch, rows of events of one app.
-- Result:    a row for each event with its position in the batch and content: {id, xid, type, occurredAt, accountId,
--            externalId, sequence, data, activation: {id, snapshotDigest, previousDigest, direction, actorKind,
--            actorName, actorUserId, channel, reason, billingPeriod, users, kind} or null, addOnChange: a row of add_on_changes with
--            snake_case keys and activation_id or null, previousAddOnChange: the row before of the same add-on, with
--            its price, currency and active, or null}. occurredAt is in Unix milliseconds. activation is null unless the type is
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
      'actorName', s.actor_name, 'actorUserId', s.actor_user_id, 'channel', s.channel, 'reason', s.reason,
      'billingPeriod', s.billing_period, 'users', s.users, 'kind', s.kind) END,
    'addOnChange', CASE WHEN o.id IS NOT NULL THEN to_jsonb(o) || jsonb_build_object('activation_id', a.id) END,
    'previousAddOnChange', to_jsonb(p))
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
  LEFT JOIN LATERAL (
    SELECT b.active, b.fee, b.user_fee, b.fee_unit, b.user_fee_unit, b.annual_fee, b.annual_user_fee, b.price_text,
      b.currency
    FROM add_on_changes b
    WHERE b.app_id = o.app_id AND b.account_id = o.account_id AND b.add_on_id = o.add_on_id AND b.sequence < o.sequence
    ORDER BY b.sequence DESC LIMIT 1) AS p ON true
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
--            any transaction: it is not a position of this database.
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
  IF after_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN RETURN NULL; END IF;
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
--            snapshot digest, previous digest, actor kind, actor name, channel, reason, billing period, add-ons, undo,
--            sequence of the last add-on change at that time, the same now, user ID of the actor, users, kind]. Arrays, because
--            repeated keys would cost a quarter of the time.
CREATE OR REPLACE FUNCTION "read_activations"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  last_add_on integer;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  SELECT max(o.sequence) INTO last_add_on FROM add_on_changes o WHERE o.app_id = app AND o.account_id = account;
  RETURN (
    SELECT coalesce(json_agg(json_build_array(h.id, h.sequence, unix_ms(h.activated_at), h.direction,
      h.snapshot_digest, h.previous_digest, h.actor_kind, h.actor_name, h.channel, h.reason,
      h.billing_period, h.add_ons, h.undo, h.add_on_sequence, coalesce(last_add_on, 0), h.actor_user_id, h.users,
      h.kind)), '[]')
    FROM (SELECT * FROM activations a WHERE a.app_id = app AND a.account_id = account AND a.sequence <= newest
      ORDER BY a.sequence DESC LIMIT max_rows) AS h);
END
$$;

-- Arguments: those of read_activations.
-- Result:    [activations, changes]. activations is the result of read_activations. changes has the rows of version_changes of
--            these versions since the oldest activation, newest first, as arrays [version ID, sequence, changed at in Unix
--            milliseconds, digest, digest of the row before or null].
CREATE OR REPLACE FUNCTION "read_history"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  activations CONSTANT json := read_activations(app, account, newest, max_rows);
  version_ids text[];
  since timestamptz;
BEGIN
  SELECT array_agg(v.version_id), min(v.since) INTO version_ids, since
    FROM (SELECT h.version_id, min(h.activated_at) AS since
      FROM (SELECT a.version_id, a.activated_at FROM activations a
        WHERE a.app_id = app AND a.account_id = account AND a.sequence <= newest
        ORDER BY a.sequence DESC LIMIT max_rows) AS h
      GROUP BY h.version_id) AS v;
  RETURN json_build_array(activations, (
    SELECT coalesce(json_agg(json_build_array(c.version_id, c.sequence, unix_ms(c.changed_at), c.digest, b.digest)
      ORDER BY c.changed_at DESC, c.version_id, c.sequence DESC), '[]')
    FROM version_changes c
    LEFT JOIN version_changes b
      ON b.app_id = app AND b.version_id = c.version_id AND b.sequence = c.sequence - 1
    WHERE c.app_id = app AND c.version_id = ANY (version_ids) AND c.changed_at >= since));
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
-- Result:    {account: {id, title, externalId}, current: {id, sequence, versionId, activatedAt, snapshotDigest, billingPeriod} or
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

-- prisma/schema.prisma: a check that Prisma can't express.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_users_check" CHECK ("users" >= 1);
