-- AlterTable
ALTER TABLE "activations" ADD COLUMN     "actor_ref" INTEGER;

-- AlterTable
ALTER TABLE "add_on_changes" ADD COLUMN     "actor_ref" INTEGER;

-- CreateTable
CREATE TABLE "actors" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "id" INTEGER NOT NULL,
    "name" TEXT,
    "user_id" TEXT,

    CONSTRAINT "actors_pkey" PRIMARY KEY ("app_id","account_id","id")
);

-- CreateIndex
CREATE INDEX "actors_app_id_account_id_name_idx" ON "actors"("app_id", "account_id", "name");

-- AddForeignKey
ALTER TABLE "actors" ADD CONSTRAINT "actors_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id") REFERENCES "accounts"("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- prisma/sql/audit.sql

-- activations, each row that support inserts. Adds the audit entry of the switch, whatever code made it.
CREATE OR REPLACE FUNCTION "audit_support_switch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_entries (app_id, id, account_id, type, target_id, actor_kind, actor_id, actor_name, actor_user_id,
      channel, occurred_at, data)
    SELECT NEW.app_id, 'aud' || substr(NEW.id, 4), NEW.account_id, 'account.switched', NEW.id, NEW.actor_kind, NEW.actor_id,
      coalesce(t.name, NEW.actor_name), t.user_id, NEW.channel, NEW.activated_at, jsonb_build_object('version', s.title,
        'previous_version', p.title, 'billing_period', NEW.billing_period, 'undo', NEW.undo IS TRUE, 'reason', NEW.reason)
    FROM version_snapshots s
    LEFT JOIN version_snapshots p ON p.app_id = NEW.app_id AND p.digest = NEW.previous_digest
    LEFT JOIN actors t ON t.app_id = NEW.app_id AND t.account_id = NEW.account_id AND t.id = NEW.actor_ref
    WHERE s.app_id = NEW.app_id AND s.digest = NEW.snapshot_digest;
  RETURN NULL;
END
$$;

-- prisma/sql/events.sql

-- Events. Whatever changes an account or a catalog writes its event in its own transaction, with a plain INSERT.
--
-- xid is the transaction that wrote the event. Readers order by (xid, id) and stay below the oldest running transaction
-- of the database (event_horizon), so that a transaction that commits late is never skipped. A transaction takes its xid after it has
-- locked the account, so the events of an account are in order too.

