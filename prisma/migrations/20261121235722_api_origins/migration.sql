-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "api_origins" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- The same format as that of frame_origins.
ALTER TABLE "apps" ADD CONSTRAINT "apps_api_origins_format"
  CHECK (array_to_string("api_origins", ' ', '') ~ '^(https?://[a-z0-9.:*-]+( |$))*$');
