-- Tables, generated from prisma/schema.prisma

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "billing_period" AS ENUM ('month', 'year');

-- CreateEnum
CREATE TYPE "limit_type" AS ENUM ('renewable', 'non_renewable', 'time_driven', 'response_driven');

-- CreateEnum
CREATE TYPE "offer_effect" AS ENUM ('include', 'set', 'add');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('member', 'owner', 'product');

-- CreateEnum
CREATE TYPE "direction" AS ENUM ('upgrade', 'downgrade', 'none');

-- CreateEnum
CREATE TYPE "actor_kind" AS ENUM ('key', 'session', 'operator');

-- CreateTable
CREATE TABLE "apps" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "host" TEXT,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "billing_period" "billing_period" NOT NULL DEFAULT 'month',
    "contact_url" TEXT,
    "frame_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "catalog_revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "apps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "versions" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "catalog_key" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "more_info" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "public" BOOLEAN NOT NULL DEFAULT true,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "fee" INTEGER,
    "user_fee" INTEGER,
    "fee_unit" TEXT,
    "user_fee_unit" TEXT,
    "annual_fee" INTEGER,
    "annual_user_fee" INTEGER,
    "entry_blocker" TEXT,
    "exit_blocker" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "versions_pkey" PRIMARY KEY ("app_id","id")
);

-- CreateTable
CREATE TABLE "features" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "catalog_key" TEXT NOT NULL,
    "human_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "group" TEXT NOT NULL DEFAULT '',
    "position" INTEGER NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "unit" TEXT,
    "period" TEXT,
    "limit_type" "limit_type",
    "limit_key" TEXT,
    "linked_feature_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "features_pkey" PRIMARY KEY ("app_id","id")
);

-- CreateTable
CREATE TABLE "version_features" (
    "app_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "feature_id" TEXT NOT NULL,
    "value" TEXT,
    "amount" DOUBLE PRECISION,
    "unlimited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "version_features_pkey" PRIMARY KEY ("app_id","version_id","feature_id")
);

-- CreateTable
CREATE TABLE "offers" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "catalog_key" TEXT NOT NULL,
    "human_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "more_info" TEXT,
    "position" INTEGER NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "public" BOOLEAN NOT NULL DEFAULT true,
    "depends_on" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "excludes" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "offers_pkey" PRIMARY KEY ("app_id","id")
);

-- CreateTable
CREATE TABLE "offer_versions" (
    "app_id" TEXT NOT NULL,
    "offer_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "fee" INTEGER,
    "user_fee" INTEGER,
    "fee_unit" TEXT,
    "user_fee_unit" TEXT,
    "annual_fee" INTEGER,
    "annual_user_fee" INTEGER,

    CONSTRAINT "offer_versions_pkey" PRIMARY KEY ("app_id","offer_id","version_id")
);

-- CreateTable
CREATE TABLE "offer_features" (
    "app_id" TEXT NOT NULL,
    "offer_id" TEXT NOT NULL,
    "feature_id" TEXT NOT NULL,
    "effect" "offer_effect" NOT NULL,
    "value" TEXT,
    "amount" DOUBLE PRECISION,
    "unlimited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "offer_features_pkey" PRIMARY KEY ("app_id","offer_id","feature_id","effect")
);

-- CreateTable
CREATE TABLE "accounts" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "external_id" TEXT,
    "title" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("app_id","id")
);

-- CreateTable
CREATE TABLE "version_grants" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "version_grants_pkey" PRIMARY KEY ("app_id","account_id","version_id")
);

-- CreateTable
CREATE TABLE "version_snapshots" (
    "app_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "fee" INTEGER,
    "user_fee" INTEGER,
    "fee_unit" TEXT,
    "user_fee_unit" TEXT,
    "annual_fee" INTEGER,
    "annual_user_fee" INTEGER,
    "currency" TEXT NOT NULL,
    "billing_period" "billing_period" NOT NULL,
    "features" JSONB NOT NULL,

    CONSTRAINT "version_snapshots_pkey" PRIMARY KEY ("app_id","digest")
);

-- CreateTable
CREATE TABLE "activations" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "snapshot_digest" TEXT NOT NULL,
    "previous_digest" TEXT,
    "direction" "direction" NOT NULL,
    "activated_at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "reason" TEXT,

    CONSTRAINT "activations_pkey" PRIMARY KEY ("app_id","account_id","sequence")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "account_id" TEXT,
    "role" "role",
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("app_id","id")
);

