-- Trigger that makes a table append-only.
--
-- Result:    raises restrict_violation (SQLSTATE 23001).
-- Callers:   the UPDATE, DELETE and TRUNCATE triggers of append-only tables in prisma/migrations.

CREATE OR REPLACE FUNCTION "reject_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only: % rejected', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
