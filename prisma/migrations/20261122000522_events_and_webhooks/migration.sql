-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('queued', 'waiting', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "events" (
    "app_id" TEXT NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "id" TEXT NOT NULL,
    "account_id" TEXT,
    "sequence" INTEGER,
    "type" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB,

    CONSTRAINT "events_pkey" PRIMARY KEY ("app_id","xid","id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "secret_version" INTEGER NOT NULL DEFAULT 1,
    "secret_rotated_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "dispatched_xid" BIGINT NOT NULL,
    "dispatched_id" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("app_id","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "app_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_xid" BIGINT NOT NULL,
    "event_type" TEXT NOT NULL,
    "account_id" TEXT,
    "lane" TEXT NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'queued',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone,
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_token" TEXT,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("app_id","endpoint_id","event_id")
);

-- CreateIndex
CREATE INDEX "events_occurred_at_idx" ON "events" USING BRIN ("occurred_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records" USING BRIN ("expires_at");

-- CreateIndex
CREATE INDEX "portal_sessions_expires_at_idx" ON "portal_sessions" USING BRIN ("expires_at");

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_app_id_endpoint_id_fkey" FOREIGN KEY ("app_id", "endpoint_id") REFERENCES "webhook_endpoints"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql/due_work.sql

-- Work that happens later (lib/domain/due-work.ts). These functions cross tenants: tenant.due_work, which is in effect only
-- within them, makes the rows of all tenants visible to the owner. They return no data of a tenant.

-- Whether the transaction may access the rows of all tenants. Policies for the owner read it.
CREATE OR REPLACE FUNCTION "is_due_work"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('tenant.due_work', true) = 'on' $$;

-- Finds out what is due, with one probe of an index for each kind and endpoint.
--
-- Result:    {kinds, now}. kinds: 'events' to dispatch, 'deliveries' to send, 'uncommitted' if events wait for the end of a
--            transaction, 'endpoints' if there is an enabled endpoint. now is in Unix milliseconds.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "due_work"() RETURNS json LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  horizon CONSTANT bigint := event_horizon();
  endpoints bigint;
  next_xid bigint;
  has_deliveries boolean;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  SELECT count(*), min(n.xid), bool_or(d.is_due) INTO endpoints, next_xid, has_deliveries
    FROM webhook_endpoints p
    LEFT JOIN LATERAL (
      SELECT e.xid FROM events e
      WHERE e.app_id = p.app_id AND (e.xid, e.id) > (p.dispatched_xid, p.dispatched_id)
      ORDER BY e.xid, e.id LIMIT 1) AS n ON true
    LEFT JOIN LATERAL (
      SELECT true AS is_due FROM webhook_deliveries d
      WHERE d.app_id = p.app_id AND d.endpoint_id = p.id AND d.state = 'waiting' AND d.next_at <= now_at
      ORDER BY d.next_at, d.event_xid LIMIT 1) AS d ON true
    WHERE p.disabled_at IS NULL;
  RETURN json_build_object('now', unix_ms(now_at), 'kinds', array_remove(ARRAY[
    CASE WHEN endpoints > 0 THEN 'endpoints' END,
    CASE WHEN next_xid < horizon THEN 'events' WHEN next_xid >= horizon THEN 'uncommitted' END,
    CASE WHEN has_deliveries THEN 'deliveries' END], NULL));
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
END
$$;

-- Deletes expired rows of all tenants: idempotency records; sessions and links a day after they expired; keys 30 days after
-- they were revoked; events and deliveries after 90 days.
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
  RETURN more OR deleted = max_rows;
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
-- Callers:   switch_version.
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
--            previousDigest, direction, actorKind, actorName, channel, reason} or null}. occurredAt is in Unix
--            milliseconds. activation is null unless the type is account.version_switched.
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
        'reason', h.reason)
      FROM activations h
      WHERE h.app_id = event.app_id AND h.account_id = event.account_id AND h.id = 'avh' || substr(event.id, 4)) END);
