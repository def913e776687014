-- Cache invalidation: triggers that notify all servers of a change, in the transaction that makes it. With tenant.quiet, which
-- commit_account_change sets, those of the tables of accounts do not: NOTIFY would take a lock of the cluster until the end of
-- the commit. The server then calls publish_notices.
--
-- Channel:   app_versions.
-- Payload:   'app ID', 'catalog ID', 'account APP ID', 'credential APP ID', 'all', or 'ack NUMBER TOKEN', to be acknowledged.
--            One of publish_notices is followed by the number of the server that has sent it.
--            PostgreSQL sends equal payloads of one transaction once.
-- Callers:   the triggers in prisma/migrations. Statement triggers read the transition tables old_rows and new_rows.

-- Arguments: kind, the first word of the payload; apps and ids, two arrays of the same length.
-- Notifies once per row, or once per app for more than 100 rows.
CREATE OR REPLACE FUNCTION "notify_rows"(kind text, apps text[], ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 100 THEN
    PERFORM pg_notify('app_versions', 'app ' || app) FROM (SELECT DISTINCT unnest(apps) AS app) AS changed;
  ELSE
    PERFORM pg_notify('app_versions', kind || ' ' || app || ' ' || id) FROM unnest(apps, ids) AS changed (app, id);
  END IF;
END
$$;

-- apps, each row. A change of the revision alone comes from a change of the catalog.
CREATE OR REPLACE FUNCTION "notify_app"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'catalog_revision' = to_jsonb(NEW) - 'catalog_revision' THEN
    PERFORM pg_notify('app_versions', 'catalog ' || NEW.id);
  ELSE
    PERFORM pg_notify('app_versions', 'app ' || coalesce(NEW.id, OLD.id));
  END IF;
  RETURN NULL;
END
$$;

-- accounts and version_grants, each statement. An update can move a row, so both its old and its new account are notified.
CREATE OR REPLACE FUNCTION "notify_accounts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  id_column CONSTANT text := CASE TG_TABLE_NAME WHEN 'accounts' THEN 'id' ELSE 'account_id' END;
  changed CONSTANT text := CASE TG_OP WHEN 'INSERT' THEN 'TABLE new_rows' WHEN 'DELETE' THEN 'TABLE old_rows'
    ELSE 'TABLE old_rows UNION ALL TABLE new_rows' END;
  apps text[];
  ids text[];
BEGIN
  EXECUTE format('SELECT array_agg(app_id), array_agg(id) FROM (SELECT DISTINCT app_id, %I AS id FROM (%s) AS r) AS changed',
    id_column, changed) INTO apps, ids;
  PERFORM notify_rows('account', apps, ids);
  RETURN NULL;
END
$$;

-- account_history and account_changes, each statement. Static SQL, because every switch runs it.
CREATE OR REPLACE FUNCTION "notify_account_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apps text[];
  ids text[];
BEGIN
  SELECT array_agg(app_id), array_agg(account_id) INTO apps, ids
    FROM (SELECT DISTINCT app_id, account_id FROM new_rows) AS changed;
  PERFORM notify_rows('account', apps, ids);
  RETURN NULL;
END
$$;

-- api_keys and portal_sessions, each statement that updates or deletes. Unknown credentials are not cached, so inserts
-- need no notification.
CREATE OR REPLACE FUNCTION "notify_credentials"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apps text[];
  ids text[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    SELECT array_agg(app_id), array_agg(id) INTO apps, ids FROM old_rows;
  ELSE
    SELECT array_agg(app_id), array_agg(id) INTO apps, ids
      FROM (SELECT app_id, id FROM old_rows UNION SELECT app_id, id FROM new_rows) AS changed;
  END IF;
  PERFORM notify_rows('credential', apps, ids);
  RETURN NULL;
END
$$;

-- Tables of accounts and credentials, TRUNCATE, which has no transition tables.
CREATE OR REPLACE FUNCTION "notify_all"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('app_versions', 'all');
  RETURN NULL;
END
$$;

-- Notifies all servers of what was committed before, unless the caller's is the only one.
--
-- Arguments: payloads, as above; own, the caller's listener number; token, which the other listeners return when they
--            acknowledge.
-- Result:    the numbers of the other listeners. One that registers later reads the committed state.
-- Callers:   lib/cache/invalidation-listener.ts.
CREATE OR REPLACE FUNCTION "publish_notices"(payloads text[], own integer, token text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  listeners CONSTANT integer[] := array_remove(active_listeners(), own);
  setting text;
BEGIN
  IF cardinality(listeners) > 0 THEN
    -- After a crash, all listeners read everything again, also without the notice. Its commit waits for neither the disk nor a
    -- standby.
    setting := set_config('synchronous_commit', 'off', true);
    PERFORM pg_notify('app_versions', payload || ' ' || own) FROM unnest(payloads) AS payload;
    -- Last: notifications of a transaction are delivered in order.
    PERFORM pg_notify('app_versions', format('ack %s %s', own, token));
  END IF;
  RETURN to_json(listeners);
END
$$;
