-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "sign_in_url" TEXT,
ADD COLUMN     "sign_up_url" TEXT;

-- AlterTable
ALTER TABLE "versions" ADD COLUMN     "family" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "recommended" BOOLEAN NOT NULL DEFAULT false;
