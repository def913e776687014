-- AlterTable
ALTER TABLE "current_versions" ADD COLUMN "follows_at" TIMESTAMPTZ(3), ADD COLUMN "follow_due_at" TIMESTAMPTZ(3);
CREATE INDEX "current_versions_follow_due" ON "current_versions" ("follow_due_at") WHERE "follow_due_at" IS NOT NULL;
CREATE INDEX "current_versions_follow_due_of_app" ON "current_versions" ("app_id", "follow_due_at") WHERE "follow_due_at" IS NOT NULL;