END
$$;

-- Reads the events of an app in the order of (xid, id).
--
-- Arguments: app, an ID; account, an ID, or NULL for all events; types, or NULL for all; after_xid and after_id, the
--            event to continue after; max_rows; max_scanned, the number of events to read at most.
-- Result:    {events: [event_json], xid, id, more}. xid and id are those of the last event that was read, whether it
--            matched or not, or the arguments. more is true if a limit ended the page.
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

-- prisma/sql/switch_version.sql

-- Commits a version switch if the state that it was decided on is still current, and returns the current state otherwise.
-- The event of the switch is written by the same statement.
-- Skips NOTIFY when no other server listens: NOTIFY holds a cluster-wide lock during the commit, which would serialize
-- all switches.
--
-- Arguments: app and account, IDs;
--            expected, {sequence, catalogRevision, granted: [version ID]}, or NULL to only read the state;
--            idempotency_key, the request's Idempotency-Key or NULL;
--            snapshots, an array of version_snapshots rows, of which those that exist are skipped, or NULL;
--            activation, a row of activations without activated_at, or NULL;
--            idempotency_record, a row of idempotency_records without its times, or NULL. It expires after 24 hours;
--            record_time, the time to record in Unix milliseconds, or NULL for the clock of the database;
--            timeout_ms, how long to wait for the account's row;
--            own, the caller's listener number, or NULL if nothing is to be acknowledged;
--            known_epoch, the epoch at which the caller was the only listener, or NULL;
--            token, which the other listeners return when they acknowledge the notification.
--            Rows have snake_case keys. app_id and account_id come from the arguments.
-- Result:    {state, activatedAt, listeners: [number of each other listener], epoch}. state is null if the switch was
--            committed, else {catalogRevision, accountState, idempotencyRecord: {requestHash, historyId, changed} or
--            null}. The state is also returned if there is an unexpired record of the key. NULL if there is no such
--            account. activatedAt is in Unix milliseconds.
-- Callers:   lib/db/switches.ts.

CREATE OR REPLACE FUNCTION "switch_version"(app text, account text, expected jsonb, idempotency_key text,
  snapshots jsonb, activation jsonb, idempotency_record jsonb, record_time bigint, timeout_ms integer, own integer,
  known_epoch bigint, token text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  now_at timestamptz;
  last_sequence integer;
  last_activated_at timestamptz;
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
  SELECT a.catalog_revision INTO revision FROM apps a WHERE a.id = app;
  IF idempotency_key IS NOT NULL THEN
    SELECT i.* INTO stored FROM idempotency_records i
      WHERE i.app_id = app AND i.account_id = account AND i.key = idempotency_key AND i.expires_at > now_at;
  END IF;
  is_current := expected IS NOT NULL AND stored.key IS NULL
    AND coalesce(last_sequence, 0) = (expected ->> 'sequence')::integer
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
  IF is_current AND activation IS NOT NULL THEN
    last_activated_at := greatest(now_at, last_activated_at);
    INSERT INTO activations
      SELECT * FROM jsonb_populate_record(NULL::activations, activation || jsonb_build_object(
        'app_id', app, 'account_id', account, 'activated_at', last_activated_at));
    INSERT INTO events (app_id, account_id, sequence, id, type, occurred_at)
      VALUES (app, account, coalesce(last_sequence, 0) + 1, event_id(activation ->> 'id'), 'account.version_switched',
        last_activated_at);
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
    'activatedAt', unix_ms(last_activated_at),
    'listeners', listeners,
    'epoch', epoch);
END
$$;

-- prisma/sql/webhooks.sql

-- Webhook deliveries: events become deliveries, which are claimed, sent by lib/domain/webhooks, and settled.
--
-- The deliveries of an endpoint and an account are a lane: its first open delivery is `waiting`, the others are `queued`.
-- Only waiting deliveries are claimed, so those of a lane are sent in order, and a claim does not read those behind.
--
-- Lock keys: (1481003079, hash of the endpoint) is held exclusively by what adds deliveries of an endpoint and in shared
--            mode by settle_delivery, so that none is added to a lane while its next one is determined.

