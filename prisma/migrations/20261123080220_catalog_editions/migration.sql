-- CreateTable
CREATE TABLE "catalog_editions" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "extension" TEXT,
    "note" TEXT NOT NULL DEFAULT '',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "base_id" TEXT,
    "created_by" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "publish_at" TIMESTAMPTZ(3),
    "scheduled_by" JSONB,
    "existing" JSONB,
    "confirmed_digest" TEXT,
    "claimed_until" TIMESTAMPTZ(3),
    "published_at" TIMESTAMPTZ(3),
    "published_by" JSONB,
    "difference" JSONB,
    "discarded_at" TIMESTAMPTZ(3),

    CONSTRAINT "catalog_editions_pkey" PRIMARY KEY ("app_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "catalog_editions_app_id_number_key" ON "catalog_editions"("app_id", "number");

-- AddForeignKey
ALTER TABLE "catalog_editions" ADD CONSTRAINT "catalog_editions_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- prisma/sql/due_work.sql

-- Work that happens later (lib/domain/due-work.ts). These functions cross tenants: tenant.due_work, which is in effect only
-- within them, makes the rows of all tenants visible to the owner. They return no data of a tenant.

-- Whether the transaction may access the rows of all tenants. Policies for the owner read it.
CREATE OR REPLACE FUNCTION "is_due_work"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('tenant.due_work', true) = 'on' $$;

-- Finds out what is due, with one probe of an index for each kind and endpoint.
--
-- Result:    {kinds, now}. kinds: 'events' to dispatch, 'deliveries' to send, 'uncommitted' if events wait for the end of a
--            transaction, 'queues' of deliveries to change, 'editions' to publish, 'endpoints' if there is an enabled endpoint. now is in
--            Unix milliseconds.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "due_work"() RETURNS json LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  horizon CONSTANT bigint := event_horizon();
  endpoints bigint;
  next_xid bigint;
  has_deliveries boolean;
  has_queues boolean;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  SELECT count(*) FILTER (WHERE p.disabled_at IS NULL), min(n.xid), bool_or(d.is_due), bool_or(q.is_changing)
    INTO endpoints, next_xid, has_deliveries, has_queues
    FROM webhook_endpoints p
    CROSS JOIN LATERAL (SELECT p.ending_at IS NOT NULL OR p.recover_since IS NOT NULL AS is_changing) AS q
    LEFT JOIN LATERAL (
      SELECT e.xid FROM events e
      WHERE e.app_id = p.app_id AND (e.xid, e.id) > (p.dispatched_xid, p.dispatched_id)
      ORDER BY e.xid, e.id LIMIT 1) AS n ON p.disabled_at IS NULL AND NOT q.is_changing
    LEFT JOIN LATERAL (
      SELECT true AS is_due FROM webhook_deliveries d
      WHERE d.app_id = p.app_id AND d.endpoint_id = p.id AND d.state = 'waiting' AND d.next_at <= now_at
      ORDER BY d.next_at, d.event_xid LIMIT 1) AS d ON p.disabled_at IS NULL AND NOT q.is_changing
    WHERE p.disabled_at IS NULL OR q.is_changing;
  RETURN json_build_object('now', unix_ms(now_at), 'kinds', array_remove(ARRAY[
    CASE WHEN endpoints > 0 THEN 'endpoints' END,
    CASE WHEN next_xid < horizon THEN 'events' WHEN next_xid >= horizon THEN 'uncommitted' END,
    CASE WHEN has_deliveries THEN 'deliveries' END,
    CASE WHEN has_queues THEN 'queues' END,
    CASE WHEN EXISTS (SELECT FROM catalog_editions e WHERE e.publish_at <= now_at AND e.published_at IS NULL
      AND e.discarded_at IS NULL AND (e.claimed_until IS NULL OR e.claimed_until <= now_at)) THEN 'editions' END], NULL));
END
$$;

-- Makes due what was scheduled at a later time than now: the clock was set back, and it would wait for too long.
--
-- Callers:   lib/db/due-work.ts, when a worker starts and when it notices the change.
CREATE OR REPLACE FUNCTION "reset_schedule"() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  UPDATE webhook_deliveries d SET next_at = DEFAULT, scheduled_at = clock_timestamp()
    WHERE d.state = 'waiting' AND d.scheduled_at > clock_timestamp();
  UPDATE catalog_editions e SET claimed_until = NULL
    WHERE e.publish_at IS NOT NULL AND e.published_at IS NULL AND e.discarded_at IS NULL
      AND e.claimed_until > clock_timestamp() + interval '60 s';
END
$$;

-- Claims the edition that has been due for longest, for 60 seconds.
--
-- Result:    {appId, id}, or null if none is due.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "claim_edition"() RETURNS json LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  claimed json;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  UPDATE catalog_editions e SET claimed_until = now_at + interval '60 s'
    FROM (
      SELECT d.app_id, d.id FROM catalog_editions d
      WHERE d.publish_at <= now_at AND d.published_at IS NULL AND d.discarded_at IS NULL
        AND (d.claimed_until IS NULL OR d.claimed_until <= now_at)
      ORDER BY d.publish_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS due
    WHERE e.app_id = due.app_id AND e.id = due.id
    RETURNING json_build_object('appId', e.app_id, 'id', e.id) INTO claimed;
  RETURN claimed;
END
$$;

-- Deletes expired rows of all tenants: idempotency records and responses; sessions and links a day after they expired; keys 30 days after
-- they were revoked; events and deliveries after 90 days.
--
-- Arguments: max_rows, of each table. Of keys and sessions at most 100, because servers are notified of each.
-- Result:    whether more rows may be left.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "purge_expired"(max_rows integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  few CONSTANT integer := least(max_rows, 100);
  deleted integer;
  more boolean := false;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  DELETE FROM idempotency_records WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM idempotency_records t WHERE t.expires_at < now_at LIMIT max_rows FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  more := more OR deleted = max_rows;
  DELETE FROM idempotent_responses WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM idempotent_responses t WHERE t.expires_at < now_at LIMIT max_rows FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  more := more OR deleted = max_rows;
  DELETE FROM portal_sessions WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM portal_sessions t WHERE t.expires_at < now_at - interval '1 day'
    LIMIT few FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  more := more OR deleted = few;
  DELETE FROM api_keys WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM api_keys t WHERE t.revoked_at < now_at - interval '30 days' LIMIT few FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  more := more OR deleted = few;
  DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM webhook_deliveries t WHERE t.created_at < now_at - interval '90 days'
    LIMIT max_rows FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  more := more OR deleted = max_rows;
  DELETE FROM events WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM events t WHERE t.occurred_at < now_at - interval '90 days' LIMIT max_rows FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN more OR deleted = max_rows;
END
$$;

-- How many webhook deliveries wait, and for how long the oldest has been due.
--
-- Result:    {waiting, lateMs}. waiting counts those that wait for their turn or for a retry. lateMs is in milliseconds.
--            What is due at once is due since it was scheduled: its next_at is the default, in 1970.
-- Callers:   lib/db/due-work.ts.
CREATE OR REPLACE FUNCTION "delivery_queue"() RETURNS json LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  RETURN (
    SELECT json_build_object('waiting', count(*), 'lateMs', greatest(0, coalesce(
      extract(epoch FROM clock_timestamp() - min(greatest(d.next_at, d.scheduled_at)) FILTER (WHERE d.state = 'waiting')) * 1000, 0))::bigint)
    FROM webhook_deliveries d JOIN webhook_endpoints p ON p.app_id = d.app_id AND p.id = d.endpoint_id
    WHERE d.state IN ('queued', 'waiting') AND p.disabled_at IS NULL);
END
$$;

-- prisma/sql/publish_edition.sql

-- Publishes an edition: writes its rows to the catalog of the transaction's tenant, and marks it as published. The server's role can't
-- change the catalog otherwise. The caller holds the lock of the catalog, and has planned the rows in the same transaction.
--
-- Arguments: edition_id, at and actor of the publication, rows to write by table. "versions", "features" and "add_ons": {updated,
--            inserted}, of which updated rows all have the same columns. "version_features", "add_on_versions", "add_on_features" and
--            "version_grants": {deleted, inserted}. "apps": the fields of the app, or null.
-- Result:    raises no_data_found (SQLSTATE P0002) if the edition is published or discarded, or of another tenant.
-- Callers:   lib/db/catalog-store.ts.
CREATE OR REPLACE FUNCTION "publish_edition"("edition_id" text, "at" timestamptz, "actor" jsonb, "difference" jsonb, "rows" jsonb)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  app CONSTANT text := tenant_app();
  own CONSTANT jsonb := jsonb_build_object('app_id', app);
  -- Columns that no row of the argument has.
  base CONSTANT jsonb := jsonb_build_object('created_at', clock_timestamp());
  relation text;
  keys text;
  changed jsonb;
  assignments text;
BEGIN
  UPDATE catalog_editions e SET published_at = publish_edition.at, published_by = actor, difference = publish_edition.difference
    WHERE e.app_id = app AND e.id = edition_id AND e.published_at IS NULL AND e.discarded_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'edition % is not a draft of the app', edition_id USING ERRCODE = 'no_data_found';
  END IF;

  IF jsonb_typeof(rows->'apps') = 'object' THEN
    EXECUTE format('UPDATE apps r SET %s FROM jsonb_populate_record(NULL::apps, $2) AS n WHERE r.id = $1', (
      SELECT string_agg(format('%1$I = n.%1$I', key), ', ') FROM jsonb_object_keys(rows->'apps') AS key
      WHERE key NOT IN ('id', 'slug', 'created_at', 'catalog_revision'))) USING app, rows->'apps';
  END IF;

  -- Tags, the default and human IDs are reset first, because they can move from one row to another and unique indexes are checked row
  -- by row.
  FOREACH relation IN ARRAY ARRAY['versions', 'features', 'add_ons'] LOOP
    changed := rows->relation->'updated';
    IF changed->0 IS NOT NULL THEN
      EXECUTE format('UPDATE %I SET %s WHERE app_id = $1 AND id IN (SELECT each->>''id'' FROM jsonb_array_elements($2) AS each)',
        relation, CASE relation WHEN 'versions' THEN 'tag = ''reset.'' || right(id, 24), is_default = false'
          ELSE 'human_id = ''reset '' || id' END) USING app, changed;
      SELECT string_agg(format('%1$I = n.%1$I', key), ', ') INTO assignments FROM jsonb_object_keys(changed->0) AS key
        WHERE key NOT IN ('app_id', 'id', 'created_at');
      EXECUTE format('UPDATE %1$I r SET %2$s FROM jsonb_populate_recordset(NULL::%1$I, $2) AS n WHERE r.app_id = $1 AND r.id = n.id',
        relation, assignments) USING app, changed;
    END IF;
    PERFORM insert_rows(relation, base, own, rows->relation->'inserted');
  END LOOP;

  FOR relation, keys IN VALUES
    ('version_features', 'r.version_id = d.version_id AND r.feature_id = d.feature_id'),
    ('add_on_versions', 'r.add_on_id = d.add_on_id AND r.version_id = d.version_id'),
    ('add_on_features', 'r.add_on_id = d.add_on_id AND r.feature_id = d.feature_id AND r.effect = d.effect')
  LOOP
    changed := rows->relation->'deleted';
    IF changed->0 IS NOT NULL THEN
      EXECUTE format('DELETE FROM %1$I r USING jsonb_populate_recordset(NULL::%1$I, $2) AS d WHERE r.app_id = $1 AND %2$s',
        relation, keys) USING app, changed;
    END IF;
    PERFORM insert_rows(relation, base, own, rows->relation->'inserted');
  END LOOP;

  -- The API may have granted the same. Its grants stay.
  changed := coalesce(rows->'version_grants'->'deleted', '[]');
  UPDATE version_grants g SET source = 'api' FROM jsonb_populate_recordset(NULL::version_grants, changed) AS d
    WHERE g.app_id = app AND g.account_id = d.account_id AND g.version_id = d.version_id AND g.source = 'both';
  DELETE FROM version_grants g USING jsonb_populate_recordset(NULL::version_grants, changed) AS d
    WHERE g.app_id = app AND g.account_id = d.account_id AND g.version_id = d.version_id AND g.source IS DISTINCT FROM 'api';
  INSERT INTO version_grants (app_id, account_id, version_id)
    SELECT app, n.account_id, n.version_id
    FROM jsonb_populate_recordset(NULL::version_grants, coalesce(rows->'version_grants'->'inserted', '[]')) AS n
    ON CONFLICT ON CONSTRAINT version_grants_pkey DO UPDATE SET source = 'both';
END
$$;

-- Inserts rows into a table: each has the columns of "base", its own and those of "own".
--
-- Callers:   publish_edition, with its rights.
CREATE OR REPLACE FUNCTION "insert_rows"("relation" text, "base" jsonb, "own" jsonb, "rows" jsonb)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_catalog, pg_temp AS $$
BEGIN
  IF rows->0 IS NULL THEN RETURN; END IF;
  EXECUTE format('INSERT INTO %1$I SELECT n.* FROM jsonb_array_elements($2) AS each,
    LATERAL jsonb_populate_record(NULL::%1$I, $1 || each || $3) AS n', relation) USING base, rows, own;
END
$$;

-- Trigger that rejects changes of editions that are published, and their deletion.
--
-- Result:    raises restrict_violation (SQLSTATE 23001).
-- Callers:   the triggers of catalog_editions in prisma/migrations.
CREATE OR REPLACE FUNCTION "protect_edition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.published_at IS NULL AND TG_OP = 'UPDATE' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'edition % can''t be changed: % rejected', OLD.id, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

ALTER TABLE "catalog_editions" ADD CONSTRAINT "catalog_editions_number_positive" CHECK ("number" > 0);
ALTER TABLE "catalog_editions" ADD CONSTRAINT "catalog_editions_schedule_confirmed"
  CHECK ("publish_at" IS NULL OR "confirmed_digest" IS NOT NULL AND "scheduled_by" IS NOT NULL);
ALTER TABLE "catalog_editions" ADD CONSTRAINT "catalog_editions_one_end" CHECK ("published_at" IS NULL OR "discarded_at" IS NULL);

-- What is due. Few rows.
CREATE INDEX "catalog_editions_due" ON "catalog_editions" ("publish_at")
  WHERE "publish_at" IS NOT NULL AND "published_at" IS NULL AND "discarded_at" IS NULL;

-- Privileges of the runtime role. Only publish_edition publishes.

GRANT SELECT ON "catalog_editions" TO "app_versions_runtime";
GRANT INSERT ("app_id", "id", "number", "source", "extension", "note", "base_id", "created_by", "created_at", "updated_at")
  ON "catalog_editions" TO "app_versions_runtime";
GRANT UPDATE ("source", "extension", "note", "revision", "updated_at", "publish_at", "scheduled_by", "existing", "confirmed_digest",
  "claimed_until", "discarded_at") ON "catalog_editions" TO "app_versions_runtime";
REVOKE EXECUTE ON FUNCTION "publish_edition", "insert_rows", "claim_edition" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "publish_edition", "claim_edition" TO "app_versions_runtime";

-- Row-level security

ALTER TABLE "catalog_editions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "catalog_editions" FORCE ROW LEVEL SECURITY;
CREATE POLICY "app_isolation" ON "catalog_editions" USING (app_id = tenant_app());
CREATE POLICY "due_work" ON "catalog_editions" TO CURRENT_USER USING (is_due_work());
-- npm run backup reads the rows of all tenants.
CREATE POLICY "backup" ON "catalog_editions" FOR SELECT TO CURRENT_USER USING (is_backup());

-- Published editions are immutable. The triggers also fire for replication roles.

CREATE TRIGGER "catalog_editions_protect" BEFORE UPDATE OR DELETE ON "catalog_editions"
  FOR EACH ROW EXECUTE FUNCTION "protect_edition"();
CREATE TRIGGER "catalog_editions_no_truncate" BEFORE TRUNCATE ON "catalog_editions"
  FOR EACH STATEMENT EXECUTE FUNCTION "reject_change"();
ALTER TABLE "catalog_editions" ENABLE ALWAYS TRIGGER "catalog_editions_protect";
ALTER TABLE "catalog_editions" ENABLE ALWAYS TRIGGER "catalog_editions_no_truncate";