-- CreateTable
CREATE TABLE "portal_sessions" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "account_id" TEXT,
    "role" "role" NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "link_hash" TEXT,
    "link_expires_at" TIMESTAMPTZ(3),
    "secret_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "portal_sessions_pkey" PRIMARY KEY ("app_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "history_id" TEXT NOT NULL,
    "changed" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("app_id","account_id","key")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "apps_slug_key" ON "apps"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "apps_host_key" ON "apps"("host");

-- CreateIndex
CREATE UNIQUE INDEX "versions_app_id_tag_key" ON "versions"("app_id", "tag");

-- CreateIndex
CREATE UNIQUE INDEX "versions_app_id_catalog_key_key" ON "versions"("app_id", "catalog_key");

-- CreateIndex
CREATE UNIQUE INDEX "features_app_id_human_id_key" ON "features"("app_id", "human_id");

-- CreateIndex
CREATE UNIQUE INDEX "features_app_id_catalog_key_key" ON "features"("app_id", "catalog_key");

-- CreateIndex
CREATE INDEX "version_features_app_id_feature_id_idx" ON "version_features"("app_id", "feature_id");

-- CreateIndex
CREATE UNIQUE INDEX "offers_app_id_human_id_key" ON "offers"("app_id", "human_id");

-- CreateIndex
CREATE UNIQUE INDEX "offers_app_id_catalog_key_key" ON "offers"("app_id", "catalog_key");

-- CreateIndex
CREATE INDEX "offer_versions_app_id_version_id_idx" ON "offer_versions"("app_id", "version_id");

