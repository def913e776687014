-- prisma/sql/schema_version.sql

-- Result:    the name of the newest applied migration. A server checks that it is not older than its own.
-- Callers:   lib/db/database-health.ts.
CREATE OR REPLACE FUNCTION "schema_version"() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
BEGIN
  RETURN (SELECT max(m.migration_name) FROM _prisma_migrations m
    WHERE m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL);
END
$$;

REVOKE EXECUTE ON FUNCTION "schema_version" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "schema_version" TO "app_versions_runtime";
