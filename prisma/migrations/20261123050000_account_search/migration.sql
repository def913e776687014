-- Generated columns rewrite the table.
ALTER TABLE "accounts" ADD COLUMN "period_ends_at" TIMESTAMPTZ(3),
  ADD COLUMN "search_title" TEXT COLLATE "C" GENERATED ALWAYS AS (lower(title)) STORED,
  ADD COLUMN "search_external_id" TEXT COLLATE "C" GENERATED ALWAYS AS (lower(external_id)) STORED;

-- CreateIndex
CREATE INDEX "accounts_app_id_search_title_id_idx" ON "accounts"("app_id", "search_title", "id");

-- CreateIndex
CREATE INDEX "accounts_app_id_search_external_id_id_idx" ON "accounts"("app_id", "search_external_id", "id");