-- CreateIndex
CREATE INDEX "offer_features_app_id_feature_id_idx" ON "offer_features"("app_id", "feature_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_app_id_external_id_key" ON "accounts"("app_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "activations_app_id_account_id_id_key" ON "activations"("app_id", "account_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys"("secret_hash");

-- CreateIndex
CREATE INDEX "api_keys_app_id_account_id_idx" ON "api_keys"("app_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "portal_sessions_link_hash_key" ON "portal_sessions"("link_hash");

-- CreateIndex
CREATE UNIQUE INDEX "portal_sessions_secret_hash_key" ON "portal_sessions"("secret_hash");

-- CreateIndex
CREATE INDEX "portal_sessions_app_id_account_id_idx" ON "portal_sessions"("app_id", "account_id");

-- AddForeignKey
ALTER TABLE "versions" ADD CONSTRAINT "versions_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "features" ADD CONSTRAINT "features_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "version_features" ADD CONSTRAINT "version_features_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id") REFERENCES "versions"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "version_features" ADD CONSTRAINT "version_features_app_id_feature_id_fkey" FOREIGN KEY ("app_id", "feature_id") REFERENCES "features"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "offers" ADD CONSTRAINT "offers_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "offer_versions" ADD CONSTRAINT "offer_versions_app_id_offer_id_fkey" FOREIGN KEY ("app_id", "offer_id") REFERENCES "offers"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "offer_versions" ADD CONSTRAINT "offer_versions_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id") REFERENCES "versions"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "offer_features" ADD CONSTRAINT "offer_features_app_id_offer_id_fkey" FOREIGN KEY ("app_id", "offer_id") REFERENCES "offers"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "offer_features" ADD CONSTRAINT "offer_features_app_id_feature_id_fkey" FOREIGN KEY ("app_id", "feature_id") REFERENCES "features"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "version_grants" ADD CONSTRAINT "version_grants_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id") REFERENCES "accounts"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "version_grants" ADD CONSTRAINT "version_grants_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id") REFERENCES "versions"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "version_snapshots" ADD CONSTRAINT "version_snapshots_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activations" ADD CONSTRAINT "activations_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id") REFERENCES "accounts"("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activations" ADD CONSTRAINT "activations_app_id_snapshot_digest_fkey" FOREIGN KEY ("app_id", "snapshot_digest") REFERENCES "version_snapshots"("app_id", "digest") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activations" ADD CONSTRAINT "activations_app_id_previous_digest_fkey" FOREIGN KEY ("app_id", "previous_digest") REFERENCES "version_snapshots"("app_id", "digest") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id") REFERENCES "accounts"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id") REFERENCES "accounts"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id") REFERENCES "accounts"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Functions, copied from prisma/sql

-- prisma/sql/app_json.sql

-- Returns an app as API callers may see it.
--
-- Arguments: app, a row of apps.
-- Result:    the row with snake_case keys, without host and created_at.
-- Callers:   read_catalog, resolve_credential; lib/db/catalog.ts.

CREATE OR REPLACE FUNCTION "app_json"(app apps) RETURNS jsonb LANGUAGE sql STABLE
  AS $$ SELECT to_jsonb(app) - '{host,created_at}'::text[] $$;

-- prisma/sql/catalog_revision.sql

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

-- Tables of the catalog (versions, features, offers and their relations), each statement. The update locks the app's row
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

-- prisma/sql/history.sql

-- The history of an account. Each function sets the transaction's tenant to the account and reads activations by an index,
-- so the cost does not grow with the length of the history.
--
-- Callers:   lib/db/activations.ts.

-- Arguments: app and account, IDs; newest, the sequence to start at; max_rows, the page size.
-- Result:    activations from newest downwards as arrays [id, sequence, activated at in Unix milliseconds, direction,
--            snapshot digest, previous digest, actor kind, actor name, channel, reason]. Arrays, because repeated keys
--            would cost a quarter of the time.
CREATE OR REPLACE FUNCTION "read_activations"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (
    SELECT coalesce(json_agg(json_build_array(h.id, h.sequence, unix_ms(h.activated_at), h.direction,
      h.snapshot_digest, h.previous_digest, h.actor_kind, h.actor_name, h.channel, h.reason)), '[]')
    FROM (SELECT * FROM activations a WHERE a.app_id = app AND a.account_id = account AND a.sequence <= newest
      ORDER BY a.sequence DESC LIMIT max_rows) AS h);
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

-- prisma/sql/listeners.sql

-- The registry of servers that listen on the channel app_versions and cache what they read. A listener holds an advisory
-- lock on its random number for as long as its connection lives.
--
-- Lock keys: (1481003077, number) registers a listener; (1481003078, 0) is held in shared mode by each switch that
--            depends on the list of listeners.

-- Arguments: none.
-- Result:    the numbers of all registered listeners.
-- Callers:   switch_version; lib/db/wait-for-invalidation.ts.
CREATE OR REPLACE FUNCTION "active_listeners"() RETURNS integer[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(SELECT l.objid::int8::int FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.classid = 1481003077 AND l.objsubid = 2
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()));
END
$$;

-- Registers the current connection, on which LISTEN has been committed, as a listener. Then waits for the switches that
-- started before, which may not have seen it and may skip NOTIFY. The order of the three steps matters.
--
-- Arguments: number, random.
-- Callers:   lib/cache/invalidation-listener.ts.
CREATE OR REPLACE FUNCTION "register_listener"(number integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_lock(1481003077, number);
  PERFORM setval('listener_epoch', floor(random() * 2 ^ 53)::bigint);
  PERFORM pg_advisory_xact_lock(1481003078, 0);
END
$$;

-- prisma/sql/notify.sql

-- Cache invalidation: triggers that notify all servers of a change, in the transaction that makes it.
--
-- Channel:   app_versions.
-- Payload:   'app ID', 'catalog ID', 'account APP ID', 'credential APP ID', 'all', or, from switch_version,
--            'ack NUMBER TOKEN'. PostgreSQL sends equal payloads of one transaction once.
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

-- accounts and version_grants, each statement.
CREATE OR REPLACE FUNCTION "notify_accounts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  id_column CONSTANT text := CASE TG_TABLE_NAME WHEN 'accounts' THEN 'id' ELSE 'account_id' END;
  apps text[];
  ids text[];
BEGIN
  EXECUTE format('SELECT array_agg(app_id), array_agg(id) FROM (SELECT DISTINCT app_id, %I AS id FROM %I) AS changed',
    id_column, CASE TG_OP WHEN 'INSERT' THEN 'new_rows' ELSE 'old_rows' END) INTO apps, ids;
  PERFORM notify_rows('account', apps, ids);
  RETURN NULL;
END
$$;

-- activations, each statement. Static SQL, because every switch runs it. Only switch_version sets skip_notify, to the ID of
-- its own transaction.
CREATE OR REPLACE FUNCTION "notify_activations"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apps text[];
  ids text[];
BEGIN
  IF current_setting('app_versions.skip_notify', true) = pg_current_xact_id()::text THEN RETURN NULL; END IF;
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
  SELECT array_agg(app_id), array_agg(id) INTO apps, ids FROM old_rows;
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

-- prisma/sql/read_account_state.sql

-- Returns what decides which versions an account can see and switch to. The transaction's tenant must be the account.
--
-- Arguments: app and account, IDs.
-- Result:    {account: {id, title}, current: {id, sequence, versionId, activatedAt, snapshotDigest} or null,
--            granted: [version ID]}; NULL if there is no such account. activatedAt is in Unix milliseconds; granted
--            is sorted.
-- Callers:   resolve_credential, switch_version; lib/db/accounts.ts.

CREATE OR REPLACE FUNCTION "read_account_state"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT json_build_object(
      'account', json_build_object('id', c.id, 'title', c.title),
      'current', (
        SELECT json_build_object('id', h.id, 'sequence', h.sequence, 'versionId', h.version_id,
          'activatedAt', unix_ms(h.activated_at), 'snapshotDigest', h.snapshot_digest)
        FROM activations h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1),
      'granted', (
        SELECT coalesce(json_agg(g.version_id ORDER BY g.version_id), '[]')
        FROM version_grants g WHERE g.app_id = app AND g.account_id = account))
    FROM accounts c WHERE c.app_id = app AND c.id = account);
END
$$;

-- prisma/sql/read_catalog.sql

-- Returns the whole catalog of an app, including inactive and non-public versions, as of one snapshot.
-- Sets the transaction's tenant to the app.
--
-- Arguments: app, an app ID.
-- Result:    {app, versions, features, offers}; NULL if there is no such app. app is app_json(app); versions, features
--            and offers are whole rows with snake_case keys: removing columns that the caller ignores (app_id,
--            created_at) would cost up to 15 % of the time. Each version has its feature links in `links`, with
--            camelCase keys; each offer has its rows of offer_versions and offer_features in `versions` and
--            `features`. Features and offers are in catalog order.
-- Callers:   lib/db/catalog.ts.

CREATE OR REPLACE FUNCTION "read_catalog"(app text) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true);
  RETURN (
    SELECT json_build_object(
      'app', app_json(a),
      'versions', (
        SELECT coalesce(json_agg(r), '[]')
        FROM (
          SELECT v.*, (
            SELECT coalesce(json_agg(json_build_object('featureId', l.feature_id, 'value', l.value,
              'amount', l.amount, 'unlimited', l.unlimited)), '[]')
            FROM version_features l WHERE l.app_id = app AND l.version_id = v.id) AS links
          FROM versions v WHERE v.app_id = app) AS r),
      'features', (
        SELECT coalesce(json_agg(f ORDER BY f.position, f.human_id), '[]')
        FROM features f WHERE f.app_id = app),
      'offers', (
        SELECT coalesce(json_agg(r ORDER BY r.position, r.human_id), '[]')
        FROM (
          SELECT o.*,
            (SELECT coalesce(json_agg(p ORDER BY p.version_id), '[]')
              FROM offer_versions p WHERE p.app_id = app AND p.offer_id = o.id) AS versions,
            (SELECT coalesce(json_agg(c ORDER BY c.feature_id, c.effect), '[]')
              FROM offer_features c WHERE c.app_id = app AND c.offer_id = o.id) AS features
          FROM offers o WHERE o.app_id = app) AS r))
    FROM apps a WHERE a.id = app);
