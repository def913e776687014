-- Returns an app as API callers may see it.
--
-- Arguments: app, a row of apps.
-- Result:    the row with snake_case keys, without host and created_at.
-- Callers:   read_catalog, resolve_credential; lib/db/catalog.ts.

CREATE OR REPLACE FUNCTION "app_json"(app apps) RETURNS jsonb LANGUAGE sql STABLE
  AS $$ SELECT to_jsonb(app) - '{host,created_at}'::text[] $$;
