-- Events. Whatever changes an account or a catalog writes its event in its own transaction, with a plain INSERT.
--
-- xid is the transaction that wrote the event. Readers order by (xid, id) and stay below the oldest running transaction
-- of the database (event_horizon), so that a transaction that commits late is never skipped. A transaction takes its
-- xid after it has locked the account, so the events of an account are in order too.

-- Arguments: id, of the row that caused the event.
-- Result:    the ID of the event: the same with the prefix evt.
-- Callers:   commit_account_change.
CREATE OR REPLACE FUNCTION "event_id"(id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT 'evt' || substr(id, 4) $$;

-- Transactions of other databases of the server are left out. A running transaction holds a lock on its ID. One that is
-- about to take it, or has just released it, counts as one of this database, so the result can be lower than before.
--
-- Result:    the oldest running transaction of this database. No event with a lower xid can be added.
-- Callers:   read_events, dispatch_events, due_work; lib/db/webhooks.ts.
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
--            externalId, sequence, data, isImport, request, activation: {id, snapshotDigest, previousDigest, direction, pays,
--            actorKind, actorName, actorUserId, channel, reason, billingPeriod, users, quantity, terms, kind, trialEndsAt,
--            activatedAt} or null, addOnChange: add_on_change_json with name and user ID of the actor, or null}. Times are
--            in Unix milliseconds. activation is null unless the type is account.version_switched, addOnChange unless it
--            is account.option_enabled or account.option_disabled.
-- Callers:   read_delivery, delivery_events, read_events. The tenant is the app, with all accounts or that of the events.
CREATE OR REPLACE FUNCTION "event_contents"(batch events[])
  RETURNS TABLE (xid bigint, id text, account_id text, type text, "position" bigint, content json)
  LANGUAGE sql STABLE AS $$
  SELECT e.xid, e.id, e.account_id, e.type, e.ordinality, json_build_object('id', e.id, 'xid', e.xid::text,
    'type', e.type, 'occurredAt', floor(extract(epoch FROM e.occurred_at) * 1000)::bigint,
    'accountId', e.account_id, 'externalId', c.external_id, 'accountTitle', c.title, 'sequence', e.sequence, 'data', e.data,
    'isImport', e.is_import, 'request', e.request,
    'activation', CASE WHEN e.type = 'account.version_switched' THEN json_build_object('id', h.id,
      'snapshotDigest', h.snapshot_digest, 'previousDigest', h.previous_digest, 'direction', h.direction, 'pays', h.pays, 'actorKind', h.actor_kind,
      'actorName', coalesce(t.name, h.actor_name), 'actorUserId', t.user_id, 'channel', h.channel, 'reason', h.reason,
      'billingPeriod', h.billing_period, 'users', h.users, 'quantity', h.state -> 'quantity', 'terms', h.state -> 'terms',
      'kind', h.kind, 'trialEndsAt', h.state -> 'trialEndsAt', 'activatedAt', unix_ms(h.changed_at)) END,
    'addOnChange', add_on_change_json(h, o.change) || jsonb_build_object('actor_name', coalesce(t.name, h.actor_name),
      'actor_user_id', t.user_id))
  FROM unnest(batch) WITH ORDINALITY AS e
  LEFT JOIN accounts c ON c.app_id = e.app_id AND c.id = e.account_id
  LEFT JOIN account_history h ON h.app_id = e.app_id AND h.account_id = e.account_id AND h.sequence = e.history_sequence
  LEFT JOIN LATERAL (
    SELECT a.change FROM jsonb_array_elements(h.add_on_entries) AS a (change)
    WHERE e.type IN ('account.option_enabled', 'account.option_disabled') AND event_id(a.change ->> 'id') = e.id) AS o ON true
  LEFT JOIN actors t ON t.app_id = e.app_id AND t.account_id = e.account_id AND t.id = h.actor_ref
$$;

-- Reads the events of an app in the order of (xid, id).
--
-- Arguments: app, an ID; account, an ID, or NULL for all events; types, or NULL for all; after_xid and after_id, the
--            event to continue after; max_rows; max_scanned, the number of events to read at most.
-- Result:    {events: [content], xid, id, more}. xid and id are those of the last event that was read, whether it
--            matched or not, or the arguments. more is true if a limit ended the page. It is NULL if after_xid is later than
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