END
$$;

-- prisma/sql/read_snapshots.sql

-- Returns version snapshots by digest. Sets the transaction's tenant to the app.
--
-- Arguments: app, an app ID; digests, of the snapshots to return.
-- Result:    an array of rows of version_snapshots with snake_case keys, in no particular order. Unknown digests are
--            left out.
-- Callers:   lib/db/activations.ts.

CREATE OR REPLACE FUNCTION "read_snapshots"(app text, digests text[]) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true);
  RETURN (
    SELECT coalesce(json_agg(s), '[]')
    FROM version_snapshots s WHERE s.app_id = app AND s.digest = ANY (digests));
END
$$;

-- prisma/sql/reject_change.sql

-- Trigger that makes a table append-only.
--
-- Result:    raises restrict_violation (SQLSTATE 23001).
-- Callers:   the UPDATE, DELETE and TRUNCATE triggers of activations and version_snapshots in prisma/migrations.

CREATE OR REPLACE FUNCTION "reject_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only: % rejected', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

-- prisma/sql/resolve_credential.sql

-- Finds an API key or portal session by the hash of its secret, with its app and account. Sets the transaction's
-- tenant to both. Expired and revoked credentials are returned too: the caller decides.
--
-- Arguments: kind, 'key' or 'session'; hash, the hash of the secret; requested_account, the account to use when the
--            credential is not bound to one, or NULL.
-- Result:    {credential: {id, accountId, role, actorName, expiresAt, revokedAt}, app, accountState}; NULL if there is
--            no such credential. accountState is null without an account or if the account does not exist. Times are
--            in Unix milliseconds.
-- Callers:   lib/db/credentials.ts.

