-- Empty until the functions are applied: prisma/sql/convert_amounts.sql.
CREATE FUNCTION "is_conversion"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT false $$;

-- The owner converts the amounts in the history of all accounts of an app.
CREATE POLICY "conversion" ON "account_history" TO CURRENT_USER
  USING (app_id = tenant_app() AND is_conversion());
