-- AlterTable
ALTER TABLE "account_changes" ADD COLUMN "add_ons" JSONB;