CREATE OR REPLACE FUNCTION "resolve_credential"(kind text, hash text, requested_account text) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  credential record;
  account text;
BEGIN
  PERFORM set_config('tenant.credential', hash, true);
  IF kind = 'key' THEN
    SELECT k.app_id, k.id, k.account_id, k.role, k.name, k.expires_at, k.revoked_at INTO credential
      FROM api_keys k WHERE k.secret_hash = hash;
  ELSE
    SELECT s.app_id, s.id, s.account_id, s.role, s.actor_name AS name, s.expires_at, s.revoked_at INTO credential
      FROM portal_sessions s WHERE s.secret_hash = hash;
  END IF;
  IF credential.id IS NULL THEN RETURN NULL; END IF;
  account := coalesce(credential.account_id, requested_account);
  PERFORM set_config('tenant.credential', '', true), set_config('tenant.app_id', credential.app_id, true),
    set_config('tenant.account_id', coalesce(account, ''), true);
  RETURN json_build_object(
    'credential', json_build_object('id', credential.id, 'accountId', credential.account_id, 'role', credential.role,
      'actorName', credential.name, 'expiresAt', unix_ms(credential.expires_at),
      'revokedAt', unix_ms(credential.revoked_at)),
    'app', (SELECT app_json(a) FROM apps a WHERE a.id = credential.app_id),
    'accountState', CASE WHEN account IS NOT NULL THEN read_account_state(credential.app_id, account) END);
END
$$;

-- prisma/sql/switch_version.sql

-- Commits a version switch if the state that it was decided on is still current, and returns the current state otherwise.
-- Skips NOTIFY when no other server listens: NOTIFY holds a cluster-wide lock during the commit, which would serialize
-- all switches.
--
-- Arguments: app and account, IDs;
--            expected, {sequence, catalogRevision, granted: [version ID]}, or NULL to only read the state;
--            idempotency_key, the request's Idempotency-Key or NULL;
--            snapshots, an array of version_snapshots rows, of which those that exist are skipped, or NULL;
--            activation, a row of activations without activated_at, or NULL;
--            idempotency_record, a row of idempotency_records without its times, or NULL. It expires after 24 hours;
--            record_time, the time to record in Unix milliseconds, or NULL for the clock of the database;
--            timeout_ms, how long to wait for the account's row;
--            own, the caller's listener number, or NULL if nothing is to be acknowledged;
--            known_epoch, the epoch at which the caller was the only listener, or NULL;
--            token, which the other listeners return when they acknowledge the notification.
--            Rows have snake_case keys. app_id and account_id come from the arguments.
-- Result:    {state, activatedAt, listeners: [number of each other listener], epoch}. state is null if the switch was
--            committed, else {catalogRevision, accountState, idempotencyRecord: {requestHash, historyId, changed} or
--            null}. The state is also returned if there is an unexpired record of the key. NULL if there is no such
--            account. activatedAt is in Unix milliseconds.
-- Callers:   lib/db/switches.ts.