-- Makes the first queued delivery of each lane that has no waiting one due at once.
--
-- Arguments: app and endpoint, IDs; lanes, account IDs, '' for events of the app.
-- Callers:   the functions below. The caller holds the lock of the endpoint, and the tenant is the app.
-- Without sorts, only the index of the lanes has the order, so it is also used by plans from when the table was empty.
CREATE OR REPLACE FUNCTION "promote_lanes"(app text, endpoint text, lanes text[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  open_lane text;
  next_id text;
BEGIN
  FOR open_lane IN SELECT DISTINCT unnest(lanes) LOOP
    PERFORM FROM webhook_deliveries d
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.lane = open_lane AND d.state = 'waiting'
      ORDER BY d.event_xid LIMIT 1;
    CONTINUE WHEN FOUND;
    SELECT d.event_id INTO next_id FROM webhook_deliveries d
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.lane = open_lane AND d.state = 'queued'
      ORDER BY d.event_xid, d.event_id LIMIT 1;
    UPDATE webhook_deliveries d SET state = 'waiting', next_at = DEFAULT, scheduled_at = clock_timestamp()
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = next_id;
  END LOOP;
END
$$;

-- Creates the deliveries of events that endpoints have not received yet.
--
-- Arguments: max_rows, the number of events for each endpoint.
-- Result:    true if more events may be left.
-- Callers:   lib/db/webhooks.ts. Crosses tenants, and returns none of their data.
CREATE OR REPLACE FUNCTION "dispatch_events"(max_rows integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  candidate record;
  endpoint webhook_endpoints;
  horizon bigint := event_horizon();
  batch events[];
  more boolean := false;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  FOR candidate IN
    SELECT p.app_id, p.id FROM webhook_endpoints p
    WHERE p.disabled_at IS NULL AND EXISTS (
      SELECT FROM events e
      WHERE e.app_id = p.app_id AND (e.xid, e.id) > (p.dispatched_xid, p.dispatched_id) AND e.xid < horizon)
    ORDER BY p.app_id, p.id
  LOOP
    PERFORM pg_advisory_xact_lock(1481003079, hashtext(candidate.id));
    -- Read again: another server may have dispatched meanwhile.
    SELECT p.* INTO endpoint FROM webhook_endpoints p
      WHERE p.app_id = candidate.app_id AND p.id = candidate.id AND p.disabled_at IS NULL FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND;
    batch := ARRAY(
      SELECT e FROM events e
      WHERE e.app_id = endpoint.app_id AND (e.xid, e.id) > (endpoint.dispatched_xid, endpoint.dispatched_id)
        AND e.xid < horizon
      ORDER BY e.xid, e.id LIMIT max_rows);
    CONTINUE WHEN cardinality(batch) = 0;
    more := more OR cardinality(batch) = max_rows;
    PERFORM add_deliveries(endpoint, batch);
    UPDATE webhook_endpoints p
      SET dispatched_xid = batch[cardinality(batch)].xid, dispatched_id = batch[cardinality(batch)].id
      WHERE p.app_id = endpoint.app_id AND p.id = endpoint.id;
  END LOOP;
  RETURN more;
END
$$;

-- Adds the deliveries of events that match an endpoint and have none yet. The caller holds the lock of the endpoint.
--
-- Arguments: endpoint, a row; batch, rows of events.
-- Result:    the number of added deliveries.
-- Callers:   dispatch_events, recover_deliveries.
CREATE OR REPLACE FUNCTION "add_deliveries"(endpoint webhook_endpoints, batch events[]) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  lanes text[];
BEGIN
  WITH added AS (
    INSERT INTO webhook_deliveries (app_id, endpoint_id, event_id, event_xid, event_type, account_id, lane, created_at)
      SELECT endpoint.app_id, endpoint.id, e.id, e.xid, e.type, e.account_id, coalesce(e.account_id, ''),
        clock_timestamp()
      FROM unnest(batch) AS e
      WHERE cardinality(endpoint.types) = 0 OR e.type = ANY (endpoint.types)
      ON CONFLICT DO NOTHING
      RETURNING lane)
  SELECT array_agg(added.lane) INTO lanes FROM added;
  PERFORM promote_lanes(endpoint.app_id, endpoint.id, lanes);
  RETURN coalesce(cardinality(lanes), 0);
END
$$;

-- Claims deliveries that are due, at most max_rows of each endpoint, and of a failing endpoint one.
--
-- Arguments: max_rows; lease_ms, after which a delivery that was not settled is due again; excluded, IDs of endpoints.
-- Result:    rows of IDs and the token that settles the delivery.
-- Callers:   lib/db/webhooks.ts. Crosses tenants, and returns IDs only.
CREATE OR REPLACE FUNCTION "claim_deliveries"(max_rows integer, lease_ms integer, excluded text[])
  RETURNS TABLE ("appId" text, "endpointId" text, "eventId" text, "leaseToken" text)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  RETURN QUERY
    WITH due AS MATERIALIZED (
      SELECT c.app_id, c.endpoint_id, c.event_id
      FROM webhook_endpoints p, LATERAL (
        SELECT d.app_id, d.endpoint_id, d.event_id FROM webhook_deliveries d
        WHERE d.app_id = p.app_id AND d.endpoint_id = p.id AND d.state = 'waiting' AND d.next_at <= now_at
        ORDER BY d.next_at, d.event_xid LIMIT CASE WHEN p.failing_since IS NULL THEN max_rows ELSE 1 END
        FOR UPDATE SKIP LOCKED) AS c
      WHERE p.disabled_at IS NULL AND p.id <> ALL (excluded))
    UPDATE webhook_deliveries d SET next_at = now_at + make_interval(secs => lease_ms / 1000.0), scheduled_at = now_at,
      lease_token = gen_random_uuid()::text
    FROM due WHERE d.app_id = due.app_id AND d.endpoint_id = due.endpoint_id AND d.event_id = due.event_id
    RETURNING d.app_id, d.endpoint_id, d.event_id, d.lease_token;
END
$$;

-- Reads what a claimed delivery sends. Sets the transaction's tenant to the event's account.
--
-- Arguments: app, endpoint and event, IDs; token, of the claim.
-- Result:    {url, secretVersion, secretRotatedAt, attempt, event: event_json}; NULL if the claim has ended. Times are in
--            Unix milliseconds.
-- Callers:   lib/db/webhooks.ts.
CREATE OR REPLACE FUNCTION "read_delivery"(app text, endpoint text, event text, token text) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  claimed record;
  content events;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  SELECT p.url, p.secret_version, p.secret_rotated_at, d.attempt, d.event_xid INTO claimed
    FROM webhook_deliveries d JOIN webhook_endpoints p ON p.app_id = d.app_id AND p.id = d.endpoint_id
    WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = event AND d.lease_token = token;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT e.* INTO content FROM events e WHERE e.app_id = app AND e.xid = claimed.event_xid AND e.id = read_delivery.event;
  RETURN json_build_object('url', claimed.url, 'secretVersion', claimed.secret_version,
    'secretRotatedAt', unix_ms(claimed.secret_rotated_at), 'attempt', claimed.attempt,
    'event', CASE WHEN content.id IS NOT NULL THEN event_json(content) END);
END
$$;

-- Records an attempt of a claimed delivery and ends the claim. Nothing happens if the claim has ended before.
--
-- Arguments: app, endpoint and event, IDs; token, of the claim;
--            outcome, 'delivered', 'retry' in delay_ms, 'failed', or 'gone', which also disables the endpoint;
--            attempt, {durationMs, status, error, response}; max_failing_ms, of an endpoint before it is disabled.
-- Result:    true if the next delivery of the lane is due now.
-- Callers:   lib/db/webhooks.ts.
CREATE OR REPLACE FUNCTION "settle_delivery"(app text, endpoint text, event text, token text, outcome text,
  attempt jsonb, delay_ms bigint, max_failing_ms bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  settled_lane text;
  failing timestamptz;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  PERFORM pg_advisory_xact_lock_shared(1481003079, hashtext(endpoint));
  UPDATE webhook_deliveries d SET lease_token = NULL, scheduled_at = now_at, attempt = d.attempt + 1,
      state = (CASE outcome WHEN 'delivered' THEN 'delivered' WHEN 'retry' THEN 'waiting' ELSE 'failed' END)::delivery_state,
      next_at = CASE outcome WHEN 'retry' THEN now_at + make_interval(secs => delay_ms / 1000.0) ELSE d.next_at END,
      attempts = (CASE WHEN jsonb_array_length(d.attempts) < 20 THEN d.attempts ELSE d.attempts - 0 END)
        || jsonb_build_array(settle_delivery.attempt || jsonb_build_object('at', unix_ms(now_at)))
    WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = event AND d.lease_token = token
    RETURNING d.lane INTO settled_lane;
  IF NOT FOUND THEN RETURN false; END IF;
  IF outcome <> 'retry' THEN PERFORM promote_lanes(app, endpoint, ARRAY[settled_lane]); END IF;
  IF outcome = 'delivered' THEN
    UPDATE webhook_endpoints p SET failing_since = NULL
      WHERE p.app_id = app AND p.id = endpoint AND p.failing_since IS NOT NULL;
  ELSE
    SELECT p.failing_since INTO failing FROM webhook_endpoints p WHERE p.app_id = app AND p.id = endpoint;
    -- Later than now only if the clock was set back.
    IF failing IS NULL OR failing > now_at THEN
      UPDATE webhook_endpoints p SET failing_since = now_at WHERE p.app_id = app AND p.id = endpoint;
    END IF;
    IF outcome = 'gone' THEN PERFORM disable_endpoint(app, endpoint, 'gone');
    ELSIF failing < now_at - make_interval(secs => max_failing_ms / 1000.0) THEN
      PERFORM disable_endpoint(app, endpoint, 'failing');
    END IF;
  END IF;
  RETURN outcome <> 'retry';
END
$$;

-- Disables an endpoint. Its open deliveries count as failed, so that they are listed and can be recovered.
--
-- Arguments: app and endpoint, IDs; reason, of disabled_reason.
-- Callers:   settle_delivery; lib/db/webhooks.ts. The tenant is the app.
CREATE OR REPLACE FUNCTION "disable_endpoint"(app text, endpoint text, reason text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook_endpoints p SET disabled_at = clock_timestamp(), disabled_reason = reason
    WHERE p.app_id = app AND p.id = endpoint AND p.disabled_at IS NULL;
  UPDATE webhook_deliveries d SET state = 'failed', lease_token = NULL
    WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.state IN ('queued', 'waiting');
END
$$;

-- Delivers again: one delivery, or all failed ones of events since a time, with events that the endpoint never received.
--
-- Arguments: app and endpoint, IDs; event, the ID of one delivery, or NULL for all; since_ms, in Unix milliseconds, for all.
-- Result:    the number of deliveries.
-- Callers:   lib/db/webhooks.ts.
CREATE OR REPLACE FUNCTION "recover_deliveries"(app text, endpoint text, event text, since_ms bigint) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  target webhook_endpoints;
  horizon bigint := event_horizon();
  since CONSTANT timestamptz := to_timestamp(since_ms / 1000.0);
  lanes text[];
  added integer := 0;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  PERFORM pg_advisory_xact_lock(1481003079, hashtext(endpoint));
  SELECT p.* INTO target FROM webhook_endpoints p WHERE p.app_id = app AND p.id = endpoint FOR NO KEY UPDATE;
  WITH recovered AS (
    UPDATE webhook_deliveries d SET state = 'queued', attempt = 0, lease_token = NULL
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND CASE WHEN event IS NOT NULL
        THEN d.event_id = event AND d.state IN ('delivered', 'failed')
        ELSE d.state = 'failed' AND EXISTS (
          SELECT FROM events e
          WHERE e.app_id = app AND e.xid = d.event_xid AND e.id = d.event_id AND e.occurred_at >= since) END
      RETURNING d.lane)
  SELECT array_agg(recovered.lane) INTO lanes FROM recovered;
  IF event IS NULL THEN
    -- After the failed ones were queued, so that the first of both comes first. Later events are dispatched anyway.
    added := add_deliveries(target, ARRAY(
      SELECT e FROM events e
      WHERE e.app_id = app AND (e.xid, e.id) <= (target.dispatched_xid, target.dispatched_id) AND e.xid < horizon
        AND e.occurred_at >= since));
  END IF;
  PERFORM promote_lanes(app, endpoint, lanes);
  -- A single delivery that already waits for a retry is due at once.
  UPDATE webhook_deliveries d SET next_at = DEFAULT, scheduled_at = clock_timestamp()
    WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = event AND d.state = 'waiting' AND d.lease_token IS NULL;
  RETURN added + coalesce(cardinality(lanes), 0);
END
$$;

-- Indexes that Prisma does not model

-- The queued deliveries of a lane in order, and whether it has a waiting one. Their predicates have the states, and
-- lanes are never null: under row-level security, an index is only searched by what is leakproof, which the operators of
-- an enum and coalesce() are not.
CREATE INDEX "webhook_deliveries_queued_lanes" ON "webhook_deliveries"
  ("app_id", "endpoint_id", "lane", "event_xid", "event_id") WHERE "state" = 'queued';
CREATE INDEX "webhook_deliveries_waiting_lanes" ON "webhook_deliveries"
  ("app_id", "endpoint_id", "lane", "event_xid") WHERE "state" = 'waiting';
-- The deliveries to claim.
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" ("app_id", "endpoint_id", "next_at", "event_xid")
  WHERE "state" = 'waiting';
-- The deliveries to recover.
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" ("app_id", "endpoint_id", "event_id")
  WHERE "state" = 'failed';

-- Privileges of the runtime role

GRANT SELECT, INSERT ON "events" TO "app_versions_runtime";
GRANT SELECT, INSERT, UPDATE, DELETE ON "webhook_endpoints" TO "app_versions_runtime";
GRANT SELECT, INSERT, UPDATE ON "webhook_deliveries" TO "app_versions_runtime";
REVOKE EXECUTE ON FUNCTION "dispatch_events", "claim_deliveries", "due_work", "reset_schedule", "purge_expired" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "dispatch_events", "claim_deliveries", "due_work", "reset_schedule", "purge_expired"
  TO "app_versions_runtime";

-- Row-level security

ALTER TABLE "events" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "events" FORCE ROW LEVEL SECURITY;
ALTER TABLE "webhook_endpoints" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "webhook_endpoints" FORCE ROW LEVEL SECURITY;
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "webhook_deliveries" FORCE ROW LEVEL SECURITY;

CREATE POLICY "app_or_account_isolation" ON "events"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
CREATE POLICY "app_isolation" ON "webhook_endpoints" USING (app_id = tenant_app());
CREATE POLICY "app_or_account_isolation" ON "webhook_deliveries"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));

-- The worker's functions run as the owner. Only they set tenant.due_work.
CREATE POLICY "due_work" ON "events" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "webhook_endpoints" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "webhook_deliveries" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "idempotency_records" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "portal_sessions" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "api_keys" TO CURRENT_USER USING (is_due_work());
