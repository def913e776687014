-- prisma/sql/due_work.sql

-- How many webhook deliveries wait, and for how long the oldest has been due.
--
-- Result:    {waiting, lateMs}. waiting counts those that wait for their turn or for a retry. lateMs is in milliseconds.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "delivery_queue"() RETURNS json LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  RETURN (
    SELECT json_build_object('waiting', count(*), 'lateMs', greatest(0, coalesce(
      extract(epoch FROM clock_timestamp() - min(d.next_at) FILTER (WHERE d.state = 'waiting')) * 1000, 0))::bigint)
    FROM webhook_deliveries d JOIN webhook_endpoints p ON p.app_id = d.app_id AND p.id = d.endpoint_id
    WHERE d.state IN ('queued', 'waiting') AND p.disabled_at IS NULL);
END
$$;

REVOKE EXECUTE ON FUNCTION "delivery_queue" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "delivery_queue" TO "app_versions_runtime";
