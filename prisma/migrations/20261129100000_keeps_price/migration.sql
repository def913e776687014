-- AlterTable
ALTER TABLE "versions" ADD COLUMN "keeps_price" BOOLEAN;
