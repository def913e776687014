-- CreateTable
CREATE TABLE "catalog_announcements" (
    "app_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "edition_id" TEXT NOT NULL,
    "announced_at" TIMESTAMPTZ(3) NOT NULL,
    "effective_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "content" JSONB NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "before_account_id" TEXT,
    "last_account_id" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    CONSTRAINT "catalog_announcements_pkey" PRIMARY KEY ("app_id", "version_id", "edition_id", "announced_at"),
    CONSTRAINT "catalog_announcements_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id")
      REFERENCES "versions" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "catalog_announcements_app_id_edition_id_fkey" FOREIGN KEY ("app_id", "edition_id")
      REFERENCES "catalog_editions" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Those with events to write.
CREATE INDEX "catalog_announcements_due" ON "catalog_announcements" ("app_id") WHERE "finished_at" IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON "catalog_announcements" TO "app_versions_runtime";

ALTER TABLE "catalog_announcements" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "backup" ON "catalog_announcements" FOR SELECT TO CURRENT_USER USING (is_backup());
CREATE POLICY "app_isolation" ON "catalog_announcements" USING (app_id = tenant_app());
CREATE POLICY "due_work" ON "catalog_announcements" TO CURRENT_USER USING (is_due_work());
