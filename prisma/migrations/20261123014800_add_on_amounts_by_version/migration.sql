-- AlterTable
ALTER TABLE "add_on_features" ADD COLUMN     "by_version" JSONB;
