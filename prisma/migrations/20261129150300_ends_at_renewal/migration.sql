-- AlterTable
ALTER TABLE "catalog_editions" DROP CONSTRAINT "catalog_editions_ends_existing",
  ADD CONSTRAINT "catalog_editions_ends_existing" CHECK ("ends_existing" IN ('keep', 'keep_price', 'follow', 'follow_renewal'));
