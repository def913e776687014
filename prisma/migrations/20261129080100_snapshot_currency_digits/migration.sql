-- AlterTable
ALTER TABLE "version_snapshots" ADD COLUMN     "currency_digits" INTEGER;
