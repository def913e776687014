-- prisma/sql/tenant.sql

-- Whether the transaction reads the history of all accounts of the tenant's app. read_events sets it while it reads.
CREATE OR REPLACE FUNCTION "tenant_all_accounts"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('tenant.all_accounts', true) = 'on' $$;

-- SELECT only: rows are written within an account.
CREATE POLICY "app_isolation" ON "option_changes" FOR SELECT USING (app_id = tenant_app() AND tenant_all_accounts());
