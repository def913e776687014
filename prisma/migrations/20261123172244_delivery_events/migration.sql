-- prisma/sql/events.sql

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
    'accountId', e.account_id, 'externalId', c.external_id, 'accountTitle', c.title, 'sequence', e.sequence, 'data', e.data,
    'activation', CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'snapshotDigest', s.snapshot_digest,
      'previousDigest', s.previous_digest, 'direction', s.direction, 'actorKind', s.actor_kind,
      'actorName', coalesce(t.name, s.actor_name), 'actorUserId', t.user_id, 'channel', s.channel, 'reason', s.reason,
      'billingPeriod', s.billing_period, 'users', s.users, 'kind', s.kind) END,
    'addOnChange', CASE WHEN o.id IS NOT NULL THEN to_jsonb(o) || jsonb_build_object('activation_id', a.id,
      'actor_name', coalesce(t.name, o.actor_name), 'actor_user_id', t.user_id) END,
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
  LEFT JOIN actors t
    ON t.app_id = e.app_id AND t.account_id = e.account_id AND t.id = coalesce(s.actor_ref, o.actor_ref)
  LEFT JOIN LATERAL (
    SELECT b.active, b.fee, b.user_fee, b.fee_unit, b.user_fee_unit, b.annual_fee, b.annual_user_fee, b.price_text,
      b.currency
    FROM add_on_changes b
    WHERE b.app_id = o.app_id AND b.account_id = o.account_id AND b.add_on_id = o.add_on_id AND b.sequence < o.sequence
    ORDER BY b.sequence DESC LIMIT 1) AS p ON true
$$;

-- prisma/sql/webhooks.sql

-- Reads the events of deliveries. Sets the transaction's tenant to the app.
--
-- Arguments: app and endpoint, IDs; event_ids, of the deliveries.
-- Result:    event_contents.content, one row for each event that has not been purged.
-- Callers:   lib/db/webhook-endpoints.ts.
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
