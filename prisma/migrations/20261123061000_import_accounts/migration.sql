-- An import of accounts by the owner begins the histories of many accounts in one statement. It can't continue any.
CREATE POLICY "owner_app_isolation" ON "activations" FOR INSERT TO CURRENT_USER
  WITH CHECK (app_id = tenant_app() AND tenant_account() IS NULL AND sequence = 1);