-- Arguments: id, of the row that caused the event.
-- Result:    the ID of the event: the same with the prefix evt.
-- Callers:   commit_account_change.
CREATE OR REPLACE FUNCTION "event_id"(id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT 'evt' || substr(id, 4) $$;

-- Transactions of other databases of the server are left out. A running transaction holds a lock on its ID. One that is
-- about to take it, or has just released it, counts as one of this database, so the result can be lower than before.
--
-- Result:    the oldest running transaction of this database. No event with a lower xid can be added.
-- Callers:   read_events, dispatch_events, due_work; lib/db/webhook-endpoints.ts.
CREATE OR REPLACE FUNCTION "event_horizon"() RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  snapshot CONSTANT pg_snapshot := pg_current_snapshot();
BEGIN
  IF pg_snapshot_xmin(snapshot) = pg_snapshot_xmax(snapshot) THEN RETURN pg_snapshot_xmax(snapshot)::text::bigint; END IF;
  RETURN (
    SELECT coalesce(min(r.xid), pg_snapshot_xmax(snapshot)::text::bigint)
    FROM (SELECT x::text::bigint AS xid FROM pg_snapshot_xip(snapshot) AS x) AS r
    WHERE r.xid % 4294967296 <> ALL (ARRAY(
      SELECT l.transactionid::text::bigint FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted AND a.datname <> current_database()
      UNION ALL SELECT p.transaction::text::bigint FROM pg_prepared_xacts p WHERE p.database <> current_database())));
END
$$;

-- Reads events with what their content is made of.
--
-- Arguments: batch, rows of events of one app.
-- Result:    a row for each event with its position in the batch and content: {id, xid, type, occurredAt, accountId,
--            externalId, sequence, data, activation: {id, snapshotDigest, previousDigest, direction, actorKind,
--            actorName, actorUserId, channel, reason, billingPeriod, users, kind} or null, addOnChange: a row of add_on_changes with
--            snake_case keys and activation_id or null, previousAddOnChange: the row before of the same add-on, with
--            its price, currency and active, or null}. occurredAt is in Unix milliseconds. activation is null unless the type is
--            account.version_switched, addOnChange unless it is account.option_enabled or account.option_disabled.
-- Callers:   event_json, read_events. The tenant is the app, with all accounts or that of the events.
-- Under row-level security, an index is not searched by substr() of a column. OFFSET 0 makes it a value.
CREATE OR REPLACE FUNCTION "event_contents"(batch events[])
  RETURNS TABLE (xid bigint, id text, account_id text, type text, "position" bigint, content json)
  LANGUAGE sql STABLE AS $$
  SELECT e.xid, e.id, e.account_id, e.type, e.ordinality, json_build_object('id', e.id, 'xid', e.xid::text,
    'type', e.type, 'occurredAt', floor(extract(epoch FROM e.occurred_at) * 1000)::bigint,
    'accountId', e.account_id, 'externalId', c.external_id, 'sequence', e.sequence, 'data', e.data,
    'activation', CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'snapshotDigest', s.snapshot_digest,
      'previousDigest', s.previous_digest, 'direction', s.direction, 'actorKind', s.actor_kind,
      'actorName', coalesce(t.name, s.actor_name), 'actorUserId', t.user_id, 'channel', s.channel, 'reason', s.reason,
      'billingPeriod', s.billing_period, 'users', s.users, 'kind', s.kind) END,
    'addOnChange', CASE WHEN o.id IS NOT NULL THEN to_jsonb(o) || jsonb_build_object('activation_id', a.id,
      'actor_name', coalesce(t.name, o.actor_name), 'actor_user_id', t.user_id) END,
    'previousAddOnChange', to_jsonb(p))
  FROM (
    SELECT u.*,
      CASE WHEN u.type = 'account.version_switched' THEN 'avh' || substr(u.id, 4) END AS activation_id,
      CASE WHEN u.type IN ('account.option_enabled', 'account.option_disabled') THEN 'aoh' || substr(u.id, 4) END
        AS option_change_id
    FROM unnest(batch) WITH ORDINALITY AS u
    OFFSET 0) AS e
  LEFT JOIN accounts c ON c.app_id = e.app_id AND c.id = e.account_id
  LEFT JOIN activations s ON s.app_id = e.app_id AND s.account_id = e.account_id AND s.id = e.activation_id
  LEFT JOIN add_on_changes o ON o.app_id = e.app_id AND o.account_id = e.account_id AND o.id = e.option_change_id
  LEFT JOIN activations a ON a.app_id = o.app_id AND a.account_id = o.account_id AND a.sequence = o.activation_sequence
  LEFT JOIN actors t
    ON t.app_id = e.app_id AND t.account_id = e.account_id AND t.id = coalesce(s.actor_ref, o.actor_ref)
  LEFT JOIN LATERAL (
    SELECT b.active, b.fee, b.user_fee, b.fee_unit, b.user_fee_unit, b.annual_fee, b.annual_user_fee, b.price_text,
      b.currency
    FROM add_on_changes b
    WHERE b.app_id = o.app_id AND b.account_id = o.account_id AND b.add_on_id = o.add_on_id AND b.sequence < o.sequence
    ORDER BY b.sequence DESC LIMIT 1) AS p ON true
$$;

-- Reads one event. Sets the transaction's tenant to the event's account.
--
-- Arguments: event, a row of events.
-- Result:    as event_contents.
-- Callers:   read_delivery, lib/db/webhook-endpoints.ts.
CREATE OR REPLACE FUNCTION "event_json"(event events) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', event.app_id, true),
    set_config('tenant.account_id', coalesce(event.account_id, ''), true);
  RETURN (SELECT e.content FROM event_contents(ARRAY[event]) AS e);
END
$$;

-- Reads the events of an app in the order of (xid, id).
--
-- Arguments: app, an ID; account, an ID, or NULL for all events; types, or NULL for all; after_xid and after_id, the
--            event to continue after; max_rows; max_scanned, the number of events to read at most.
-- Result:    {events: [content], xid, id, more}. xid and id are those of the last event that was read, whether it
--            matched or not, or the arguments. more is true if a limit ended the page. NULL if after_xid is later than
--            any transaction: it is not a position of this database.
--            A page ends after 4 MiB.
-- Callers:   lib/db/events.ts.
CREATE OR REPLACE FUNCTION "read_events"(app text, account text, types text[], after_xid bigint, after_id text,
  max_rows integer, max_scanned integer) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  max_bytes CONSTANT integer := 4 * 1024 * 1024;
  horizon CONSTANT bigint := event_horizon();
  batch events[];
  event record;
  result json[] := '{}';
  bytes integer := 0;
  more boolean;
