-- CreateTable
CREATE TABLE "current_versions" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,

    CONSTRAINT "current_versions_pkey" PRIMARY KEY ("app_id","account_id")
);

-- CreateIndex
CREATE INDEX "current_versions_app_id_version_id_account_id_idx" ON "current_versions"("app_id", "version_id", "account_id");

-- AddForeignKey
ALTER TABLE "current_versions" ADD CONSTRAINT "current_versions_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id") REFERENCES "accounts"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE ON "current_versions" TO "app_versions_runtime";

ALTER TABLE "current_versions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "current_versions" FORCE ROW LEVEL SECURITY;
CREATE POLICY "app_or_account_isolation" ON "current_versions"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
-- npm run backup reads the rows of all tenants.
CREATE POLICY "backup" ON "current_versions" FOR SELECT TO CURRENT_USER USING (is_backup());

-- activations, each statement. Keeps current_versions.
CREATE OR REPLACE FUNCTION "set_current_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO current_versions AS c (app_id, account_id, version_id)
    SELECT DISTINCT ON (app_id, account_id) app_id, account_id, version_id FROM new_rows
    ORDER BY app_id, account_id, sequence DESC
    ON CONFLICT (app_id, account_id) DO UPDATE SET version_id = EXCLUDED.version_id WHERE c.version_id <> EXCLUDED.version_id;
  RETURN NULL;
END
$$;

-- No account switches until the end of this transaction.
CREATE TRIGGER "activations_set_current_version" AFTER INSERT ON "activations"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "set_current_version"();

-- Row-level security also applies to the owner.
DO $$
DECLARE
  app text;
BEGIN
  PERFORM set_config('tenant.all_accounts', 'on', true), set_config('tenant.account_id', '', true);
  FOR app IN SELECT id FROM apps LOOP
    PERFORM set_config('tenant.app_id', app, true);
    INSERT INTO current_versions (app_id, account_id, version_id)
      SELECT a.app_id, a.id, h.version_id
      FROM accounts a CROSS JOIN LATERAL (
        SELECT n.version_id FROM activations n WHERE n.app_id = a.app_id AND n.account_id = a.id ORDER BY n.sequence DESC LIMIT 1) AS h
      WHERE a.app_id = app;
  END LOOP;
  PERFORM set_config('tenant.all_accounts', '', true), set_config('tenant.app_id', '', true);
END
$$;
