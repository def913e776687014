-- AlterTable
ALTER TABLE "versions" ADD COLUMN "renews_to" TEXT, ADD COLUMN "renews_since" TIMESTAMPTZ(3),
  -- Deferred, as that of replaced_by.
  ADD CONSTRAINT "versions_app_id_renews_to_fkey" FOREIGN KEY ("app_id", "renews_to")
    REFERENCES "versions" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;
