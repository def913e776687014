-- Returns version snapshots by digest. Sets the transaction's tenant to the app.
--
-- Arguments: app, an app ID; digests, of the snapshots to return.
-- Result:    an array of rows of version_snapshots with snake_case keys, in no particular order. Unknown digests are
--            left out.
-- Callers:   lib/db/activations.ts.

CREATE OR REPLACE FUNCTION "read_snapshots"(app text, digests text[]) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true);
  RETURN (
    SELECT coalesce(json_agg(s), '[]')
    FROM version_snapshots s WHERE s.app_id = app AND s.digest = ANY (digests));
END
$$;
