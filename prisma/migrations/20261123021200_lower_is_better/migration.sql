-- AlterTable
ALTER TABLE "features" ADD COLUMN     "lower_is_better" BOOLEAN;
