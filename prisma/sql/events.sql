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
