-- CreateIndex
CREATE INDEX "accounts_app_id_title_id_idx" ON "accounts"("app_id", "title", "id");
