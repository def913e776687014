-- The registry of servers that listen on the channel app_versions and cache what they read. A listener holds an advisory
-- lock on its random number for as long as its connection lives.
--
-- Locks:     listener (lib/db/connection/advisory-locks.ts).

-- Arguments: none.
-- Result:    the numbers of all registered listeners.
-- Callers:   publish_notices; lib/db/connection/wait-for-invalidation.ts, lib/cache/invalidation-listener.ts.
CREATE OR REPLACE FUNCTION "active_listeners"() RETURNS integer[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(SELECT l.objid::int8::int FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.classid = 1481003077 AND l.objsubid = 2
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()));
END
$$;

-- Ends the connections of listeners that have sent nothing for the length of a lease, so that no writer waits for them any
-- more. Their leases have expired, and a listener whose lease has expired registers again, under another number, before it
-- uses its cache. Runs with the rights of the owner, who opened these connections and may see and end them.
--
-- Arguments: numbers, of listeners that did not acknowledge; lease_ms, the length of a lease.
-- Result:    milliseconds by number until a listener can be evicted. Numbers that are evicted or not registered are
--            left out.
-- Callers:   lib/db/connection/wait-for-invalidation.ts.
CREATE OR REPLACE FUNCTION "evict_listeners"(numbers integer[], lease_ms integer) RETURNS json LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  listener record;
  remaining jsonb := '{}';
BEGIN
  FOR listener IN
    -- A query is sent before it starts, and a lease counts from when its query was sent. The time is NULL for a role
    -- without access to it.
    SELECT l.objid::int8::int AS number, l.pid, coalesce(
        lease_ms - floor(extract(epoch FROM clock_timestamp() - a.query_start) * 1000)::integer, lease_ms) AS left_ms
      FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.classid = 1481003077 AND l.objsubid = 2
        AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
        AND l.objid::int8::int = ANY (numbers)
  LOOP
    IF listener.left_ms > 0 THEN
      remaining := remaining || jsonb_build_object(listener.number, listener.left_ms);
    ELSE
      BEGIN
        PERFORM pg_terminate_backend(listener.pid, 1000);
      EXCEPTION WHEN insufficient_privilege THEN
        -- The caller does not wait for the number again. Others do, once each.
        NULL;
      END;
    END IF;
  END LOOP;
  RETURN remaining;
END
$$;

-- Registers the current connection, on which LISTEN has been committed, as a listener. Writers find the listeners after their
-- commit: what they have committed before is read by this one.
--
-- Arguments: number, random.
-- Callers:   lib/cache/invalidation-listener.ts.
CREATE OR REPLACE FUNCTION "register_listener"(number integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_lock(1481003077, number);
END
$$;

REVOKE EXECUTE ON FUNCTION "evict_listeners" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "evict_listeners" TO "app_versions_runtime";
