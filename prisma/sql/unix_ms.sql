-- Converts a timestamp to Unix milliseconds, the unit of JavaScript's Date.
--
-- Arguments: at, a timestamp or NULL.
-- Result:    milliseconds since 1970-01-01 UTC, rounded down; NULL for NULL.
-- Callers:   the functions here that return JSON.
-- STABLE like extract(): an IMMUTABLE function would not be inlined.

CREATE OR REPLACE FUNCTION "unix_ms"(at timestamptz) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT floor(extract(epoch FROM at) * 1000)::bigint $$;
