-- CreateEnum
CREATE TYPE "pays" AS ENUM ('more', 'less', 'same', 'unknown');

-- AlterTable
ALTER TABLE "account_history" ADD COLUMN "pays" "pays";
