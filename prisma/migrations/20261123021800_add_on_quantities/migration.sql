ALTER TABLE "add_ons" ADD COLUMN "min_quantity" INTEGER, ADD COLUMN "max_quantity" INTEGER,
  ADD CONSTRAINT "add_ons_quantities" CHECK ("min_quantity" >= 1 AND "max_quantity" >= "min_quantity");
