-- The registry of servers that listen on the channel app_versions and cache what they read. A listener holds an advisory
-- lock on its random number for as long as its connection lives.
--
-- Lock keys: (1481003077, number) registers a listener; (1481003078, 0) is held in shared mode by each switch that
--            depends on the list of listeners.

-- Arguments: none.
-- Result:    the numbers of all registered listeners.
-- Callers:   switch_version; lib/db/wait-for-invalidation.ts.
CREATE OR REPLACE FUNCTION "active_listeners"() RETURNS integer[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(SELECT l.objid::int8::int FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.classid = 1481003077 AND l.objsubid = 2
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()));
END
$$;

-- Registers the current connection, on which LISTEN has been committed, as a listener. Then waits for the switches that
-- started before, which may not have seen it and may skip NOTIFY. The order of the three steps matters.
--
-- Arguments: number, random.
-- Callers:   lib/cache/invalidation-listener.ts.
CREATE OR REPLACE FUNCTION "register_listener"(number integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_lock(1481003077, number);
  PERFORM setval('listener_epoch', floor(random() * 2 ^ 53)::bigint);
  PERFORM pg_advisory_xact_lock(1481003078, 0);
END
$$;
