-- Work that happens later (lib/domain/due-work). These functions cross tenants: tenant.due_work, which is in effect only
-- within them, makes the rows of all tenants visible to the owner. They return no data of a tenant.

-- Whether the transaction may access the rows of all tenants. Policies for the owner read it.
CREATE OR REPLACE FUNCTION "is_due_work"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('tenant.due_work', true) = 'on' $$;

-- Finds out what is due, with one probe of an index for each kind and endpoint.
--
-- Result:    {kinds, now}. kinds: 'events' to dispatch, 'deliveries' to send, 'uncommitted' if events wait for the end of a
--            transaction, 'queues' of deliveries to change, 'editions' to publish, 'deletions' of accounts, 'changes' of
--            accounts that are due, expire, follow from a publication or belong to an unfinished move, terms that begin or
--            end, or events of announcements, 'endpoints' if there is an enabled endpoint. now is in Unix milliseconds.
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
      SELECT true AS is_due FROM (VALUES (false), (true)) AS o (is_import), LATERAL (
        SELECT FROM webhook_deliveries d
        WHERE d.app_id = p.app_id AND d.endpoint_id = p.id AND d.state = 'waiting' AND d.is_import = o.is_import
          AND d.next_at <= now_at
        ORDER BY d.next_at, d.event_xid LIMIT 1) AS n
      LIMIT 1) AS d ON p.disabled_at IS NULL AND NOT q.is_changing
    WHERE p.disabled_at IS NULL OR q.is_changing;
  RETURN json_build_object('now', unix_ms(now_at), 'kinds', array_remove(ARRAY[
    CASE WHEN endpoints > 0 THEN 'endpoints' END,
    CASE WHEN next_xid < horizon THEN 'events' WHEN next_xid >= horizon THEN 'uncommitted' END,
    CASE WHEN has_deliveries THEN 'deliveries' END,
    CASE WHEN has_queues THEN 'queues' END,
    CASE WHEN EXISTS (SELECT FROM accounts a WHERE a.deletes_at <= now_at AND a.deleted_at IS NULL) THEN 'deletions' END,
    CASE WHEN EXISTS (SELECT FROM catalog_editions e WHERE e.publish_at <= now_at AND e.published_at IS NULL
      AND e.discarded_at IS NULL AND (e.claimed_until IS NULL OR e.claimed_until <= now_at)) THEN 'editions' END,
    CASE WHEN EXISTS (SELECT 1 FROM account_changes c WHERE c.due_at <= now_at)
      OR EXISTS (SELECT 1 FROM current_versions v WHERE v.terms_due_at <= now_at)
      OR EXISTS (SELECT 1 FROM current_versions v WHERE v.follow_due_at <= now_at)
      OR EXISTS (SELECT 1 FROM catalog_follows i WHERE i.claimed_until IS NULL OR i.claimed_until <= now_at)
      OR EXISTS (SELECT 1 FROM moves m WHERE m.finished_at IS NULL AND (m.claimed_until IS NULL OR m.claimed_until <= now_at))
      OR EXISTS (SELECT 1 FROM catalog_announcements n WHERE n.finished_at IS NULL)
      THEN 'changes' END], NULL));
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
      AND e.claimed_until > clock_timestamp() + interval '150 s';
  UPDATE catalog_follows i SET claimed_until = NULL WHERE i.claimed_until > clock_timestamp() + interval '30 s';
  UPDATE moves m SET claimed_until = NULL WHERE m.claimed_until > clock_timestamp() + interval '30 s';
  -- The leases.
  UPDATE current_versions v SET terms_due_at = terms_due_at(v.terms) WHERE v.terms_due_at > terms_due_at(v.terms);
  UPDATE current_versions v SET follow_due_at = v.follows_at WHERE v.follow_due_at > v.follows_at;
  UPDATE account_changes c SET due_at = account_change_due_at(c)
    WHERE c.due_at > coalesce(c.reminds_at, greatest(c.effective_at, c.expires_at));
END
$$;

