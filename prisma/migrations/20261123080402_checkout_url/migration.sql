-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "checkout_url" TEXT;