BEGIN
  IF after_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN RETURN NULL; END IF;
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.all_accounts', 'on', true);
  batch := ARRAY(
    SELECT e FROM events e
    WHERE e.app_id = app AND (e.xid, e.id) > (after_xid, after_id) AND e.xid < horizon
    ORDER BY e.xid, e.id LIMIT max_scanned);
  more := cardinality(batch) = max_scanned;
  IF cardinality(batch) > 0 THEN
    after_xid := batch[cardinality(batch)].xid;
    after_id := batch[cardinality(batch)].id;
  END IF;
  FOR event IN
    SELECT e.* FROM event_contents(batch) AS e
    WHERE (account IS NULL OR e.account_id = account) AND (types IS NULL OR e.type = ANY (types))
    ORDER BY e.position
  LOOP
    result := result || event.content;
    bytes := bytes + octet_length(event.content::text);
    IF cardinality(result) = max_rows OR bytes >= max_bytes THEN
      after_xid := event.xid;
      after_id := event.id;
      more := more OR event.position < cardinality(batch);
      EXIT;
    END IF;
  END LOOP;
  PERFORM set_config('tenant.all_accounts', '', true);
  RETURN json_build_object('events', array_to_json(result), 'xid', after_xid::text, 'id', after_id, 'more', more);
END
$$;

-- prisma/sql/history.sql

-- The history of an account. Each function sets the transaction's tenant to the account and reads activations by an index,
-- so the cost does not grow with the length of the history.
--
-- Callers:   lib/db/activations.ts, lib/db/add-on-changes.ts.

-- Arguments: app and account, IDs; newest, the sequence to start at; max_rows, the page size.
-- Result:    activations from newest downwards as arrays [id, sequence, activated at in Unix milliseconds, direction,
--            snapshot digest, previous digest, actor kind, actor name, channel, reason, billing period, add-ons, undo,
--            sequence of the last add-on change at that time, the same now, user ID of the actor, users, kind]. Arrays, because
--            repeated keys would cost a quarter of the time. The actors of a page are read once: a join takes twice as long.
CREATE OR REPLACE FUNCTION "read_activations"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  last_add_on integer;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  SELECT max(o.sequence) INTO last_add_on FROM add_on_changes o WHERE o.app_id = app AND o.account_id = account;
  RETURN (
    WITH page AS MATERIALIZED (
      SELECT * FROM activations a WHERE a.app_id = app AND a.account_id = account AND a.sequence <= newest
      ORDER BY a.sequence DESC LIMIT max_rows
    ), names AS MATERIALIZED (
      SELECT jsonb_object_agg(p.id, jsonb_build_array(p.name, p.user_id)) AS by_id FROM actors p
      WHERE p.app_id = app AND p.account_id = account AND p.id = ANY (ARRAY(SELECT DISTINCT actor_ref FROM page))
    )
    SELECT coalesce(json_agg(json_build_array(h.id, h.sequence, unix_ms(h.activated_at), h.direction,
      h.snapshot_digest, h.previous_digest, h.actor_kind,
      coalesce((SELECT by_id FROM names) -> h.actor_ref::text ->> 0, h.actor_name), h.channel, h.reason,
      h.billing_period, h.add_ons, h.undo, h.add_on_sequence, coalesce(last_add_on, 0),
      (SELECT by_id FROM names) -> h.actor_ref::text ->> 1, h.users, h.kind)), '[]')
    FROM page AS h);
END
$$;

-- Arguments: those of read_activations.
-- Result:    [activations, changes]. activations is the result of read_activations. changes has the rows of version_changes of
--            these versions since the oldest activation, newest first, as arrays [version ID, sequence, changed at in Unix
--            milliseconds, digest, digest of the row before or null].
CREATE OR REPLACE FUNCTION "read_history"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  activations CONSTANT json := read_activations(app, account, newest, max_rows);
  version_ids text[];
  since timestamptz;
