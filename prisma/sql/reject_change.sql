-- Trigger that makes a table append-only.
--
-- Result:    raises restrict_violation (SQLSTATE 23001), except for a row whose amounts are converted.
-- Callers:   the UPDATE, DELETE and TRUNCATE triggers of append-only tables in prisma/migrations.

CREATE OR REPLACE FUNCTION "reject_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND is_conversion() THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'table % is append-only: % rejected', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
