-- prisma/sql/account_changes.sql

-- Lists the apps that have changes that are due or expire, with two probes of an index for each app that has changes that wait.
--
-- Arguments: record_time, the time to compare with in Unix milliseconds, or NULL for the clock of the database.
-- Result:    an array of IDs.
-- Callers:   lib/db/waiting-changes.ts. Crosses tenants, and returns IDs only.
CREATE OR REPLACE FUNCTION "list_due_apps"(record_time bigint) RETURNS json LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := coalesce(to_timestamp(record_time / 1000.0), clock_timestamp());
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  RETURN (
    WITH RECURSIVE waiting (app_id) AS (
      (SELECT c.app_id FROM account_changes c WHERE c.due_at IS NOT NULL ORDER BY c.app_id, c.due_at LIMIT 1)
      UNION ALL
      SELECT (SELECT c.app_id FROM account_changes c WHERE c.app_id > w.app_id AND c.due_at IS NOT NULL
        ORDER BY c.app_id, c.due_at LIMIT 1)
      FROM waiting w WHERE w.app_id IS NOT NULL)
    SELECT coalesce(json_agg(w.app_id), '[]') FROM waiting w
    WHERE EXISTS (SELECT FROM account_changes c WHERE c.app_id = w.app_id AND c.due_at <= now_at));
END
$$;

-- prisma/sql/account_changes.sql

-- Claims the change of an app that has been due for longest, for 30 seconds.
--
-- Arguments: app, an ID; record_time, as in list_due_apps.
-- Result:    {accountId, id, now}. now is in Unix milliseconds. NULL if none is due.
-- Callers:   lib/db/waiting-changes.ts.
CREATE OR REPLACE FUNCTION "claim_account_change"(app text, record_time bigint) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := coalesce(to_timestamp(record_time / 1000.0), clock_timestamp());
  due record;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  SELECT c.account_id, c.id INTO due FROM account_changes c WHERE c.app_id = app AND c.due_at <= now_at
    ORDER BY c.due_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE account_changes c SET due_at = now_at + interval '30 seconds'
    WHERE c.app_id = app AND c.account_id = due.account_id AND c.id = due.id;
  RETURN json_build_object('accountId', due.account_id, 'id', due.id, 'now', unix_ms(now_at));
END
$$;

CREATE INDEX "account_changes_due_of_app" ON "account_changes" ("app_id", "due_at") WHERE "due_at" IS NOT NULL;

REVOKE EXECUTE ON FUNCTION "list_due_apps" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "list_due_apps" TO "app_versions_runtime";