CREATE OR REPLACE FUNCTION "switch_version"(app text, account text, expected jsonb, idempotency_key text,
  snapshots jsonb, activation jsonb, idempotency_record jsonb, record_time bigint, timeout_ms integer, own integer,
  known_epoch bigint, token text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  now_at timestamptz;
  last_sequence integer;
  last_activated_at timestamptz;
  revision integer;
  stored idempotency_records;
  is_current boolean;
  epoch bigint;
  listeners integer[] := '{}';
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true),
    set_config('lock_timeout', timeout_ms::text, true);
  -- FOR UPDATE would also block inserts into tables that reference the account, such as portal_sessions.
  PERFORM 1 FROM accounts a WHERE a.app_id = app AND a.id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- After the lock is acquired: now() would be the time before the wait. Columns have milliseconds.
  now_at := date_trunc('milliseconds', coalesce(to_timestamp(record_time / 1000.0), clock_timestamp()));

  SELECT h.sequence, h.activated_at INTO last_sequence, last_activated_at
    FROM activations h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  SELECT a.catalog_revision INTO revision FROM apps a WHERE a.id = app;
  IF idempotency_key IS NOT NULL THEN
    SELECT i.* INTO stored FROM idempotency_records i
      WHERE i.app_id = app AND i.account_id = account AND i.key = idempotency_key AND i.expires_at > now_at;
  END IF;
  is_current := expected IS NOT NULL AND stored.key IS NULL
    AND coalesce(last_sequence, 0) = (expected ->> 'sequence')::integer
    AND revision = (expected ->> 'catalogRevision')::integer
    AND expected -> 'granted' = (
      SELECT coalesce(jsonb_agg(g.version_id ORDER BY g.version_id), '[]')
      FROM version_grants g WHERE g.app_id = app AND g.account_id = account);

  IF own IS NOT NULL AND (is_current OR stored.key IS NOT NULL) THEN
    -- Held until the end of the transaction. register_listener waits for it, so a listener that is not visible here
    -- starts with an empty cache after this transaction.
    PERFORM pg_advisory_xact_lock_shared(1481003078, 0);
    SELECT last_value INTO epoch FROM listener_epoch;
    IF known_epoch IS DISTINCT FROM epoch THEN listeners := array_remove(active_listeners(), own); END IF;
    IF cardinality(listeners) = 0 THEN
      PERFORM set_config('app_versions.skip_notify', pg_current_xact_id()::text, true);
    END IF;
  END IF;

  IF is_current AND snapshots IS NOT NULL THEN
    -- Sorted, so that two transactions that insert the same snapshots cannot deadlock.
    INSERT INTO version_snapshots
      SELECT s.* FROM jsonb_populate_recordset(
        jsonb_populate_record(NULL::version_snapshots, jsonb_build_object('app_id', app)), snapshots) AS s
      ORDER BY s.digest
      ON CONFLICT DO NOTHING;
  END IF;
  IF is_current AND activation IS NOT NULL THEN
    last_activated_at := greatest(now_at, last_activated_at);
    INSERT INTO activations
      SELECT * FROM jsonb_populate_record(NULL::activations, activation || jsonb_build_object(
        'app_id', app, 'account_id', account, 'activated_at', last_activated_at));
  END IF;
  IF is_current AND idempotency_record IS NOT NULL THEN
    DELETE FROM idempotency_records i
      WHERE i.app_id = app AND i.account_id = account AND i.expires_at <= now_at;
    INSERT INTO idempotency_records
      SELECT * FROM jsonb_populate_record(NULL::idempotency_records, idempotency_record || jsonb_build_object(
        'app_id', app, 'account_id', account, 'created_at', now_at, 'expires_at', now_at + interval '24 hours'));
  END IF;
  -- Last: notifications of a transaction are delivered in order, and this one asks to acknowledge those before it.
  IF cardinality(listeners) > 0 THEN
    PERFORM pg_notify('app_versions', format('ack %s %s', own, token));
  END IF;
  RETURN json_build_object(
    'state', CASE WHEN NOT is_current THEN json_build_object(
      'catalogRevision', revision,
      'accountState', read_account_state(app, account),
      'idempotencyRecord', CASE WHEN stored.key IS NOT NULL THEN json_build_object(
        'requestHash', stored.request_hash, 'historyId', stored.history_id, 'changed', stored.changed) END) END,
    'activatedAt', unix_ms(last_activated_at),
    'listeners', listeners,
    'epoch', epoch);
END
$$;

-- prisma/sql/tenant.sql

-- The tenant of the current transaction. Row-level security policies compare rows with it.
--
-- Arguments: none. The values are settings of one transaction, set by
--            set_config('tenant.app_id' | 'tenant.account_id' | 'tenant.credential', value, true).
-- Result:    the value; NULL when it is unset or empty. tenant_credential() is the hash of a secret whose tenant is
--            not known yet.
-- Callers:   the policies in prisma/migrations.

CREATE OR REPLACE FUNCTION "tenant_app"() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('tenant.app_id', true), '') $$;

CREATE OR REPLACE FUNCTION "tenant_account"() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('tenant.account_id', true), '') $$;

CREATE OR REPLACE FUNCTION "tenant_credential"() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('tenant.credential', true), '') $$;

-- prisma/sql/unix_ms.sql

-- Converts a timestamp to Unix milliseconds, the unit of JavaScript's Date.
--
-- Arguments: at, a timestamp or NULL.
-- Result:    milliseconds since 1970-01-01 UTC, rounded down; NULL for NULL.
-- Callers:   the functions here that return JSON.

