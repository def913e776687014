-- How often the catalogue of an app was changed, so that what is held in memory can be told from what is here.
ALTER TABLE "apps" ADD COLUMN "catalog_revision" INTEGER NOT NULL DEFAULT 1;
