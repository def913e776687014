-- Returns version snapshots by digest. Sets the transaction's tenant to the app.
--
-- Arguments: app, an app ID; digests, of the snapshots to return.
-- Result:    an array of rows of version_snapshots with snake_case keys, in no particular order. Unknown digests are
--            left out. currency_digits are those of the app in a row of an earlier version.
-- Callers:   lib/db/history.ts.

CREATE OR REPLACE FUNCTION "read_snapshots"(app text, digests text[]) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true);
  RETURN (
    SELECT coalesce(json_agg(to_jsonb(s) || jsonb_build_object('currency_digits', coalesce(s.currency_digits, a.currency_digits))), '[]')
    FROM version_snapshots s JOIN apps a ON a.id = s.app_id WHERE s.app_id = app AND s.digest = ANY (digests));
END
$$;
