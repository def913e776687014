-- AlterTable
ALTER TABLE "catalog_editions" ADD COLUMN     "share_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "share_hash" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "catalog_editions_app_id_share_hash_key" ON "catalog_editions"("app_id", "share_hash");

-- Privileges of the runtime role
GRANT UPDATE ("share_hash", "share_expires_at") ON "catalog_editions" TO "app_versions_runtime";