CREATE OR REPLACE FUNCTION "unix_ms"(at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT floor(extract(epoch FROM at) * 1000)::bigint $$;

-- Constraints that Prisma does not model

CREATE UNIQUE INDEX "versions_one_default_per_app" ON "versions" ("app_id") WHERE "is_default";
ALTER TABLE "versions" ADD CONSTRAINT "versions_tag_format" CHECK ("tag" ~ '^[A-Za-z0-9._-]{1,32}$');
ALTER TABLE "versions" ADD CONSTRAINT "versions_fees_nonnegative"
  CHECK ("fee" >= 0 AND "user_fee" >= 0 AND "annual_fee" >= 0 AND "annual_user_fee" >= 0);
ALTER TABLE "offer_versions" ADD CONSTRAINT "offer_versions_fees_nonnegative"
  CHECK ("fee" >= 0 AND "user_fee" >= 0 AND "annual_fee" >= 0 AND "annual_user_fee" >= 0);
-- JSON has no Infinity and no NaN.
ALTER TABLE "version_features" ADD CONSTRAINT "version_features_amount_finite"
  CHECK ("amount" >= 0 AND "amount" < 'Infinity' AND ("amount" IS NULL OR NOT "unlimited"));
ALTER TABLE "offer_features" ADD CONSTRAINT "offer_features_amount_finite"
  CHECK ("amount" >= 0 AND "amount" < 'Infinity' AND ("amount" IS NULL OR NOT "unlimited"));
ALTER TABLE "activations" ADD CONSTRAINT "activations_sequence_positive" CHECK ("sequence" >= 1);
-- The origins are written to a response header verbatim.
ALTER TABLE "apps" ADD CONSTRAINT "apps_frame_origins_format"
  CHECK (array_to_string("frame_origins", ' ', '') ~ '^(https?://[a-z0-9.:*-]+( |$))*$');

-- Counters may be lost in a crash; in return no write waits for the disk. The columns and their order are those of
-- rate-limiter-flexible.
ALTER TABLE "rate_limits" SET UNLOGGED;

-- Set to a random number by register_listener: while it is unchanged, no listener was added. A sequence, because changes are
-- visible before the transaction commits. Reading it is about ten times as fast as active_listeners().
CREATE SEQUENCE "listener_epoch" MINVALUE 0;

-- Runtime role
-- The server connects with this role, which owns nothing. Roles belong to the cluster, so it may exist already.

DO $$
BEGIN
  CREATE ROLE "app_versions_runtime" NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;
GRANT "app_versions_runtime" TO CURRENT_USER;

GRANT USAGE ON SCHEMA "public" TO "app_versions_runtime";
GRANT SELECT ON "apps", "versions", "features", "version_features", "version_grants", "offers", "offer_versions",
  "offer_features" TO "app_versions_runtime";
GRANT SELECT, INSERT, UPDATE ON "accounts", "api_keys", "portal_sessions" TO "app_versions_runtime";
GRANT SELECT, INSERT ON "version_snapshots", "activations" TO "app_versions_runtime";
GRANT SELECT, INSERT, DELETE ON "idempotency_records" TO "app_versions_runtime";
GRANT SELECT, INSERT, UPDATE, DELETE ON "rate_limits" TO "app_versions_runtime";
GRANT SELECT, UPDATE ON SEQUENCE "listener_epoch" TO "app_versions_runtime";

-- Row-level security
-- Forced, so that it applies to the owner of the tables too.

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['versions', 'features', 'version_features', 'offers', 'offer_versions', 'offer_features',
    'version_snapshots', 'version_grants', 'activations', 'idempotency_records', 'accounts', 'api_keys',
    'portal_sessions']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END
$$;

-- Tables of the app.
CREATE POLICY "app_isolation" ON "versions" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "features" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "version_features" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "offers" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "offer_versions" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "offer_features" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "version_snapshots" USING (app_id = tenant_app());

-- Tables of one account. Without a tenant account no row is visible.
CREATE POLICY "account_isolation" ON "version_grants"
  USING (app_id = tenant_app() AND account_id = tenant_account());
CREATE POLICY "account_isolation" ON "activations"
  USING (app_id = tenant_app() AND account_id = tenant_account());
CREATE POLICY "account_isolation" ON "idempotency_records"
  USING (app_id = tenant_app() AND account_id = tenant_account());

-- The owner manages the catalog of a whole app: without a tenant account it sees all grants of the app.
CREATE POLICY "owner_app_isolation" ON "version_grants" TO CURRENT_USER
  USING (app_id = tenant_app() AND tenant_account() IS NULL);

-- Accounts: the tenant account, or without one all accounts of the app.
CREATE POLICY "app_or_account_isolation" ON "accounts"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR id = tenant_account()));

