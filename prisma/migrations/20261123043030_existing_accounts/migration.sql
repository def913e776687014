-- AlterTable
ALTER TABLE "add_ons" ADD COLUMN     "replaced_by" TEXT;

-- AlterTable
ALTER TABLE "versions" ADD COLUMN     "replaced_by" TEXT;

-- CreateTable
CREATE TABLE "version_changes" (
    "app_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "version_changes_pkey" PRIMARY KEY ("app_id","version_id","sequence")
);

-- AddForeignKey
ALTER TABLE "versions" ADD CONSTRAINT "versions_app_id_replaced_by_fkey" FOREIGN KEY ("app_id", "replaced_by") REFERENCES "versions"("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "add_ons" ADD CONSTRAINT "add_ons_app_id_replaced_by_fkey" FOREIGN KEY ("app_id", "replaced_by") REFERENCES "add_ons"("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "version_changes" ADD CONSTRAINT "version_changes_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id") REFERENCES "versions"("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "version_changes" ADD CONSTRAINT "version_changes_app_id_digest_fkey" FOREIGN KEY ("app_id", "digest") REFERENCES "version_snapshots"("app_id", "digest") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A version is replaced before its successor is inserted.
ALTER TABLE "versions" ALTER CONSTRAINT "versions_app_id_replaced_by_fkey" DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "add_ons" ALTER CONSTRAINT "add_ons_app_id_replaced_by_fkey" DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "version_changes" ADD CONSTRAINT "version_changes_sequence_not_negative" CHECK ("sequence" >= 0);

-- Privileges of the runtime role

GRANT SELECT, INSERT ON "version_changes" TO "app_versions_runtime";

-- Row-level security

ALTER TABLE "version_changes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "version_changes" FORCE ROW LEVEL SECURITY;
CREATE POLICY "app_isolation" ON "version_changes" USING (app_id = tenant_app());
-- npm run backup reads the rows of all tenants.
CREATE POLICY "backup" ON "version_changes" FOR SELECT TO CURRENT_USER USING (is_backup());

-- Append-only table. The triggers also fire for replication roles.

CREATE TRIGGER "version_changes_append_only" BEFORE UPDATE OR DELETE ON "version_changes"
  FOR EACH ROW EXECUTE FUNCTION "reject_change"();
CREATE TRIGGER "version_changes_no_truncate" BEFORE TRUNCATE ON "version_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION "reject_change"();
ALTER TABLE "version_changes" ENABLE ALWAYS TRIGGER "version_changes_append_only";
ALTER TABLE "version_changes" ENABLE ALWAYS TRIGGER "version_changes_no_truncate";
