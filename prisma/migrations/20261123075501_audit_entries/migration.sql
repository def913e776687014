-- CreateTable
CREATE TABLE "audit_entries" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "account_id" TEXT,
    "type" TEXT NOT NULL,
    "target_id" TEXT,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "actor_user_id" TEXT,
    "channel" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("app_id","id")
);

-- CreateIndex
CREATE INDEX "audit_entries_app_id_type_id_idx" ON "audit_entries"("app_id", "type", "id");

-- CreateIndex
CREATE INDEX "audit_entries_app_id_account_id_id_idx" ON "audit_entries"("app_id", "account_id", "id");

-- Privileges of the runtime role

GRANT SELECT, INSERT ON "audit_entries" TO "app_versions_runtime";

-- Row-level security

ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "audit_entries" FORCE ROW LEVEL SECURITY;
CREATE POLICY "app_or_account_isolation" ON "audit_entries"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
-- npm run backup reads the rows of all tenants.
CREATE POLICY "backup" ON "audit_entries" FOR SELECT TO CURRENT_USER USING (is_backup());

-- Append-only table. The triggers also fire for replication roles.

CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "reject_change"();
CREATE TRIGGER "audit_entries_no_truncate" BEFORE TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "reject_change"();
ALTER TABLE "audit_entries" ENABLE ALWAYS TRIGGER "audit_entries_append_only";
ALTER TABLE "audit_entries" ENABLE ALWAYS TRIGGER "audit_entries_no_truncate";
