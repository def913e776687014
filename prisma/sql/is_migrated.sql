-- Whether a migration and the functions of a version were applied to the database. Those of later versions can be, too.
--
-- Arguments: migration, the name of the version's newest one; functions, the checksum of its functions.
-- Callers:   lib/db/connection/database-health.ts, tools/serve.ts.
CREATE OR REPLACE FUNCTION "is_migrated"(migration text, functions text) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM migrations.applied a WHERE a.name = migration)
    AND EXISTS (SELECT FROM migrations.functions f WHERE f.checksum = is_migrated.functions);
END
$$;

REVOKE EXECUTE ON FUNCTION "is_migrated" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "is_migrated" TO "app_versions_runtime";
