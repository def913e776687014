-- Work that happens later (lib/domain/due-work). These functions cross tenants: tenant.due_work, which is in effect only
-- within them, makes the rows of all tenants visible to the owner. They return no data of a tenant.

-- Whether the transaction may access the rows of all tenants. Policies for the owner read it.
CREATE OR REPLACE FUNCTION "is_due_work"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('tenant.due_work', true) = 'on' $$;

-- Finds out what is due, with one probe of an index for each kind and endpoint.
--
-- Result:    {now, kinds, hasEndpoints, hasUncommitted}. now is in Unix milliseconds. kinds has the kinds that are due: for how
--            many milliseconds the first row has been due, by name. hasEndpoints is whether there is an enabled webhook endpoint,
--            hasUncommitted whether events wait for the end of a transaction.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "due_work"() RETURNS json LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  horizon CONSTANT bigint := event_horizon();
  endpoints bigint;
  has_uncommitted boolean;
  event_at timestamptz;
  delivery_at timestamptz;
  queue_at timestamptz;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  SELECT count(*) FILTER (WHERE p.disabled_at IS NULL), min(n.xid) >= horizon,
      min(n.occurred_at) FILTER (WHERE n.xid < horizon), min(d.due_at),
      min(coalesce(p.ending_at, now_at)) FILTER (WHERE q.is_changing)
    INTO endpoints, has_uncommitted, event_at, delivery_at, queue_at
    FROM webhook_endpoints p
    CROSS JOIN LATERAL (SELECT p.ending_at IS NOT NULL OR p.recover_since IS NOT NULL AS is_changing) AS q
    LEFT JOIN LATERAL (
      SELECT e.xid, e.occurred_at FROM events e
      WHERE e.app_id = p.app_id AND (e.xid, e.id) > (p.dispatched_xid, p.dispatched_id)
      ORDER BY e.xid, e.id LIMIT 1) AS n ON p.disabled_at IS NULL AND NOT q.is_changing
    LEFT JOIN LATERAL (
      SELECT n.due_at FROM (VALUES (false), (true)) AS o (is_import), LATERAL (
        SELECT greatest(d.next_at, d.scheduled_at) AS due_at FROM webhook_deliveries d
        WHERE d.app_id = p.app_id AND d.endpoint_id = p.id AND d.state = 'waiting' AND d.is_import = o.is_import
          AND d.next_at <= now_at
        ORDER BY d.next_at, d.event_xid LIMIT 1) AS n
      LIMIT 1) AS d ON p.disabled_at IS NULL AND NOT q.is_changing
    WHERE p.disabled_at IS NULL OR q.is_changing;
  RETURN (
    SELECT json_build_object('now', unix_ms(now_at), 'hasEndpoints', endpoints > 0, 'hasUncommitted', coalesce(has_uncommitted, false),
      'kinds', coalesce(json_object_agg(k.name, greatest(0, unix_ms(now_at) - unix_ms(k.due_at))), '{}'))
    FROM (VALUES
      ('events', event_at),
      -- Also those of events that are dispatched at once.
      ('deliveries', coalesce(delivery_at, event_at)),
      ('queues', queue_at),
      ('editions', (SELECT coalesce(e.claimed_until, e.publish_at) FROM catalog_editions e
        WHERE e.publish_at <= now_at AND e.published_at IS NULL AND e.discarded_at IS NULL
          AND (e.claimed_until IS NULL OR e.claimed_until <= now_at)
        ORDER BY e.publish_at LIMIT 1)),
      ('deletions', (SELECT a.deletes_at FROM accounts a WHERE a.deletes_at <= now_at AND a.deleted_at IS NULL
        ORDER BY a.deletes_at LIMIT 1)),
      ('changes', (SELECT c.due_at FROM account_changes c WHERE c.due_at <= now_at ORDER BY c.due_at LIMIT 1)),
      ('terms', (SELECT v.terms_due_at FROM current_versions v WHERE v.terms_due_at <= now_at ORDER BY v.terms_due_at LIMIT 1)),
      ('renewals', (SELECT v.follow_due_at FROM current_versions v WHERE v.follow_due_at <= now_at ORDER BY v.follow_due_at LIMIT 1)),
      -- Any of them.
      ('follows', (SELECT coalesce(i.claimed_until, (
          SELECT e.published_at FROM catalog_editions e WHERE e.app_id = i.app_id AND e.id = i.edition_id), now_at)
        FROM catalog_follows i WHERE i.claimed_until IS NULL OR i.claimed_until <= now_at LIMIT 1)),
      ('moves', (SELECT coalesce(m.claimed_until, m.canceled_at, m.created_at) FROM moves m
        WHERE m.finished_at IS NULL AND (m.claimed_until IS NULL OR m.claimed_until <= now_at) LIMIT 1)),
      ('announcements', (SELECT n.announced_at FROM catalog_announcements n WHERE n.finished_at IS NULL LIMIT 1))
    ) AS k (name, due_at) WHERE k.due_at IS NOT NULL);
END
$$;

