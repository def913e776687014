-- Whoever changes what a server may remember tells all servers of it, in the transaction that changes it (decision 15).
-- A notification is "app ID", "catalog ID", "account APP ID", "credential APP ID" or "everything". Postgres sends equal ones
-- of a transaction once. ALWAYS also fires for replication roles.

-- A statement that changes very many accounts tells of their app instead.
CREATE FUNCTION "tell_of_rows"(kind text, apps text[], ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 100 THEN
    PERFORM pg_notify('app_versions', 'app ' || app) FROM (SELECT DISTINCT unnest(apps) AS app) AS of;
  ELSE
    PERFORM pg_notify('app_versions', kind || ' ' || app || ' ' || id) FROM unnest(apps, ids) AS of (app, id);
  END IF;
END
$$;

-- The app itself: what is told of it, or by which host it is found, is part of more than its catalogue.
CREATE FUNCTION "count_app_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.catalog_revision = OLD.catalog_revision THEN NEW.catalog_revision := OLD.catalog_revision + 1; END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION "tell_of_app"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'catalog_revision' = to_jsonb(NEW) - 'catalog_revision' THEN
    PERFORM pg_notify('app_versions', 'catalog ' || NEW.id);
  ELSE
    PERFORM pg_notify('app_versions', 'app ' || coalesce(NEW.id, OLD.id));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "apps_counted" BEFORE UPDATE ON "apps" FOR EACH ROW EXECUTE FUNCTION "count_app_change"();
CREATE TRIGGER "apps_told" AFTER INSERT OR UPDATE OR DELETE ON "apps" FOR EACH ROW EXECUTE FUNCTION "tell_of_app"();
ALTER TABLE "apps" ENABLE ALWAYS TRIGGER "apps_counted";
ALTER TABLE "apps" ENABLE ALWAYS TRIGGER "apps_told";

-- Its catalogue. The app's row is kept until the end of the transaction, so revisions are in the order of commits.
CREATE FUNCTION "count_catalog_change"() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Accounts with their history and grants.
CREATE FUNCTION "tell_of_accounts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  id_column CONSTANT text := CASE TG_TABLE_NAME WHEN 'accounts' THEN 'id' ELSE 'account_id' END;
  apps text[];
  ids text[];
BEGIN
  EXECUTE format('SELECT array_agg(app_id), array_agg(id) FROM (SELECT DISTINCT app_id, %I AS id FROM %I) AS changed',
    id_column, CASE TG_OP WHEN 'INSERT' THEN 'new_rows' ELSE 'old_rows' END) INTO apps, ids;
  PERFORM tell_of_rows('account', apps, ids);
  RETURN NULL;
END
$$;

-- A new row of a history, which every switch writes: the same without a plan made for each.
CREATE FUNCTION "tell_of_activations"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apps text[];
  ids text[];
BEGIN
  SELECT array_agg(app_id), array_agg(account_id) INTO apps, ids
    FROM (SELECT DISTINCT app_id, account_id FROM new_rows) AS changed;
  PERFORM tell_of_rows('account', apps, ids);
  RETURN NULL;
END
$$;

-- Keys and sessions. A new one is nobody's memory yet.
CREATE FUNCTION "tell_of_credentials"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apps text[];
  ids text[];
BEGIN
  SELECT array_agg(app_id), array_agg(id) INTO apps, ids FROM old_rows;
  PERFORM tell_of_rows('credential', apps, ids);
  RETURN NULL;
END
$$;

CREATE FUNCTION "tell_of_everything"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('app_versions', 'everything');
  RETURN NULL;
END
$$;

DO $$
DECLARE
  tables CONSTANT jsonb := '{
    "versions": "count_catalog_change", "features": "count_catalog_change", "version_features": "count_catalog_change",
    "accounts": "tell_of_accounts", "version_grants": "tell_of_accounts", "activations": "tell_of_activations",
    "api_keys": "tell_of_credentials", "portal_sessions": "tell_of_credentials"}';
  name text;
  teller text;
  event text;
  rows CONSTANT jsonb := '{
    "INSERT": "NEW TABLE AS new_rows", "DELETE": "OLD TABLE AS old_rows",
    "UPDATE": "OLD TABLE AS old_rows NEW TABLE AS new_rows"}';
BEGIN
  FOR name, teller IN SELECT * FROM jsonb_each_text(tables) LOOP
    FOREACH event IN ARRAY CASE
      -- History is only ever added to, and nobody remembers an account, key or session that was not there.
      WHEN name = 'activations' THEN ARRAY['INSERT']
      WHEN name IN ('accounts', 'api_keys', 'portal_sessions') THEN ARRAY['UPDATE', 'DELETE']
      ELSE ARRAY['INSERT', 'UPDATE', 'DELETE'] END
    LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
        name || '_told_' || lower(event), event, name, rows ->> event, teller);
      EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER %I', name, name || '_told_' || lower(event));
    END LOOP;
    IF name <> 'activations' THEN
      EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION %I()',
        name || '_told_truncate', name,
        CASE teller WHEN 'count_catalog_change' THEN teller ELSE 'tell_of_everything' END);
      EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER %I', name, name || '_told_truncate');
    END IF;
  END LOOP;
END
$$;
