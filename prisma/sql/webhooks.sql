-- Webhook deliveries: events become deliveries, which are claimed, sent by lib/domain/webhooks, and settled.
--
-- The deliveries of an endpoint and an account are a lane: its first open delivery is `waiting`, the others are `queued`.
-- Only waiting deliveries are claimed, so those of a lane are sent in order, and a claim does not read those behind.
--
-- What changes many deliveries is a request in the row of the endpoint, which change_queue carries out in batches:
-- ending_at after the endpoint was disabled, recover_since for a recovery. Until then, no deliveries of the endpoint are added
-- or claimed, so that those of a lane stay in order.
--
-- Lock:      webhookEndpoint (lib/db/connection/advisory-locks.ts), exclusively for what adds deliveries of an endpoint.

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
-- Arguments: max_rows, the number of events, of which each endpoint gets the same share.
-- Result:    true if more events may be left.
-- Callers:   lib/db/webhooks.ts. Crosses tenants, and returns none of their data.
CREATE OR REPLACE FUNCTION "dispatch_events"(max_rows integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  candidate record;
  endpoint webhook_endpoints;
  horizon bigint := event_horizon();
  batch events[];
  share integer;
  more boolean := false;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  -- In the order of their keys, because the locks are held to the end.
  FOR candidate IN
    SELECT c.* FROM (
      SELECT p.app_id, p.id, count(*) OVER () AS candidates FROM webhook_endpoints p
      WHERE p.disabled_at IS NULL AND p.ending_at IS NULL AND p.recover_since IS NULL AND EXISTS (
        SELECT FROM events e
        WHERE e.app_id = p.app_id AND (e.xid, e.id) > (p.dispatched_xid, p.dispatched_id) AND e.xid < horizon)
      ORDER BY random() LIMIT max_rows) AS c
    ORDER BY c.app_id, c.id
  LOOP
    share := greatest(1, max_rows / candidate.candidates);
    more := more OR candidate.candidates > max_rows;
    PERFORM pg_advisory_xact_lock(1481003080, hashtext(candidate.id));
    -- Read again: another server may have dispatched meanwhile.
    SELECT p.* INTO endpoint FROM webhook_endpoints p
      WHERE p.app_id = candidate.app_id AND p.id = candidate.id AND p.disabled_at IS NULL AND p.ending_at IS NULL
        AND p.recover_since IS NULL FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND;
    batch := ARRAY(
      SELECT e FROM events e
      WHERE e.app_id = endpoint.app_id AND (e.xid, e.id) > (endpoint.dispatched_xid, endpoint.dispatched_id)
        AND e.xid < horizon
      ORDER BY e.xid, e.id LIMIT share);
    CONTINUE WHEN cardinality(batch) = 0;
    more := more OR cardinality(batch) = share;
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
-- Callers:   dispatch_events, change_queue.
CREATE OR REPLACE FUNCTION "add_deliveries"(endpoint webhook_endpoints, batch events[]) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  lanes text[];
BEGIN
  WITH added AS (
    INSERT INTO webhook_deliveries
          (app_id, endpoint_id, event_id, event_xid, event_type, account_id, lane, is_import, created_at)
      SELECT endpoint.app_id, endpoint.id, e.id, e.xid, e.type, e.account_id, coalesce(e.account_id, ''), e.is_import,
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

-- Claims deliveries that are due, for a server that has `slots` free. An app that has fewer in flight comes first, and so does
-- an endpoint within its app. Deliveries of an endpoint that an import made come after its others.
--
-- Arguments: slots; app_slots and endpoint_slots, the most that are in flight for an app and for an endpoint. Of a failing
--            endpoint, one is claimed at a time. lease_ms, after which a delivery that was not settled is due again;
--            in_flight, {endpoint ID: number}, of this server.
-- Result:    rows of IDs and the token that settles the delivery.
-- Callers:   lib/db/webhooks.ts. Crosses tenants, and returns IDs only.
CREATE OR REPLACE FUNCTION "claim_due_deliveries"(slots integer, app_slots integer, endpoint_slots integer,
  lease_ms integer, in_flight jsonb)
  RETURNS TABLE ("appId" text, "endpointId" text, "eventId" text, "leaseToken" text)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  RETURN QUERY
    WITH endpoints AS MATERIALIZED (
      SELECT p.app_id, p.id, b.busy, sum(b.busy) OVER (PARTITION BY p.app_id) AS app_busy,
        p.disabled_at IS NULL AND p.ending_at IS NULL AND p.recover_since IS NULL AS is_active,
        greatest(0, least(slots, endpoint_slots - b.busy, CASE WHEN p.failing_since IS NOT NULL THEN 1 END)) AS free
      FROM webhook_endpoints p, LATERAL (SELECT coalesce((in_flight ->> p.id)::integer, 0) AS busy) AS b),
    -- Not locked yet: there can be many more than slots.
    due AS (
      SELECT c.app_id, c.endpoint_id, c.event_id, p.app_busy
          + row_number() OVER (PARTITION BY p.app_id ORDER BY p.busy + c.turn, random()) AS app_turn
      FROM endpoints p, LATERAL (
        SELECT d.app_id, d.endpoint_id, d.event_id, row_number() OVER () AS turn
        FROM (
          SELECT n.* FROM (VALUES (false), (true)) AS o (is_import), LATERAL (
            SELECT d.app_id, d.endpoint_id, d.event_id FROM webhook_deliveries d
            WHERE d.app_id = p.app_id AND d.endpoint_id = p.id AND d.state = 'waiting' AND d.is_import = o.is_import
              AND d.next_at <= now_at
            ORDER BY d.next_at, d.event_xid LIMIT p.free) AS n
          LIMIT p.free) AS d) AS c
      WHERE p.is_active),
    chosen AS (
      SELECT d.app_id, d.endpoint_id, d.event_id FROM due d
      WHERE d.app_turn <= app_slots
      ORDER BY d.app_turn, random() LIMIT slots),
    locked AS MATERIALIZED (
      SELECT d.app_id, d.endpoint_id, d.event_id
      FROM chosen c JOIN webhook_deliveries d
        ON d.app_id = c.app_id AND d.endpoint_id = c.endpoint_id AND d.event_id = c.event_id
      WHERE d.state = 'waiting' AND d.next_at <= now_at
      FOR UPDATE OF d SKIP LOCKED)
    UPDATE webhook_deliveries d SET next_at = lease_end(now_at, lease_ms), scheduled_at = now_at,
      lease_token = gen_random_uuid()::text
    FROM locked l WHERE d.app_id = l.app_id AND d.endpoint_id = l.endpoint_id AND d.event_id = l.event_id
    RETURNING d.app_id, d.endpoint_id, d.event_id, d.lease_token;
END
$$;

-- Reads what a claimed delivery sends. Sets the transaction's tenant to the event's account.
--
-- Arguments: app, endpoint and event, IDs; token, of the claim.
-- Result:    {url, secretVersion, secretRotatedAt, attempt, event: content of event_contents}; NULL if the claim has ended.
--            Times are in Unix milliseconds.
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
    WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = event AND d.lease_token = token
      AND p.ending_at IS NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT e.* INTO content FROM events e WHERE e.app_id = app AND e.xid = claimed.event_xid AND e.id = read_delivery.event;
  PERFORM set_config('tenant.account_id', coalesce(content.account_id, ''), true);
  RETURN json_build_object('url', claimed.url, 'secretVersion', claimed.secret_version,
    'secretRotatedAt', unix_ms(claimed.secret_rotated_at), 'attempt', claimed.attempt,
    'event', CASE WHEN content.id IS NOT NULL THEN (SELECT e.content FROM event_contents(ARRAY[content]) AS e) END);
END
$$;

-- Reads the events of deliveries. Sets the transaction's tenant to the app.
--
-- Arguments: app and endpoint, IDs; event_ids, of the deliveries.
-- Result:    event_contents.content, one row for each event that has not been purged.
-- Callers:   lib/db/webhooks.ts.
CREATE OR REPLACE FUNCTION "delivery_events"(app text, endpoint text, event_ids text[]) RETURNS SETOF json
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  batch events[];
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.all_accounts', 'on', true);
  batch := ARRAY(
    SELECT e FROM webhook_deliveries d
    JOIN events e ON e.app_id = d.app_id AND e.xid = d.event_xid AND e.id = d.event_id
    WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = ANY (event_ids));
  RETURN QUERY SELECT e.content FROM event_contents(batch) AS e;
  PERFORM set_config('tenant.all_accounts', '', true);
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
  is_ending boolean;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  PERFORM pg_advisory_xact_lock_shared(1481003080, hashtext(endpoint));
  -- The endpoint was disabled during the attempt, which has no other effect then.
  is_ending := EXISTS (
    SELECT FROM webhook_endpoints p WHERE p.app_id = app AND p.id = endpoint AND p.ending_at IS NOT NULL);
  IF is_ending AND outcome <> 'delivered' THEN outcome := 'failed'; END IF;
  UPDATE webhook_deliveries d SET lease_token = NULL, scheduled_at = now_at, attempt = d.attempt + 1,
      state = (CASE outcome WHEN 'delivered' THEN 'delivered' WHEN 'retry' THEN 'waiting' ELSE 'failed' END)::delivery_state,
      next_at = CASE outcome WHEN 'retry' THEN now_at + make_interval(secs => delay_ms / 1000.0) ELSE d.next_at END,
      attempts = (CASE WHEN jsonb_array_length(d.attempts) < 20 THEN d.attempts ELSE d.attempts - 0 END)
        || jsonb_build_array(settle_delivery.attempt || jsonb_build_object('at', unix_ms(now_at)))
    WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = event AND d.lease_token = token
    RETURNING d.lane INTO settled_lane;
  IF NOT FOUND OR is_ending THEN RETURN false; END IF;
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

-- Settles a delivery and claims the next one of its lane, if that is due and the endpoint is active.
--
-- Arguments: as settle_delivery; lease_ms, of the claim.
-- Result:    {eventId, leaseToken, content: read_delivery} of the next delivery; NULL if there is none.
-- Callers:   lib/db/webhooks.ts.
CREATE OR REPLACE FUNCTION "settle_and_claim"(app text, endpoint text, event text, token text, outcome text,
  attempt jsonb, delay_ms bigint, max_failing_ms bigint, lease_ms integer) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  settled_lane text;
  next_id text;
  next_token CONSTANT text := gen_random_uuid()::text;
BEGIN
  IF NOT settle_delivery(app, endpoint, event, token, outcome, attempt, delay_ms, max_failing_ms) THEN RETURN NULL; END IF;
  PERFORM FROM webhook_endpoints p WHERE p.app_id = app AND p.id = endpoint
    AND p.disabled_at IS NULL AND p.ending_at IS NULL AND p.recover_since IS NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT d.lane INTO settled_lane FROM webhook_deliveries d
    WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = event;
  SELECT d.event_id INTO next_id FROM webhook_deliveries d
    WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.lane = settled_lane AND d.state = 'waiting'
      AND d.next_at <= now_at
    ORDER BY d.event_xid LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE webhook_deliveries d
    SET next_at = lease_end(now_at, lease_ms), scheduled_at = now_at, lease_token = next_token
    WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = next_id;
  RETURN json_build_object('eventId', next_id, 'leaseToken', next_token,
    'content', read_delivery(app, endpoint, next_id, next_token));
END
$$;

-- Disables an endpoint. change_queue ends its open deliveries.
--
-- Arguments: app and endpoint, IDs; reason, of disabled_reason.
-- Callers:   settle_delivery; lib/db/webhooks.ts. The tenant is the app.
CREATE OR REPLACE FUNCTION "disable_endpoint"(app text, endpoint text, reason text) RETURNS void LANGUAGE sql AS $$
  UPDATE webhook_endpoints p
    SET disabled_at = clock_timestamp(), disabled_reason = reason, ending_at = clock_timestamp(), recover_since = NULL
    WHERE p.app_id = app AND p.id = endpoint AND p.disabled_at IS NULL;
$$;

-- Delivers again: one delivery, or all failed ones of events since a time, with events that the endpoint never received.
-- change_queue recovers those after the first batch.
--
-- Arguments: app and endpoint, IDs; event, the ID of one delivery, or NULL for all; since_ms, in Unix milliseconds, for all.
-- Result:    the number of deliveries so far.
-- Callers:   lib/db/webhooks.ts.
CREATE OR REPLACE FUNCTION "recover_deliveries"(app text, endpoint text, event text, since_ms bigint) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  target webhook_endpoints;
  since timestamptz := to_timestamp(since_ms / 1000.0);
  lanes text[];
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  PERFORM pg_advisory_xact_lock(1481003080, hashtext(endpoint));
  SELECT p.* INTO target FROM webhook_endpoints p WHERE p.app_id = app AND p.id = endpoint FOR NO KEY UPDATE;
  IF event IS NULL THEN
    since := least(since, target.recover_since);
    UPDATE webhook_endpoints p SET recover_since = since, recover_xid = find_first_xid(app, since, target.dispatched_xid),
        recover_id = '', recovered = 0
      WHERE p.app_id = app AND p.id = endpoint;
    RETURN (SELECT c.recovered FROM change_queue(app, endpoint, 1000) AS c);
  END IF;
  -- Later than ending_at, so that it is not ended.
  WITH recovered AS (
    UPDATE webhook_deliveries d SET state = 'queued', attempt = 0, lease_token = NULL, scheduled_at = clock_timestamp()
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = event
        AND (d.state IN ('delivered', 'failed') OR target.ending_at IS NOT NULL)
      RETURNING d.lane)
  SELECT array_agg(recovered.lane) INTO lanes FROM recovered;
  IF target.ending_at IS NULL THEN
    PERFORM promote_lanes(app, endpoint, lanes);
    -- One that already waits for a retry is due at once.
    UPDATE webhook_deliveries d SET next_at = DEFAULT, scheduled_at = clock_timestamp()
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = event AND d.state = 'waiting'
        AND d.lease_token IS NULL;
  END IF;
  RETURN coalesce(cardinality(lanes), 0);
END
$$;

-- Finds where the events since a time begin, by bisection. The times of events follow their xids, up to an hour: longer than
-- transactions take, and clocks differ.
--
-- Arguments: app, an ID; since; last_xid, of the last event to search.
-- Result:    an xid that no such event is before.
-- Callers:   recover_deliveries.
CREATE OR REPLACE FUNCTION "find_first_xid"(app text, since timestamptz, last_xid bigint) RETURNS bigint
  LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  low bigint := coalesce((SELECT e.xid FROM events e WHERE e.app_id = app ORDER BY e.xid LIMIT 1), last_xid) - 1;
  high bigint := last_xid;
  middle bigint;
BEGIN
  WHILE low < high LOOP
    middle := (low + high) / 2;
    IF (SELECT e.occurred_at FROM events e WHERE e.app_id = app AND e.xid > middle ORDER BY e.xid, e.id LIMIT 1)
      < since - interval '1 hour'
    THEN low := middle + 1; ELSE high := middle; END IF;
  END LOOP;
  RETURN low;
END
$$;

-- Carries out the next batch of what was requested for the deliveries of an endpoint: ends those that were open when it was
-- disabled, so that they are listed as failed and can be recovered, then recovers failed and missed ones.
--
-- Arguments: app and endpoint, IDs; max_rows, of deliveries to end or of events to read.
-- Result:    more, whether there is a next batch; recovered, the number of deliveries of the recovery so far.
-- Callers:   recover_deliveries, change_queues; lib/db/webhooks.ts. The tenant is the app.
CREATE OR REPLACE FUNCTION "change_queue"(app text, endpoint text, max_rows integer, OUT more boolean,
  OUT recovered integer) LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  target webhook_endpoints;
  ids text[];
  batch events[];
  missed events[];
  lanes text[];
BEGIN
  PERFORM pg_advisory_xact_lock(1481003080, hashtext(endpoint));
  SELECT p.* INTO target FROM webhook_endpoints p WHERE p.app_id = app AND p.id = endpoint FOR NO KEY UPDATE;
  recovered := coalesce(target.recovered, 0);
  more := false;
  IF target.ending_at IS NOT NULL THEN
    -- Retries are possible, and exempt, after the endpoint was enabled again.
    IF target.disabled_at IS NOT NULL THEN target.ending_at := now_at; END IF;
    -- A later time than now is from before the clock was set back.
    ids := ARRAY(
      SELECT d.event_id FROM webhook_deliveries d
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.state = 'waiting'
        AND (d.scheduled_at <= target.ending_at OR d.scheduled_at > now_at)
      LIMIT max_rows);
    ids := ids || ARRAY(
      SELECT d.event_id FROM webhook_deliveries d
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.state = 'queued'
        AND (d.scheduled_at <= target.ending_at OR d.scheduled_at > now_at)
      LIMIT max_rows - cardinality(ids));
    UPDATE webhook_deliveries d SET state = 'failed', lease_token = NULL
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = ANY (ids);
    more := cardinality(ids) = max_rows OR target.recover_since IS NOT NULL;
    UPDATE webhook_endpoints p SET ending_at = CASE WHEN cardinality(ids) = max_rows THEN target.ending_at END
      WHERE p.app_id = app AND p.id = endpoint;
    IF cardinality(ids) = max_rows THEN RETURN; END IF;
    -- Those that are left were retried.
    PERFORM promote_lanes(app, endpoint, ARRAY(
      SELECT DISTINCT d.lane FROM webhook_deliveries d
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.state = 'queued'));
  ELSIF target.recover_since IS NOT NULL THEN
    -- Later events are dispatched anyway.
    batch := ARRAY(
      SELECT e FROM events e
      WHERE e.app_id = app AND (e.xid, e.id) > (target.recover_xid, target.recover_id)
        AND (e.xid, e.id) <= (target.dispatched_xid, target.dispatched_id) AND e.xid < event_horizon()
      ORDER BY e.xid, e.id LIMIT max_rows);
    missed := ARRAY(
      SELECT e FROM unnest(batch) AS e
      WHERE e.occurred_at >= target.recover_since AND coalesce((
        SELECT d.state = 'failed' FROM webhook_deliveries d
        WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.event_id = e.id), true));
    lanes := ARRAY(SELECT DISTINCT coalesce(e.account_id, '') FROM unnest(missed) AS e);
    -- A later delivery of the lane that was not attempted yet comes after them.
    UPDATE webhook_deliveries d SET state = 'queued'
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.lane = ANY (lanes) AND d.state = 'waiting'
        AND d.attempt = 0 AND d.lease_token IS NULL
        AND (d.event_xid, d.event_id) > (missed[1].xid, missed[1].id);
    UPDATE webhook_deliveries d SET state = 'queued', attempt = 0, lease_token = NULL
      WHERE d.app_id = app AND d.endpoint_id = endpoint AND d.state = 'failed'
        AND d.event_id = ANY (ARRAY(SELECT e.id FROM unnest(missed) AS e));
    GET DIAGNOSTICS recovered = ROW_COUNT;
    recovered := target.recovered + recovered + add_deliveries(target, missed);
    PERFORM promote_lanes(app, endpoint, lanes);
    more := cardinality(batch) = max_rows;
    UPDATE webhook_endpoints p SET recovered = change_queue.recovered,
        recover_since = CASE WHEN more THEN p.recover_since END,
        recover_xid = coalesce(batch[cardinality(batch)].xid, p.recover_xid),
        recover_id = coalesce(batch[cardinality(batch)].id, p.recover_id)
      WHERE p.app_id = app AND p.id = endpoint;
  END IF;
END
$$;

-- Carries out a batch of change_queue for each endpoint that has one.
--
-- Arguments: max_rows, of which each endpoint gets the same share.
-- Result:    true if more is left.
-- Callers:   lib/db/webhooks.ts. Crosses tenants, and returns none of their data.
CREATE OR REPLACE FUNCTION "change_queues"(max_rows integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  candidate record;
  is_left boolean;
  more boolean := false;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  -- In the order of their keys, because the locks are held to the end.
  FOR candidate IN
    SELECT c.* FROM (
      SELECT p.app_id, p.id, count(*) OVER () AS candidates FROM webhook_endpoints p
      WHERE p.ending_at IS NOT NULL OR p.recover_since IS NOT NULL
      ORDER BY random() LIMIT max_rows) AS c
    ORDER BY c.app_id, c.id
  LOOP
    -- A statement of its own: OR would not call the function once more is true.
    SELECT c.more INTO is_left
      FROM change_queue(candidate.app_id, candidate.id, greatest(1, max_rows / candidate.candidates)::integer) AS c;
    more := more OR is_left OR candidate.candidates > max_rows;
  END LOOP;
  RETURN more;
END
$$;

REVOKE EXECUTE ON FUNCTION "dispatch_events", "claim_due_deliveries", "change_queues" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "dispatch_events", "claim_due_deliveries", "change_queues" TO "app_versions_runtime";
