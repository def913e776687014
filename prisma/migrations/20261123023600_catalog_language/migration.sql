-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "language" TEXT;
