-- AlterTable
ALTER TABLE "offer_versions" ADD COLUMN     "price_text" TEXT;

-- AlterTable
ALTER TABLE "version_snapshots" ADD COLUMN     "price_text" TEXT;

-- AlterTable
ALTER TABLE "versions" ADD COLUMN     "price_text" TEXT;

-- A price in words is served instead of fees.
ALTER TABLE "versions" ADD CONSTRAINT "versions_price_text_without_fees"
  CHECK ("price_text" IS NULL OR num_nonnulls("fee", "user_fee", "annual_fee", "annual_user_fee") = 0);
ALTER TABLE "offer_versions" ADD CONSTRAINT "offer_versions_price_text_without_fees"
  CHECK ("price_text" IS NULL OR num_nonnulls("fee", "user_fee", "annual_fee", "annual_user_fee") = 0);
