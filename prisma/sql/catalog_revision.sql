-- Triggers that increment apps.catalog_revision with every change of an app or its catalog. Servers compare it with the
-- revision of their cached catalog.
--
-- Callers:   the triggers in prisma/migrations. Statement triggers read the transition tables old_rows and new_rows.

-- apps, each row before an update, unless the update sets the revision itself.
CREATE OR REPLACE FUNCTION "bump_app_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.catalog_revision = OLD.catalog_revision THEN NEW.catalog_revision := OLD.catalog_revision + 1; END IF;
  RETURN NEW;
END
$$;

-- Tables of the catalog (versions, features, add-ons and their relations), each statement. The update locks the app's row
-- until the end of the transaction, so revisions increase in commit order. The trigger on apps then sends the
-- notification.
CREATE OR REPLACE FUNCTION "bump_catalog_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    UPDATE apps SET catalog_revision = catalog_revision + 1 WHERE id IN (SELECT app_id FROM new_rows);
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    UPDATE apps SET catalog_revision = catalog_revision + 1 WHERE id IN (SELECT app_id FROM old_rows);
  END IF;
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE apps SET catalog_revision = catalog_revision + 1;
  END IF;
  RETURN NULL;
END
$$;
