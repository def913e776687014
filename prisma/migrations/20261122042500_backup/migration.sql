-- prisma/sql/tenant.sql

-- Whether the transaction may read the rows of all tenants. Policies for the owner read it.
CREATE OR REPLACE FUNCTION "is_backup"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('tenant.backup', true) = 'on' $$;

-- The owner reads the rows of all tenants in a transaction with tenant.backup = 'on' (npm run backup). The runtime role does
-- not, whatever it sets.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity
  LOOP
    EXECUTE format('CREATE POLICY "backup" ON %I FOR SELECT TO CURRENT_USER USING (is_backup())', name);
  END LOOP;
END
$$;

-- prisma/sql/events.sql

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
