-- AlterTable
ALTER TABLE "catalog_follows" ADD COLUMN "at_renewal" BOOLEAN;
