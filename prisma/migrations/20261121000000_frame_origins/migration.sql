-- Who else may show our pages in a frame. Each goes into a header as it stands, so nothing but an origin is kept.
ALTER TABLE "apps" ADD COLUMN "frame_origins" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "apps" ADD CONSTRAINT "apps_frame_origins_are_origins"
  CHECK (array_to_string("frame_origins", ' ', '') ~ '^(https?://[a-z0-9.:*-]+( |$))*$');