-- Lists the apps that have work of a kind that is done by app. Changes, terms and renewals are found with two probes of an index
-- for each app that has some that wait, because one app can have very many.
--
-- Arguments: record_time, as in account_now.
-- Result:    an array of IDs.
-- Callers:   lib/db/due-work.ts. Crosses tenants, and returns IDs only.
CREATE OR REPLACE FUNCTION "list_due_apps"(record_time bigint) RETURNS json LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := account_now(NULL, record_time);
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  RETURN (
    WITH RECURSIVE waiting (app_id) AS (
      SELECT ''
      UNION ALL
      SELECT least(
        (SELECT c.app_id FROM account_changes c WHERE c.app_id > w.app_id AND c.due_at IS NOT NULL
          ORDER BY c.app_id, c.due_at LIMIT 1),
        (SELECT v.app_id FROM current_versions v WHERE v.app_id > w.app_id AND v.terms_due_at IS NOT NULL
          ORDER BY v.app_id, v.terms_due_at LIMIT 1),
        (SELECT v.app_id FROM current_versions v WHERE v.app_id > w.app_id AND v.follow_due_at IS NOT NULL
          ORDER BY v.app_id, v.follow_due_at LIMIT 1))
      FROM waiting w WHERE w.app_id IS NOT NULL)
    SELECT coalesce(json_agg(due.app_id), '[]') FROM (
      SELECT w.app_id FROM waiting w
      WHERE EXISTS (SELECT FROM account_changes c WHERE c.app_id = w.app_id AND c.due_at <= now_at)
        OR EXISTS (SELECT FROM current_versions v WHERE v.app_id = w.app_id AND v.terms_due_at <= now_at)
        OR EXISTS (SELECT FROM current_versions v WHERE v.app_id = w.app_id AND v.follow_due_at <= now_at)
      UNION SELECT i.app_id FROM catalog_follows i WHERE i.claimed_until IS NULL OR i.claimed_until <= now_at
      UNION SELECT m.app_id FROM moves m
        WHERE m.finished_at IS NULL AND (m.claimed_until IS NULL OR m.claimed_until <= now_at)
      UNION SELECT n.app_id FROM catalog_announcements n WHERE n.finished_at IS NULL) AS due);
END
$$;

-- Arguments: now_at, the time of a claim; lease_ms, of its kind.
-- Result:    when what is claimed is due again, if it was not settled before. It replaces the time at which the row is due:
--            the column is the lease.
-- Callers:   the claims of all kinds, reset_schedule.
CREATE OR REPLACE FUNCTION "lease_end"(now_at timestamptz, lease_ms integer) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT now_at + lease_ms * interval '1 millisecond' $$;

-- Makes due what was scheduled at a later time than now: the clock was set back, and it would wait for too long.
--
-- Arguments: leases, in milliseconds by kind. Claims of moves, follows and editions that end within one stay.
-- Callers:   lib/db/due-work.ts, when a worker starts and when it notices the change.
CREATE OR REPLACE FUNCTION "reset_schedule"(leases jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  UPDATE webhook_deliveries d SET next_at = DEFAULT, scheduled_at = now_at
    WHERE d.state = 'waiting' AND d.scheduled_at > now_at;
  UPDATE catalog_editions e SET claimed_until = NULL
    WHERE e.publish_at IS NOT NULL AND e.published_at IS NULL AND e.discarded_at IS NULL
      AND e.claimed_until > lease_end(now_at, (leases -> 'editions')::integer);
  UPDATE catalog_follows i SET claimed_until = NULL WHERE i.claimed_until > lease_end(now_at, (leases -> 'follows')::integer);
  UPDATE moves m SET claimed_until = NULL WHERE m.claimed_until > lease_end(now_at, (leases -> 'moves')::integer);
  UPDATE current_versions v SET terms_due_at = terms_due_at(v.terms) WHERE v.terms_due_at > terms_due_at(v.terms);
  UPDATE current_versions v SET follow_due_at = v.follows_at WHERE v.follow_due_at > v.follows_at;
  UPDATE account_changes c SET due_at = account_change_due_at(c)
    WHERE c.due_at > coalesce(c.reminds_at, greatest(c.effective_at, c.expires_at));
END
$$;

-- Claims the editions that have been due for longest.
--
-- Arguments: lease_ms; max_rows.
-- Result:    an array of {appId, id}.
-- Callers:   lib/domain/editions/catalog-editions.ts. Crosses tenants, and returns IDs only.
CREATE OR REPLACE FUNCTION "claim_editions"(lease_ms integer, max_rows integer) RETURNS json LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  claimed json;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  WITH due AS (
    SELECT d.app_id, d.id FROM catalog_editions d
    WHERE d.publish_at <= now_at AND d.published_at IS NULL AND d.discarded_at IS NULL
      AND (d.claimed_until IS NULL OR d.claimed_until <= now_at)
    -- At the same time, first the end of a promotion: what is scheduled for then is planned on the list without it.
    ORDER BY d.publish_at, d.ends_id LIMIT max_rows FOR UPDATE SKIP LOCKED),
  leased AS (
    UPDATE catalog_editions e SET claimed_until = lease_end(now_at, lease_ms)
    FROM due WHERE e.app_id = due.app_id AND e.id = due.id RETURNING e.app_id, e.id)
  SELECT coalesce(json_agg(json_build_object('appId', l.app_id, 'id', l.id)), '[]') INTO claimed FROM leased l;
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

REVOKE EXECUTE ON FUNCTION "due_work", "list_due_apps", "reset_schedule", "claim_editions", "purge_expired", "delivery_queue"
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "due_work", "list_due_apps", "reset_schedule", "claim_editions", "purge_expired", "delivery_queue"
  TO "app_versions_runtime";