-- Credentials: those of the tenant, and the one whose hash is set in the transaction.
CREATE POLICY "credential_isolation" ON "api_keys"
  USING (
    secret_hash = tenant_credential()
    OR (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()))
  )
  WITH CHECK (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
CREATE POLICY "credential_isolation" ON "portal_sessions"
  USING (
    secret_hash = tenant_credential() OR link_hash = tenant_credential()
    OR (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()))
  )
  WITH CHECK (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));

-- Append-only tables

CREATE TRIGGER "activations_append_only" BEFORE UPDATE OR DELETE ON "activations"
  FOR EACH ROW EXECUTE FUNCTION "reject_change"();
CREATE TRIGGER "activations_no_truncate" BEFORE TRUNCATE ON "activations"
  FOR EACH STATEMENT EXECUTE FUNCTION "reject_change"();
CREATE TRIGGER "version_snapshots_append_only" BEFORE UPDATE OR DELETE ON "version_snapshots"
  FOR EACH ROW EXECUTE FUNCTION "reject_change"();
CREATE TRIGGER "version_snapshots_no_truncate" BEFORE TRUNCATE ON "version_snapshots"
  FOR EACH STATEMENT EXECUTE FUNCTION "reject_change"();

-- Catalog revision

CREATE TRIGGER "apps_bump_revision" BEFORE UPDATE ON "apps" FOR EACH ROW EXECUTE FUNCTION "bump_app_revision"();

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['versions', 'features', 'version_features', 'offers', 'offer_versions', 'offer_features']
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION bump_catalog_revision()', name || '_bump_revision_insert', name);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION bump_catalog_revision()', name || '_bump_revision_update', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION bump_catalog_revision()', name || '_bump_revision_delete', name);
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION bump_catalog_revision()', name || '_bump_revision_truncate', name);
  END LOOP;
END
$$;

-- Cache invalidation
-- Accounts, keys and sessions that do not exist are not cached, so their inserts need no notification.

CREATE TRIGGER "apps_notify" AFTER INSERT OR UPDATE OR DELETE ON "apps"
  FOR EACH ROW EXECUTE FUNCTION "notify_app"();

CREATE TRIGGER "accounts_notify_update" AFTER UPDATE ON "accounts"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_accounts"();
CREATE TRIGGER "accounts_notify_delete" AFTER DELETE ON "accounts"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_accounts"();
CREATE TRIGGER "accounts_notify_truncate" AFTER TRUNCATE ON "accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_all"();

CREATE TRIGGER "version_grants_notify_insert" AFTER INSERT ON "version_grants"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_accounts"();
CREATE TRIGGER "version_grants_notify_update" AFTER UPDATE ON "version_grants"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_accounts"();
CREATE TRIGGER "version_grants_notify_delete" AFTER DELETE ON "version_grants"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_accounts"();
CREATE TRIGGER "version_grants_notify_truncate" AFTER TRUNCATE ON "version_grants"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_all"();

CREATE TRIGGER "activations_notify_insert" AFTER INSERT ON "activations"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_activations"();

CREATE TRIGGER "api_keys_notify_update" AFTER UPDATE ON "api_keys"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_credentials"();
CREATE TRIGGER "api_keys_notify_delete" AFTER DELETE ON "api_keys"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_credentials"();
CREATE TRIGGER "api_keys_notify_truncate" AFTER TRUNCATE ON "api_keys"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_all"();

CREATE TRIGGER "portal_sessions_notify_update" AFTER UPDATE ON "portal_sessions"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_credentials"();
CREATE TRIGGER "portal_sessions_notify_delete" AFTER DELETE ON "portal_sessions"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_credentials"();
CREATE TRIGGER "portal_sessions_notify_truncate" AFTER TRUNCATE ON "portal_sessions"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_all"();

-- All triggers above also fire for replication roles.

DO $$
DECLARE
  table_name regclass;
  name text;
BEGIN
  FOR table_name, name IN
    SELECT t.tgrelid, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', table_name, name);
  END LOOP;
END
$$;
