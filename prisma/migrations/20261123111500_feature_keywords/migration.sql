-- AlterTable
ALTER TABLE "features" ADD COLUMN     "keywords" TEXT[] DEFAULT ARRAY[]::TEXT[];