BEGIN
  SELECT array_agg(v.version_id), min(v.since) INTO version_ids, since
    FROM (SELECT h.version_id, min(h.activated_at) AS since
      FROM (SELECT a.version_id, a.activated_at FROM activations a
        WHERE a.app_id = app AND a.account_id = account AND a.sequence <= newest
        ORDER BY a.sequence DESC LIMIT max_rows) AS h
      GROUP BY h.version_id) AS v;
  RETURN json_build_array(activations, (
    SELECT coalesce(json_agg(json_build_array(c.version_id, c.sequence, unix_ms(c.changed_at), c.digest, b.digest)
      ORDER BY c.changed_at DESC, c.version_id, c.sequence DESC), '[]')
    FROM version_changes c
    LEFT JOIN version_changes b
      ON b.app_id = app AND b.version_id = c.version_id AND b.sequence = c.sequence - 1
    WHERE c.app_id = app AND c.version_id = ANY (version_ids) AND c.changed_at >= since));
END
$$;

-- Arguments: app, account and activation_id, IDs.
-- Result:    the activation's sequence; NULL if there is no such activation.
CREATE OR REPLACE FUNCTION "find_sequence_by_id"(app text, account text, activation_id text) RETURNS integer
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (SELECT h.sequence FROM activations h WHERE h.app_id = app AND h.account_id = account AND h.id = activation_id);
END
$$;

-- Arguments: app and account, IDs; at_ms, a time in Unix milliseconds.
-- Result:    the sequence of the activation that was in effect at that time; 0 before the first one.
-- Binary search by sequence: sequences have no gaps and activated_at never decreases, so no index of times is needed.
CREATE OR REPLACE FUNCTION "find_sequence_at"(app text, account text, at_ms bigint) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  at CONSTANT timestamptz := to_timestamp(at_ms / 1000.0);
  low integer := 0;
  high integer;
  middle integer;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  SELECT max(h.sequence) INTO high FROM activations h WHERE h.app_id = app AND h.account_id = account;
  high := coalesce(high, 0);
  WHILE low < high LOOP
    middle := (low + high + 1) / 2;
    IF (SELECT h.activated_at FROM activations h
        WHERE h.app_id = app AND h.account_id = account AND h.sequence = middle) <= at THEN
      low := middle;
    ELSE
      high := middle - 1;
    END IF;
  END LOOP;
  RETURN low;
END
$$;

-- Arguments: app and account, IDs; newest, the sequence to start at; max_rows, the page size.
-- Result:    rows of add_on_changes from newest downwards, with snake_case keys, changed_at in Unix milliseconds, name and
--            user ID of the actor, and activation_id, the ID of the switch that was the cause or null.
CREATE OR REPLACE FUNCTION "read_add_on_changes"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (
    SELECT coalesce(json_agg(to_jsonb(h) || jsonb_build_object('changed_at', unix_ms(h.changed_at), 'activation_id', (
      SELECT a.id FROM activations a
      WHERE a.app_id = app AND a.account_id = account AND a.sequence = h.activation_sequence),
      'actor_name', coalesce(p.name, h.actor_name), 'actor_user_id', p.user_id) ORDER BY h.sequence DESC), '[]')
    FROM (SELECT * FROM add_on_changes o WHERE o.app_id = app AND o.account_id = account AND o.sequence <= newest
      ORDER BY o.sequence DESC LIMIT max_rows) AS h
    LEFT JOIN actors p ON p.app_id = app AND p.account_id = account AND p.id = h.actor_ref);
END
$$;

-- Arguments: app, account and change_id, IDs.
-- Result:    the sequence of the add-on change; NULL if there is no such change.
CREATE OR REPLACE FUNCTION "find_add_on_sequence_by_id"(app text, account text, change_id text) RETURNS integer
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (SELECT h.sequence FROM add_on_changes h WHERE h.app_id = app AND h.account_id = account AND h.id = change_id);
END
$$;

-- prisma/sql/personal_data.sql

-- Names and user IDs of who changed accounts. They are in actors and not in the history, which is append-only, so that they can be
-- removed.

