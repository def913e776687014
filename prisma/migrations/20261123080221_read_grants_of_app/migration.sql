-- The comparison of a price list reads the grants of all accounts of the app.
CREATE POLICY "app_isolation" ON "version_grants" FOR SELECT USING (app_id = tenant_app() AND tenant_all_accounts());