-- Claims the edition that has been due for longest, for 150 seconds: longer than a publication takes.
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
  UPDATE catalog_editions e SET claimed_until = now_at + interval '150 s'
    FROM (
      SELECT d.app_id, d.id FROM catalog_editions d
      WHERE d.publish_at <= now_at AND d.published_at IS NULL AND d.discarded_at IS NULL
        AND (d.claimed_until IS NULL OR d.claimed_until <= now_at)
      -- At the same time, first the end of a promotion: what is scheduled for then is planned on the list without it.
      ORDER BY d.publish_at, d.ends_id LIMIT 1 FOR UPDATE SKIP LOCKED) AS due
    WHERE e.app_id = due.app_id AND e.id = due.id
    RETURNING json_build_object('appId', e.app_id, 'id', e.id) INTO claimed;
  RETURN claimed;
END
$$;

-- Deletes expired rows of all tenants: idempotency records and responses; sessions and links a day after they expired;
-- keys 30 days after they were revoked; events, deliveries and ended account changes after 90 days, moves with their last
-- change.
--
-- Arguments: max_rows, of each table. Of keys and sessions at most 100, because servers are notified of each.
-- Result:    whether more rows may be left.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "purge_expired"(max_rows integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  few CONSTANT integer := least(max_rows, 100);
  purged record;
  deleted integer;
  more boolean := false;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  FOR purged IN SELECT * FROM (VALUES
    ('idempotency_records', 'expires_at', interval '0', max_rows),
    ('idempotent_responses', 'expires_at', interval '0', max_rows),
    ('portal_sessions', 'expires_at', interval '1 day', few),
    ('api_keys', 'revoked_at', interval '30 days', few),
    ('webhook_deliveries', 'created_at', interval '90 days', max_rows),
    ('events', 'occurred_at', interval '90 days', max_rows),
    ('account_changes', 'ended_at', interval '90 days', max_rows)) AS t (name, since, age, max)
  LOOP
    EXECUTE format('DELETE FROM %1$I WHERE ctid = ANY (ARRAY(
      SELECT t.ctid FROM %1$I t WHERE t.%2$I < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))', purged.name, purged.since)
      USING now_at - purged.age, purged.max;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    more := more OR deleted = purged.max;
  END LOOP;
  DELETE FROM moves m WHERE m.finished_at < now_at - interval '90 days'
    AND NOT EXISTS (SELECT FROM account_changes c WHERE c.app_id = m.app_id AND c.batch_id = m.id);
  RETURN more;
END
$$;

-- How many webhook deliveries wait, for how long the oldest has been due, and how many endpoints are disabled.
--
-- Result:    {waiting, lateMs, disabled}. waiting counts those that wait for their turn or for a retry. lateMs is in
--            milliseconds. What is due at once is due since it was scheduled: its next_at is the default, in 1970.
--            disabled has the number of endpoints for each value of disabled_reason.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "delivery_queue"() RETURNS json LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  RETURN (
    SELECT json_build_object('waiting', count(*), 'lateMs', greatest(0, coalesce(
      extract(epoch FROM clock_timestamp() - min(greatest(d.next_at, d.scheduled_at)) FILTER (WHERE d.state = 'waiting')) * 1000, 0))::bigint,
      'disabled', (SELECT json_object_agg(r.reason, (SELECT count(*) FROM webhook_endpoints e WHERE e.disabled_reason = r.reason))
        FROM unnest(ARRAY['request', 'gone', 'failing']) AS r(reason)))
    FROM webhook_deliveries d JOIN webhook_endpoints p ON p.app_id = d.app_id AND p.id = d.endpoint_id
    WHERE d.state IN ('queued', 'waiting') AND p.disabled_at IS NULL);
END
$$;

REVOKE EXECUTE ON FUNCTION "due_work", "reset_schedule", "claim_edition", "purge_expired", "delivery_queue" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "due_work", "reset_schedule", "claim_edition", "purge_expired", "delivery_queue"
  TO "app_versions_runtime";