-- Moves name and user ID of a row's actor to actors. The writer of the row holds a lock on the row of the account or has inserted it.
--
-- Callers:   the INSERT triggers of activations and add_on_changes in prisma/migrations, for rows of keys and sessions.
CREATE OR REPLACE FUNCTION "store_actor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The name of an app key is no personal data.
  IF NEW.actor_kind = 'key' AND NEW.actor_user_id IS NULL AND NOT EXISTS (
    SELECT FROM api_keys k WHERE k.app_id = NEW.app_id AND k.id = NEW.actor_id AND k.account_id = NEW.account_id)
  THEN
    RETURN NEW;
  END IF;
  NEW.actor_ref := (
    SELECT p.id FROM actors p
    WHERE p.app_id = NEW.app_id AND p.account_id = NEW.account_id AND p.name = NEW.actor_name
      AND p.user_id IS NOT DISTINCT FROM NEW.actor_user_id);
  IF NEW.actor_ref IS NULL THEN
    INSERT INTO actors (app_id, account_id, id, name, user_id)
      SELECT NEW.app_id, NEW.account_id, coalesce(max(p.id), 0) + 1, NEW.actor_name, NEW.actor_user_id
      FROM actors p WHERE p.app_id = NEW.app_id AND p.account_id = NEW.account_id
      RETURNING id INTO NEW.actor_ref;
  END IF;
  NEW.actor_name := '';
  NEW.actor_user_id := NULL;
  RETURN NEW;
END
$$;

