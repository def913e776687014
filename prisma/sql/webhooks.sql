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
