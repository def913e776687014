-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "brand_logo" TEXT,
ADD COLUMN     "brand_accent" TEXT,
ADD COLUMN     "brand_accent_dark" TEXT,
ADD COLUMN     "brand_font" TEXT;

-- They are parts of a style sheet and of a header.
ALTER TABLE "apps" ADD CONSTRAINT "apps_brand_format"
  CHECK ("brand_accent" ~ '^#[0-9a-fA-F]{6}$' AND "brand_accent_dark" ~ '^#[0-9a-fA-F]{6}$'
    AND "brand_logo" ~ '^(https://[a-zA-Z0-9]|data:image/)' AND length("brand_logo") <= 32768);