-- Removes personal data of an account: names and user IDs of actors, sessions and keys, which end; its title, which becomes its ID, and
-- its external ID; what host applications responded to its events; and its idempotency records. Its history stays.
--
-- Arguments: app and account, IDs. The transaction's tenant must be the account.
-- Callers:   lib/db/personal-data.ts.
CREATE OR REPLACE FUNCTION "anonymize_account"(app text, account text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  since timestamptz;
BEGIN
  SELECT a.created_at INTO since FROM accounts a WHERE a.app_id = app AND a.id = account FOR UPDATE;
  UPDATE accounts a SET title = account, external_id = NULL WHERE a.app_id = app AND a.id = account;
  UPDATE actors p SET name = NULL, user_id = NULL WHERE p.app_id = app AND p.account_id = account;
  DELETE FROM idempotency_records i WHERE i.app_id = app AND i.account_id = account;
  DELETE FROM idempotent_responses r WHERE r.app_id = app AND r.credential_id = ANY (ARRAY(
    SELECT s.id FROM portal_sessions s WHERE s.app_id = app AND s.account_id = account
    UNION ALL SELECT k.id FROM api_keys k WHERE k.app_id = app AND k.account_id = account));
  UPDATE portal_sessions s SET actor_name = '', actor_id = NULL, return_url = NULL, path = NULL,
    revoked_at = coalesce(s.revoked_at, now_at)
    WHERE s.app_id = app AND s.account_id = account;
  UPDATE api_keys k SET name = '', revoked_at = coalesce(k.revoked_at, now_at)
    WHERE k.app_id = app AND k.account_id = account;
  -- An index finds rows by time.
  UPDATE events e SET data = jsonb_build_object('title', account)
    WHERE e.app_id = app AND e.account_id = account AND e.id = event_id(account)
      AND e.occurred_at = since;
  UPDATE webhook_deliveries d
    SET attempts = (SELECT jsonb_agg(t.attempt || '{"response": null}' ORDER BY t.position)
      FROM jsonb_array_elements(d.attempts) WITH ORDINALITY AS t (attempt, position))
    FROM webhook_endpoints w, (
      SELECT event_id(account) AS id
      UNION ALL SELECT event_id(h.id) FROM activations h WHERE h.app_id = app AND h.account_id = account
      UNION ALL SELECT event_id(o.id) FROM add_on_changes o WHERE o.app_id = app AND o.account_id = account) AS e
    WHERE w.app_id = app AND d.app_id = app AND d.endpoint_id = w.id AND d.event_id = e.id
      AND jsonb_array_length(d.attempts) > 0;
END
$$;

-- Privileges of the runtime role

GRANT SELECT, INSERT, UPDATE ON "actors" TO "app_versions_runtime";
-- For anonymize_account.
GRANT UPDATE ("data") ON "events" TO "app_versions_runtime";

-- Row-level security

ALTER TABLE "actors" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "actors" FORCE ROW LEVEL SECURITY;
CREATE POLICY "account_isolation" ON "actors" USING (app_id = tenant_app() AND account_id = tenant_account());
CREATE POLICY "app_isolation" ON "actors" FOR SELECT USING (app_id = tenant_app() AND tenant_all_accounts());
-- npm run backup reads the rows of all tenants.
CREATE POLICY "backup" ON "actors" FOR SELECT TO CURRENT_USER USING (is_backup());

-- Names of existing rows move to actors, once. No account changes until the end of this transaction.

ALTER TABLE "activations" DISABLE TRIGGER "activations_append_only";
ALTER TABLE "add_on_changes" DISABLE TRIGGER "add_on_changes_append_only";

-- Row-level security also applies to the owner.
DO $$
DECLARE
  app text;
  account text;
BEGIN
  FOR app IN SELECT id FROM apps LOOP
    PERFORM set_config('tenant.app_id', app, true), set_config('tenant.all_accounts', 'on', true);
    FOR account IN
      SELECT h.account_id FROM activations h WHERE h.app_id = app AND h.actor_kind <> 'operator'
      UNION SELECT o.account_id FROM add_on_changes o WHERE o.app_id = app AND o.actor_kind <> 'operator'
    LOOP
      PERFORM set_config('tenant.account_id', account, true);
      WITH keys AS (
        SELECT k.id FROM api_keys k WHERE k.app_id = app AND k.account_id = account
      ), named AS (
        SELECT h.actor_name AS name, h.actor_user_id AS user_id, h.activated_at AS at FROM activations h
        WHERE h.app_id = app AND h.account_id = account AND h.actor_kind <> 'operator'
          AND (h.actor_kind = 'session' OR h.actor_user_id IS NOT NULL OR h.actor_id IN (TABLE keys))
        UNION ALL
        SELECT o.actor_name, o.actor_user_id, o.changed_at FROM add_on_changes o
        WHERE o.app_id = app AND o.account_id = account AND o.actor_kind <> 'operator'
          AND (o.actor_kind = 'session' OR o.actor_user_id IS NOT NULL OR o.actor_id IN (TABLE keys))
      )
      INSERT INTO actors (app_id, account_id, id, name, user_id)
        SELECT app, account, row_number() OVER (ORDER BY min(n.at), n.name, n.user_id), n.name, n.user_id
        FROM named n GROUP BY n.name, n.user_id;
      UPDATE activations h SET actor_ref = p.id, actor_name = '', actor_user_id = NULL
        FROM actors p
        WHERE p.app_id = app AND p.account_id = account AND p.name = h.actor_name
          AND p.user_id IS NOT DISTINCT FROM h.actor_user_id
          AND h.app_id = app AND h.account_id = account AND h.actor_kind <> 'operator'
          AND (h.actor_kind = 'session' OR h.actor_user_id IS NOT NULL OR h.actor_id IN (
            SELECT k.id FROM api_keys k WHERE k.app_id = app AND k.account_id = account));
      UPDATE add_on_changes o SET actor_ref = p.id, actor_name = '', actor_user_id = NULL
        FROM actors p
        WHERE p.app_id = app AND p.account_id = account AND p.name = o.actor_name
          AND p.user_id IS NOT DISTINCT FROM o.actor_user_id
          AND o.app_id = app AND o.account_id = account AND o.actor_kind <> 'operator'
          AND (o.actor_kind = 'session' OR o.actor_user_id IS NOT NULL OR o.actor_id IN (
            SELECT k.id FROM api_keys k WHERE k.app_id = app AND k.account_id = account));
    END LOOP;
    PERFORM set_config('tenant.account_id', '', true);
  END LOOP;
  PERFORM set_config('tenant.all_accounts', '', true), set_config('tenant.app_id', '', true);
END
$$;

ALTER TABLE "activations" ENABLE ALWAYS TRIGGER "activations_append_only";
ALTER TABLE "add_on_changes" ENABLE ALWAYS TRIGGER "add_on_changes_append_only";

-- Also for rows that servers of the previous version insert during an update.

CREATE TRIGGER "activations_store_actor" BEFORE INSERT ON "activations"
  FOR EACH ROW WHEN (NEW.actor_ref IS NULL AND NEW.actor_kind <> 'operator') EXECUTE FUNCTION "store_actor"();
CREATE TRIGGER "add_on_changes_store_actor" BEFORE INSERT ON "add_on_changes"
  FOR EACH ROW WHEN (NEW.actor_ref IS NULL AND NEW.actor_kind <> 'operator') EXECUTE FUNCTION "store_actor"();
