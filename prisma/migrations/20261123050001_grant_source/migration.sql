-- CreateEnum
CREATE TYPE "grant_source" AS ENUM ('price_list', 'api', 'both');

-- AlterTable
ALTER TABLE "version_grants" ADD COLUMN     "source" "grant_source";

-- Row-level security limits the runtime role to the grants of the tenant account.
GRANT INSERT, UPDATE, DELETE ON "version_grants" TO "app_versions_runtime";
