-- The database of version 1.0: tables, privileges, row-level security and triggers by subject. Functions are in prisma/sql.

-- The app and its catalog

CREATE TYPE "billing_period" AS ENUM ('month', 'year');
CREATE TYPE "users_manager" AS ENUM ('owner', 'host');
CREATE TYPE "downgrade_policy" AS ENUM ('any', 'period_end', 'none');
CREATE TYPE "limit_type" AS ENUM ('renewable', 'non_renewable', 'time_driven', 'response_driven');
CREATE TYPE "better_amount" AS ENUM ('higher', 'lower');
CREATE TYPE "exceeding_limit" AS ENUM ('warn', 'block');
CREATE TYPE "add_on_effect" AS ENUM ('include', 'set', 'add');

CREATE TABLE "apps" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "host" TEXT,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "billing_period" "billing_period" NOT NULL DEFAULT 'month',
    "language" TEXT,
    "languages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "contact_url" TEXT,
    "sign_in_url" TEXT,
    "sign_up_url" TEXT,
    "billing_url" TEXT,
    "frame_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "api_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "home_url" TEXT,
    "return_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "checkout_url" TEXT,
    "session_hours" INTEGER,
    "users_managed_by" "users_manager",
    "users_limit" TEXT,
    "downgrades" "downgrade_policy" NOT NULL DEFAULT 'any',
    "self_service" BOOLEAN NOT NULL DEFAULT true,
    "support_sets_terms" BOOLEAN NOT NULL DEFAULT false,
    "time_zone" TEXT,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "two_person_rule" BOOLEAN NOT NULL DEFAULT false,
    "brand_logo" TEXT,
    "brand_accent" TEXT,
    "brand_accent_dark" TEXT,
    "brand_font" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "catalog_revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "apps_pkey" PRIMARY KEY ("id"),
    -- Origins are written to response headers verbatim, and the brand to a style sheet.
    CONSTRAINT "apps_frame_origins_format"
      CHECK (array_to_string("frame_origins", ' ', '') ~ '^(https?://[a-z0-9.:*-]+( |$))*$'),
    CONSTRAINT "apps_api_origins_format"
      CHECK (array_to_string("api_origins", ' ', '') ~ '^(https?://[a-z0-9.:*-]+( |$))*$'),
    CONSTRAINT "apps_return_origins_format"
      CHECK (array_to_string("return_origins", ' ', '') ~ '^(https?://[a-z0-9.:*-]+( |$))*$'),
    CONSTRAINT "apps_session_hours_range" CHECK ("session_hours" BETWEEN 1 AND 720),
    CONSTRAINT "apps_brand_format"
      CHECK ("brand_accent" ~ '^#[0-9a-fA-F]{6}$' AND "brand_accent_dark" ~ '^#[0-9a-fA-F]{6}$'
        AND "brand_logo" ~ '^(https://[a-zA-Z0-9]|data:image/)' AND length("brand_logo") <= 32768)
);
CREATE UNIQUE INDEX "apps_slug_key" ON "apps" ("slug");
CREATE UNIQUE INDEX "apps_host_key" ON "apps" ("host");

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
    "recommended" BOOLEAN NOT NULL DEFAULT false,
    "family" TEXT NOT NULL DEFAULT '',
    "fee" INTEGER,
    "user_fee" INTEGER,
    "fee_unit" TEXT,
    "user_fee_unit" TEXT,
    "annual_fee" INTEGER,
    "annual_user_fee" INTEGER,
    "price_text" TEXT,
    "min_users" INTEGER,
    "min_quantity" INTEGER,
    "max_quantity" INTEGER,
    "entry_blocker" TEXT,
    "exit_blocker" TEXT,
    "self_service" BOOLEAN NOT NULL DEFAULT true,
    "trial_days" INTEGER,
    "trial_then" TEXT,
    "trial_once" BOOLEAN NOT NULL DEFAULT true,
    "trial_reminder_days" INTEGER NOT NULL DEFAULT 3,
    "replaced_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "versions_pkey" PRIMARY KEY ("app_id", "id"),
    CONSTRAINT "versions_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    -- Deferred: a version is replaced before its successor is inserted.
    CONSTRAINT "versions_app_id_replaced_by_fkey" FOREIGN KEY ("app_id", "replaced_by")
      REFERENCES "versions" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT "versions_tag_format" CHECK ("tag" ~ '^[A-Za-z0-9._-]{1,32}$'),
    CONSTRAINT "versions_fees_nonnegative"
      CHECK ("fee" >= 0 AND "user_fee" >= 0 AND "annual_fee" >= 0 AND "annual_user_fee" >= 0),
    CONSTRAINT "versions_minimums"
      CHECK ("min_users" >= 1 AND "min_quantity" >= 1 AND "max_quantity" >= coalesce("min_quantity", 1)),
    -- A price in words is served instead of fees.
    CONSTRAINT "versions_price_text_without_fees"
      CHECK ("price_text" IS NULL OR num_nonnulls("fee", "user_fee", "annual_fee", "annual_user_fee") = 0)
);
CREATE UNIQUE INDEX "versions_app_id_tag_key" ON "versions" ("app_id", "tag");
CREATE UNIQUE INDEX "versions_app_id_catalog_key_key" ON "versions" ("app_id", "catalog_key");
CREATE UNIQUE INDEX "versions_one_default_per_app" ON "versions" ("app_id") WHERE "is_default";

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
    "better_amount" "better_amount",
    "linked_feature_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "highlight" BOOLEAN NOT NULL DEFAULT false,
    "keywords" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "exceeding" "exceeding_limit" NOT NULL DEFAULT 'warn',
    CONSTRAINT "features_pkey" PRIMARY KEY ("app_id", "id"),
    CONSTRAINT "features_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "features_app_id_human_id_key" ON "features" ("app_id", "human_id");
CREATE UNIQUE INDEX "features_app_id_catalog_key_key" ON "features" ("app_id", "catalog_key");

CREATE TABLE "version_features" (
    "app_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "feature_id" TEXT NOT NULL,
    "value" TEXT,
    "amount" DOUBLE PRECISION,
    "unlimited" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "version_features_pkey" PRIMARY KEY ("app_id", "version_id", "feature_id"),
    CONSTRAINT "version_features_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id")
      REFERENCES "versions" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "version_features_app_id_feature_id_fkey" FOREIGN KEY ("app_id", "feature_id")
      REFERENCES "features" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    -- JSON has no Infinity and no NaN.
    CONSTRAINT "version_features_amount_finite"
      CHECK ("amount" >= 0 AND "amount" < 'Infinity' AND ("amount" IS NULL OR NOT "unlimited"))
);
CREATE INDEX "version_features_app_id_feature_id_idx" ON "version_features" ("app_id", "feature_id");

CREATE TABLE "add_ons" (
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
    "min_quantity" INTEGER,
    "max_quantity" INTEGER,
    "replaced_by" TEXT,
    CONSTRAINT "add_ons_pkey" PRIMARY KEY ("app_id", "id"),
    CONSTRAINT "add_ons_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "add_ons_app_id_replaced_by_fkey" FOREIGN KEY ("app_id", "replaced_by")
      REFERENCES "add_ons" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT "add_ons_quantities" CHECK ("min_quantity" >= 1 AND "max_quantity" >= "min_quantity")
);
CREATE UNIQUE INDEX "add_ons_app_id_human_id_key" ON "add_ons" ("app_id", "human_id");
CREATE UNIQUE INDEX "add_ons_app_id_catalog_key_key" ON "add_ons" ("app_id", "catalog_key");

CREATE TABLE "add_on_versions" (
    "app_id" TEXT NOT NULL,
    "add_on_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "fee" INTEGER,
    "user_fee" INTEGER,
    "fee_unit" TEXT,
    "user_fee_unit" TEXT,
    "annual_fee" INTEGER,
    "annual_user_fee" INTEGER,
    "price_text" TEXT,
    CONSTRAINT "add_on_versions_pkey" PRIMARY KEY ("app_id", "add_on_id", "version_id"),
    CONSTRAINT "add_on_versions_app_id_add_on_id_fkey" FOREIGN KEY ("app_id", "add_on_id")
      REFERENCES "add_ons" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "add_on_versions_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id")
      REFERENCES "versions" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "add_on_versions_fees_nonnegative"
      CHECK ("fee" >= 0 AND "user_fee" >= 0 AND "annual_fee" >= 0 AND "annual_user_fee" >= 0),
    -- A price in words is served instead of fees.
    CONSTRAINT "add_on_versions_price_text_without_fees"
      CHECK ("price_text" IS NULL OR num_nonnulls("fee", "user_fee", "annual_fee", "annual_user_fee") = 0)
);
CREATE INDEX "add_on_versions_app_id_version_id_idx" ON "add_on_versions" ("app_id", "version_id");

CREATE TABLE "add_on_features" (
    "app_id" TEXT NOT NULL,
    "add_on_id" TEXT NOT NULL,
    "feature_id" TEXT NOT NULL,
    "effect" "add_on_effect" NOT NULL,
    "value" TEXT,
    "amount" DOUBLE PRECISION,
    "unlimited" BOOLEAN NOT NULL DEFAULT false,
    "by_version" JSONB,
    CONSTRAINT "add_on_features_pkey" PRIMARY KEY ("app_id", "add_on_id", "feature_id", "effect"),
    CONSTRAINT "add_on_features_app_id_add_on_id_fkey" FOREIGN KEY ("app_id", "add_on_id")
      REFERENCES "add_ons" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "add_on_features_app_id_feature_id_fkey" FOREIGN KEY ("app_id", "feature_id")
      REFERENCES "features" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    -- JSON has no Infinity and no NaN.
    CONSTRAINT "add_on_features_amount_finite"
      CHECK ("amount" >= 0 AND "amount" < 'Infinity' AND ("amount" IS NULL OR NOT "unlimited"))
);
CREATE INDEX "add_on_features_app_id_feature_id_idx" ON "add_on_features" ("app_id", "feature_id");

-- Price lists

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
    "updated_by" JSONB,
    "publish_at" TIMESTAMPTZ(3),
    "scheduled_by" JSONB,
    "existing" JSONB,
    "confirmed_digest" TEXT,
    "confirmed_base_id" TEXT,
    "schedule_failure" JSONB,
    "ends_at" TIMESTAMPTZ(3),
    "ends_existing" TEXT,
    "ends_id" TEXT,
    "claimed_until" TIMESTAMPTZ(3),
    "published_at" TIMESTAMPTZ(3),
    "published_by" JSONB,
    "difference" JSONB,
    "discarded_at" TIMESTAMPTZ(3),
    "share_hash" TEXT,
    "share_expires_at" TIMESTAMPTZ(3),
    CONSTRAINT "catalog_editions_pkey" PRIMARY KEY ("app_id", "id"),
    CONSTRAINT "catalog_editions_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "catalog_editions_app_id_ends_id_fkey" FOREIGN KEY ("app_id", "ends_id")
      REFERENCES "catalog_editions" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "catalog_editions_number_positive" CHECK ("number" > 0),
    CONSTRAINT "catalog_editions_one_end" CHECK ("published_at" IS NULL OR "discarded_at" IS NULL),
    CONSTRAINT "catalog_editions_schedule_confirmed"
      CHECK ("publish_at" IS NULL OR ("difference" IS NOT NULL AND "scheduled_by" IS NOT NULL)),
    CONSTRAINT "catalog_editions_ends_existing" CHECK ("ends_existing" IN ('keep', 'follow')),
    CONSTRAINT "catalog_editions_ends" CHECK (("ends_at" IS NULL) = ("ends_existing" IS NULL))
);
CREATE UNIQUE INDEX "catalog_editions_app_id_number_key" ON "catalog_editions" ("app_id", "number");
CREATE UNIQUE INDEX "catalog_editions_app_id_ends_id_key" ON "catalog_editions" ("app_id", "ends_id");
CREATE UNIQUE INDEX "catalog_editions_app_id_share_hash_key" ON "catalog_editions" ("app_id", "share_hash");
-- What is due. Few rows.
CREATE INDEX "catalog_editions_due" ON "catalog_editions" ("publish_at")
  WHERE "publish_at" IS NOT NULL AND "published_at" IS NULL AND "discarded_at" IS NULL;

CREATE TABLE "edition_notes" (
    "app_id" TEXT NOT NULL,
    "edition_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "reviewer" JSONB,
    "created_by" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "edition_notes_pkey" PRIMARY KEY ("app_id", "edition_id", "number"),
    CONSTRAINT "edition_notes_app_id_edition_id_fkey" FOREIGN KEY ("app_id", "edition_id")
      REFERENCES "catalog_editions" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "edition_notes_number_positive" CHECK ("number" > 0),
    CONSTRAINT "edition_notes_kind"
      CHECK ("kind" IN ('comment', 'saved', 'review_requested', 'changes_requested', 'approved')),
    CONSTRAINT "edition_notes_reviewer" CHECK (("kind" = 'review_requested') = ("reviewer" IS NOT NULL))
);

CREATE TABLE "catalog_follows" (
    "app_id" TEXT NOT NULL,
    "edition_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "version_id" TEXT NOT NULL,
    "billing_period" "billing_period",
    "add_on_id" TEXT,
    "to_version_id" TEXT NOT NULL,
    "requested" BOOLEAN NOT NULL,
    "after_account_id" TEXT NOT NULL DEFAULT '',
    "unfinished" INTEGER NOT NULL DEFAULT 0,
    "claimed_until" TIMESTAMPTZ(3),
    CONSTRAINT "catalog_follows_pkey" PRIMARY KEY ("app_id", "edition_id", "position"),
    CONSTRAINT "catalog_follows_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id")
      REFERENCES "versions" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "catalog_follows_app_id_to_version_id_fkey" FOREIGN KEY ("app_id", "to_version_id")
      REFERENCES "versions" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "catalog_follows_app_id_add_on_id_fkey" FOREIGN KEY ("app_id", "add_on_id")
      REFERENCES "add_ons" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "catalog_follows_app_id_edition_id_fkey" FOREIGN KEY ("app_id", "edition_id")
      REFERENCES "catalog_editions" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Accounts

-- prisma/sql has its body.
CREATE FUNCTION "search_terms_of"(external_id text, title text, email text) RETURNS text[] LANGUAGE sql IMMUTABLE
  AS 'SELECT NULL::text[]';

CREATE TYPE "grant_source" AS ENUM ('price_list', 'api', 'both');

CREATE TABLE "accounts" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "external_id" TEXT,
    "title" TEXT NOT NULL,
    "email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "period_ends_at" TIMESTAMPTZ(3),
    "users" INTEGER NOT NULL DEFAULT 1,
    "clock_at" TIMESTAMPTZ(3),
    "deletes_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "search_terms" TEXT[] COLLATE "C" GENERATED ALWAYS AS (search_terms_of(external_id, title, email)) STORED,
    CONSTRAINT "accounts_pkey" PRIMARY KEY ("app_id", "id"),
    CONSTRAINT "accounts_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "accounts_users_check" CHECK ("users" >= 1)
);
CREATE UNIQUE INDEX "accounts_app_id_external_id_key" ON "accounts" ("app_id", "external_id");
CREATE INDEX "accounts_deletes_at" ON "accounts" ("deletes_at") WHERE "deletes_at" IS NOT NULL AND "deleted_at" IS NULL;

CREATE TABLE "search_terms" (
    "app_id" TEXT NOT NULL,
    "term" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT NOT NULL,
    CONSTRAINT "search_terms_pkey" PRIMARY KEY ("app_id", "term", "account_id")
);

CREATE TABLE "version_grants" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "source" "grant_source" NOT NULL DEFAULT 'price_list',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "version_grants_pkey" PRIMARY KEY ("app_id", "account_id", "version_id"),
    CONSTRAINT "version_grants_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id")
      REFERENCES "accounts" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "version_grants_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id")
      REFERENCES "versions" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "current_versions" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "billing_period" "billing_period" NOT NULL,
    "users" INTEGER NOT NULL,
    "quantity" INTEGER,
    "add_ons" JSONB,
    "terms" JSONB,
    "terms_due_at" TIMESTAMPTZ(3),
    CONSTRAINT "current_versions_pkey" PRIMARY KEY ("app_id", "account_id"),
    CONSTRAINT "current_versions_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id")
      REFERENCES "accounts" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "current_versions_app_id_version_id_account_id_idx" ON "current_versions" ("app_id", "version_id", "account_id");
CREATE INDEX "current_versions_terms" ON "current_versions" ("app_id", "version_id") WHERE "terms" IS NOT NULL;
CREATE INDEX "current_versions_terms_due" ON "current_versions" ("terms_due_at") WHERE "terms_due_at" IS NOT NULL;
CREATE INDEX "current_versions_terms_due_of_app" ON "current_versions" ("app_id", "terms_due_at") WHERE "terms_due_at" IS NOT NULL;

-- The history of accounts and of the catalog

CREATE TYPE "direction" AS ENUM ('upgrade', 'downgrade', 'none');
CREATE TYPE "actor_kind" AS ENUM ('key', 'session', 'operator');
CREATE TYPE "activation_kind" AS ENUM ('switch', 'users', 'publication', 'terms');

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
    "price_text" TEXT,
    "min_users" INTEGER,
    "min_quantity" INTEGER,
    "max_quantity" INTEGER,
    "currency" TEXT NOT NULL,
    "billing_period" "billing_period" NOT NULL,
    "features" JSONB NOT NULL,
    CONSTRAINT "version_snapshots_pkey" PRIMARY KEY ("app_id", "digest"),
    CONSTRAINT "version_snapshots_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "catalog_texts" (
    "app_id" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "texts" JSONB NOT NULL,
    CONSTRAINT "catalog_texts_pkey" PRIMARY KEY ("app_id", "language", "published_at"),
    CONSTRAINT "catalog_texts_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "version_changes" (
    "app_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "version_changes_pkey" PRIMARY KEY ("app_id", "version_id", "sequence"),
    CONSTRAINT "version_changes_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id")
      REFERENCES "versions" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "version_changes_app_id_digest_fkey" FOREIGN KEY ("app_id", "digest")
      REFERENCES "version_snapshots" ("app_id", "digest") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "version_changes_sequence_not_negative" CHECK ("sequence" >= 0)
);

CREATE TABLE "add_on_version_changes" (
    "app_id" TEXT NOT NULL,
    "add_on_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "catalog_revision" INTEGER NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "add_on_version_changes_pkey" PRIMARY KEY ("app_id", "add_on_id", "version_id", "catalog_revision"),
    CONSTRAINT "add_on_version_changes_app_id_add_on_id_fkey" FOREIGN KEY ("app_id", "add_on_id")
      REFERENCES "add_ons" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "add_on_version_changes_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id")
      REFERENCES "versions" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TYPE "change_origin" AS ENUM ('owner', 'member', 'host', 'product', 'support');
CREATE TABLE "account_history" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "kind" "activation_kind",
    "version_sequence" INTEGER NOT NULL,
    "add_on_sequence" INTEGER NOT NULL,
    "version_id" TEXT NOT NULL,
    "snapshot_digest" TEXT NOT NULL,
    "billing_period" "billing_period" NOT NULL,
    "users" INTEGER NOT NULL,
    "state" JSONB NOT NULL DEFAULT '{"addOnStates": []}',
    "previous_digest" TEXT,
    "direction" "direction",
    "switched_add_ons" JSONB,
    "add_on_entries" JSONB,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3),
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "actor_user_id" TEXT,
    "actor_ref" INTEGER,
    "channel" TEXT NOT NULL,
    "reason" TEXT,
    "origin" "change_origin" NOT NULL DEFAULT 'owner',
    CONSTRAINT "account_history_pkey" PRIMARY KEY ("app_id", "account_id", "sequence"),
    CONSTRAINT "account_history_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id")
      REFERENCES "accounts" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "account_history_app_id_snapshot_digest_fkey" FOREIGN KEY ("app_id", "snapshot_digest")
      REFERENCES "version_snapshots" ("app_id", "digest") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "account_history_app_id_previous_digest_fkey" FOREIGN KEY ("app_id", "previous_digest")
      REFERENCES "version_snapshots" ("app_id", "digest") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "account_history_sequence_positive" CHECK ("sequence" >= 1),
    CONSTRAINT "account_history_direction" CHECK (("kind" IS NULL) = ("direction" IS NULL)),
    CONSTRAINT "account_history_entries" CHECK ("kind" IS NOT NULL OR "add_on_entries" IS NOT NULL)
);
CREATE UNIQUE INDEX "account_history_app_id_account_id_id_key" ON "account_history" ("app_id", "account_id", "id");
-- The entries of /account/versions, and those with changes of add-ons.
CREATE UNIQUE INDEX "account_history_versions_idx" ON "account_history" ("app_id", "account_id", "version_sequence")
  WHERE "kind" IS NOT NULL;
CREATE UNIQUE INDEX "account_history_add_ons_idx" ON "account_history" ("app_id", "account_id", "add_on_sequence")
  WHERE "add_on_entries" IS NOT NULL;

CREATE TABLE "actors" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "id" INTEGER NOT NULL,
    "name" TEXT,
    "user_id" TEXT,
    CONSTRAINT "actors_pkey" PRIMARY KEY ("app_id", "account_id", "id"),
    CONSTRAINT "actors_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id")
      REFERENCES "accounts" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "actors_app_id_account_id_name_idx" ON "actors" ("app_id", "account_id", "name");
CREATE INDEX "actors_app_id_user_id_idx" ON "actors" ("app_id", "user_id");

-- Changes that wait

CREATE TYPE "change_approver" AS ENUM ('owner', 'host');
CREATE TYPE "change_outcome" AS ENUM ('applied', 'canceled', 'declined', 'superseded', 'expired');

CREATE TABLE "account_changes" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "billing_period" "billing_period" NOT NULL,
    "users" INTEGER,
    "add_on_id" TEXT,
    "quantity" INTEGER,
    "trial" TEXT,
    "effective_at" TIMESTAMPTZ(3),
    "at_period_end" BOOLEAN NOT NULL,
    "reminds_at" TIMESTAMPTZ(3),
    "waits_for" "change_approver",
    "expires_at" TIMESTAMPTZ(3),
    "origin" "change_origin" NOT NULL,
    "batch_id" TEXT,
    "supersedes_id" TEXT,
    "reason" TEXT,
    "confirmed" JSONB NOT NULL,
    "blockers" JSONB NOT NULL DEFAULT '[]',
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "actor_user_id" TEXT,
    "channel" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" JSONB,
    "message" TEXT,
    "outcome" "change_outcome",
    "ended_at" TIMESTAMPTZ(3),
    "activation_id" TEXT,
    "revision" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    CONSTRAINT "account_changes_pkey" PRIMARY KEY ("app_id", "account_id", "id"),
    CONSTRAINT "account_changes_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id")
      REFERENCES "accounts" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "account_changes_ended" CHECK (("outcome" IS NULL) = ("ended_at" IS NULL)),
    CONSTRAINT "account_changes_add_on" CHECK ("add_on_id" IS NULL OR "quantity" IS NOT NULL),
    CONSTRAINT "account_changes_applied" CHECK ("activation_id" IS NULL OR "outcome" = 'applied'),
    CONSTRAINT "account_changes_trial" CHECK ("trial" IN ('start', 'none', 'end')),
    CONSTRAINT "account_changes_scheduled"
      CHECK ("outcome" IS NOT NULL OR "waits_for" IS NOT NULL OR "effective_at" IS NOT NULL),
    CONSTRAINT "account_changes_expires" CHECK ("outcome" IS NOT NULL OR ("waits_for" IS NULL) = ("expires_at" IS NULL))
);
CREATE INDEX "account_changes_ended_at_idx" ON "account_changes" USING BRIN ("ended_at");
CREATE UNIQUE INDEX "account_changes_one_scheduled" ON "account_changes" ("app_id", "account_id")
  WHERE "outcome" IS NULL AND "waits_for" IS NULL;
-- One for each person and target.
CREATE UNIQUE INDEX "account_changes_one_waiting"
  ON "account_changes" ("app_id", "account_id", coalesce("actor_user_id", "actor_id"),
    coalesce("add_on_id", "version_id"), "billing_period")
  WHERE "outcome" IS NULL AND "waits_for" IS NOT NULL;
CREATE UNIQUE INDEX "account_changes_one_per_activation" ON "account_changes" ("app_id", "account_id", "activation_id")
  WHERE "activation_id" IS NOT NULL;
-- What is due, of all tenants, and the changes of a move.
CREATE INDEX "account_changes_due" ON "account_changes" ("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "account_changes_due_of_app" ON "account_changes" ("app_id", "due_at") WHERE "due_at" IS NOT NULL;
-- What waits for consent, of all accounts of an app.
CREATE UNIQUE INDEX "account_changes_app_id_id_key" ON "account_changes" ("app_id", "id");
CREATE INDEX "account_changes_waiting" ON "account_changes" ("app_id", "id", "waits_for")
  WHERE "outcome" IS NULL AND "waits_for" IS NOT NULL;
CREATE INDEX "account_changes_batch" ON "account_changes" ("app_id", "batch_id", "account_id") INCLUDE ("outcome", "waits_for")
  WHERE "batch_id" IS NOT NULL;

CREATE TABLE "notice_dismissals" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "notice_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3) NOT NULL,
    "dismissed_by" JSONB NOT NULL,
    CONSTRAINT "notice_dismissals_pkey" PRIMARY KEY ("app_id", "account_id", "notice_id"),
    CONSTRAINT "notice_dismissals_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id")
      REFERENCES "accounts" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "account_usage" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "amounts" JSONB NOT NULL,
    "reported_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "account_usage_pkey" PRIMARY KEY ("app_id", "account_id"),
    CONSTRAINT "account_usage_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id")
      REFERENCES "accounts" ("app_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "moves" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "from_version_id" TEXT NOT NULL,
    "to_version_id" TEXT NOT NULL,
    "from_version" JSONB NOT NULL,
    "to_version" JSONB NOT NULL,
    "to_digest" TEXT NOT NULL,
    "effective" TEXT NOT NULL,
    "reason" TEXT,
    "accounts" INTEGER NOT NULL,
    "scheduled" INTEGER NOT NULL DEFAULT 0,
    "skipped" JSONB NOT NULL DEFAULT '{}',
    "skipped_accounts" JSONB NOT NULL DEFAULT '[]',
    "after_account_id" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" JSONB NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "stopped" JSONB,
    "canceled_at" TIMESTAMPTZ(3),
    "canceled_by" JSONB,
    "claimed_until" TIMESTAMPTZ(3),
    CONSTRAINT "moves_pkey" PRIMARY KEY ("app_id", "id"),
    CONSTRAINT "moves_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "moves_canceled" CHECK (("canceled_at" IS NULL) = ("canceled_by" IS NULL))
);
CREATE INDEX "moves_unfinished" ON "moves" ("app_id", "id") WHERE "finished_at" IS NULL;

-- Credentials

CREATE TYPE "role" AS ENUM ('member', 'owner', 'product', 'support');

CREATE TABLE "api_keys" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "account_id" TEXT,
    "role" "role",
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "read_only" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("app_id", "id"),
    CONSTRAINT "api_keys_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "api_keys_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id")
      REFERENCES "accounts" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys" ("secret_hash");
CREATE INDEX "api_keys_app_id_account_id_idx" ON "api_keys" ("app_id", "account_id");
CREATE INDEX "api_keys_revoked_at_idx" ON "api_keys" ("revoked_at");

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
    "return_url" TEXT,
    "path" TEXT,
    "locale" TEXT,
    "origin" TEXT,
    CONSTRAINT "portal_sessions_pkey" PRIMARY KEY ("app_id", "id"),
    CONSTRAINT "portal_sessions_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "portal_sessions_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id")
      REFERENCES "accounts" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "portal_sessions_link_hash_key" ON "portal_sessions" ("link_hash");
CREATE UNIQUE INDEX "portal_sessions_secret_hash_key" ON "portal_sessions" ("secret_hash");
CREATE INDEX "portal_sessions_app_id_account_id_idx" ON "portal_sessions" ("app_id", "account_id");
CREATE INDEX "portal_sessions_app_id_actor_id_idx" ON "portal_sessions" ("app_id", "actor_id");
-- Who can review an edition. Few rows.
CREATE INDEX "portal_sessions_product" ON "portal_sessions" ("app_id") WHERE "role" = 'product';
CREATE INDEX "portal_sessions_expires_at_idx" ON "portal_sessions" USING BRIN ("expires_at");

-- Idempotency

CREATE TABLE "idempotency_records" (
    "app_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "result_id" TEXT NOT NULL,
    "changed" BOOLEAN NOT NULL,
    "rejection" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("app_id", "account_id", "key"),
    CONSTRAINT "idempotency_records_app_id_account_id_fkey" FOREIGN KEY ("app_id", "account_id")
      REFERENCES "accounts" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records" USING BRIN ("expires_at");

CREATE TABLE "idempotent_responses" (
    "app_id" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL DEFAULT 0,
    "body" BYTEA NOT NULL DEFAULT '\x',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "idempotent_responses_pkey" PRIMARY KEY ("app_id", "credential_id", "key"),
    CONSTRAINT "idempotent_responses_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "idempotent_responses_expires_at_idx" ON "idempotent_responses" USING BRIN ("expires_at");

-- Events and webhooks

CREATE TYPE "delivery_state" AS ENUM ('queued', 'waiting', 'delivered', 'failed');

CREATE TABLE "events" (
    "app_id" TEXT NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "id" TEXT NOT NULL,
    "account_id" TEXT,
    "sequence" INTEGER,
    "history_sequence" INTEGER,
    "type" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB,
    "is_import" BOOLEAN NOT NULL DEFAULT (COALESCE(current_setting('tenant.import', true), '') = 'on'),
    "request" TEXT DEFAULT (current_setting('tenant.request', true) || ''),
    CONSTRAINT "events_pkey" PRIMARY KEY ("app_id", "xid", "id")
);
CREATE INDEX "events_occurred_at_idx" ON "events" USING BRIN ("occurred_at");

CREATE TABLE "webhook_endpoints" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "secret_version" INTEGER NOT NULL DEFAULT 1,
    "secret_rotated_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "dispatched_xid" BIGINT NOT NULL,
    "dispatched_id" TEXT NOT NULL DEFAULT '',
    "ending_at" TIMESTAMPTZ(3),
    "recover_since" TIMESTAMPTZ(3),
    "recover_xid" BIGINT,
    "recover_id" TEXT,
    "recovered" INTEGER,
    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("app_id", "id"),
    CONSTRAINT "webhook_endpoints_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "webhook_deliveries" (
    "app_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_xid" BIGINT NOT NULL,
    "event_type" TEXT NOT NULL,
    "account_id" TEXT,
    "lane" TEXT NOT NULL,
    "is_import" BOOLEAN NOT NULL DEFAULT false,
    "state" "delivery_state" NOT NULL DEFAULT 'queued',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone,
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_token" TEXT,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("app_id", "endpoint_id", "event_id"),
    CONSTRAINT "webhook_deliveries_app_id_endpoint_id_fkey" FOREIGN KEY ("app_id", "endpoint_id")
      REFERENCES "webhook_endpoints" ("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" USING BRIN ("created_at");
-- The deliveries to claim.
CREATE INDEX "webhook_deliveries_waiting"
  ON "webhook_deliveries" ("app_id", "endpoint_id", "is_import", "next_at", "event_xid") WHERE "state" = 'waiting';
-- The queued deliveries of a lane in order, and whether it has a waiting one. Their predicates have the states, and
-- lanes are never null: under row-level security, an index is only searched by what is leakproof, which the operators of
-- an enum and coalesce() are not.
CREATE INDEX "webhook_deliveries_queued_lanes"
  ON "webhook_deliveries" ("app_id", "endpoint_id", "lane", "event_xid", "event_id") WHERE "state" = 'queued';
CREATE INDEX "webhook_deliveries_waiting_lanes" ON "webhook_deliveries" ("app_id", "endpoint_id", "lane", "event_xid")
  WHERE "state" = 'waiting';
-- The deliveries to recover.
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" ("app_id", "endpoint_id", "event_id")
  WHERE "state" = 'failed';

-- Audit

CREATE TABLE "audit_entries" (
    "app_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "account_id" TEXT,
    "type" TEXT NOT NULL,
    "target_id" TEXT,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "actor_user_id" TEXT,
    "channel" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB NOT NULL,
    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("app_id", "id")
);
CREATE INDEX "audit_entries_app_id_type_id_idx" ON "audit_entries" ("app_id", "type", "id");
CREATE INDEX "audit_entries_app_id_account_id_id_idx" ON "audit_entries" ("app_id", "account_id", "id");

-- Links to the page that creates the first app
-- Only the owner writes them, and create_first_app.

CREATE TABLE "setup_links" (
    "secret_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "setup_links_pkey" PRIMARY KEY ("secret_hash")
);

-- Keys that sign the entitlements of accounts
-- They are public keys.

CREATE TABLE "signing_keys" (
    "version" INTEGER NOT NULL,
    "public_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "signs_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("version")
);

-- Sign-in of staff with OpenID Connect
-- Only the owner writes them: who does so decides who has a role.

CREATE TABLE "oidc_clients" (
    "app_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret" BYTEA,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "role_claim" TEXT NOT NULL,
    "product_values" TEXT[],
    "support_values" TEXT[],
    CONSTRAINT "oidc_clients_pkey" PRIMARY KEY ("app_id"),
    CONSTRAINT "oidc_clients_app_id_fkey" FOREIGN KEY ("app_id")
      REFERENCES "apps" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Rate limits
-- Counters may be lost in a crash; in return no write waits for the disk. The columns and their order are those of
-- rate-limiter-flexible.

CREATE UNLOGGED TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,
    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- Functions of policies and triggers
-- They are declared here, so that policies and triggers can refer to them. prisma/sql has their bodies.

CREATE FUNCTION "tenant_app"() RETURNS text LANGUAGE sql AS 'SELECT NULL';
CREATE FUNCTION "tenant_account"() RETURNS text LANGUAGE sql AS 'SELECT NULL';
CREATE FUNCTION "tenant_credential"() RETURNS text LANGUAGE sql AS 'SELECT NULL';
CREATE FUNCTION "tenant_all_accounts"() RETURNS boolean LANGUAGE sql AS 'SELECT false';
CREATE FUNCTION "is_backup"() RETURNS boolean LANGUAGE sql AS 'SELECT false';
CREATE FUNCTION "is_due_work"() RETURNS boolean LANGUAGE sql AS 'SELECT false';

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['audit_support_change', 'audit_support_switch', 'bump_app_revision', 'bump_catalog_revision',
    'move_account_changes', 'notify_account_changes', 'notify_accounts', 'notify_all', 'notify_app', 'notify_credentials',
    'protect_edition', 'record_account_change', 'reject_change', 'set_account_change', 'set_search_terms', 'set_current_version', 'store_actor',
    'supersede_account_changes']
  LOOP
    EXECUTE format('CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS ''BEGIN RETURN NEW; END''', name);
  END LOOP;
END
$$;

-- Privileges of the runtime role
-- The server connects with this role, which owns nothing. Roles belong to the cluster, so it may exist already. prisma/sql has
-- the privileges on functions.

DO $$
BEGIN
  CREATE ROLE "app_versions_runtime" NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;
GRANT "app_versions_runtime" TO CURRENT_USER;

GRANT USAGE ON SCHEMA "public" TO "app_versions_runtime";
-- The catalog is changed by publish_edition.
GRANT SELECT ON "apps", "versions", "features", "version_features", "add_ons", "add_on_versions", "add_on_features",
  "catalog_texts", "catalog_editions", "setup_links", "oidc_clients" TO "app_versions_runtime";
GRANT INSERT ("app_id", "id", "number", "source", "extension", "note", "base_id", "ends_id", "created_by", "created_at", "updated_at"),
  UPDATE ("source", "extension", "note", "revision", "updated_at", "updated_by", "publish_at", "scheduled_by", "existing",
    "confirmed_digest", "confirmed_base_id", "schedule_failure", "ends_at", "ends_existing", "difference", "claimed_until", "discarded_at", "share_hash",
    "share_expires_at")
  ON "catalog_editions" TO "app_versions_runtime";
GRANT SELECT, INSERT ON "edition_notes", "version_snapshots", "version_changes", "add_on_version_changes", "account_history",
  "events", "audit_entries", "moves" TO "app_versions_runtime";
GRANT UPDATE ("scheduled", "skipped", "skipped_accounts", "after_account_id", "finished_at", "stopped", "canceled_at", "canceled_by",
    "claimed_until")
  ON "moves" TO "app_versions_runtime";
-- For anonymize_account.
GRANT UPDATE ("data") ON "events" TO "app_versions_runtime";
GRANT SELECT, INSERT, UPDATE ON "accounts", "current_versions", "actors", "account_changes", "notice_dismissals", "api_keys",
  "portal_sessions", "webhook_deliveries" TO "app_versions_runtime";
GRANT SELECT, INSERT, DELETE ON "search_terms", "idempotency_records", "signing_keys" TO "app_versions_runtime";
GRANT SELECT, INSERT, UPDATE, DELETE ON "version_grants", "account_usage", "catalog_follows", "idempotent_responses",
  "webhook_endpoints", "rate_limits" TO "app_versions_runtime";

-- Row-level security
-- Forced, so that it applies to the owner of the tables too. Without a tenant no row is visible.

DO $$
DECLARE name text;
BEGIN
  FOR name IN
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN
      ('apps', 'rate_limits', 'setup_links', 'signing_keys')
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
    -- The owner reads the rows of all tenants in a transaction with tenant.backup = 'on' (npm run backup). The runtime role does
    -- not, whatever it sets.
    EXECUTE format('CREATE POLICY "backup" ON %I FOR SELECT TO CURRENT_USER USING (is_backup())', name);
  END LOOP;
END
$$;

-- Tables of the app.
CREATE POLICY "app_isolation" ON "versions" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "features" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "version_features" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "add_ons" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "add_on_versions" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "add_on_features" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "catalog_texts" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "catalog_editions" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "edition_notes" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "catalog_follows" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "version_snapshots" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "version_changes" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "add_on_version_changes" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "idempotent_responses" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "webhook_endpoints" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "moves" USING (app_id = tenant_app());
CREATE POLICY "app_isolation" ON "oidc_clients" USING (app_id = tenant_app());

-- Tables of one account. Without a tenant account no row is visible.
CREATE POLICY "account_isolation" ON "version_grants" USING (app_id = tenant_app() AND account_id = tenant_account());
CREATE POLICY "account_isolation" ON "account_history" USING (app_id = tenant_app() AND account_id = tenant_account());
CREATE POLICY "account_isolation" ON "actors" USING (app_id = tenant_app() AND account_id = tenant_account());
CREATE POLICY "account_isolation" ON "idempotency_records" USING (app_id = tenant_app() AND account_id = tenant_account());
CREATE POLICY "account_isolation" ON "notice_dismissals" USING (app_id = tenant_app() AND account_id = tenant_account());

-- Of all accounts of the app, for reads of events, of accounts and of what a publication changes. SELECT only: rows are written
-- within an account.
CREATE POLICY "app_isolation" ON "version_grants" FOR SELECT USING (app_id = tenant_app() AND tenant_all_accounts());
CREATE POLICY "app_isolation" ON "account_history" FOR SELECT USING (app_id = tenant_app() AND tenant_all_accounts());
CREATE POLICY "app_isolation" ON "actors" FOR SELECT USING (app_id = tenant_app() AND tenant_all_accounts());

-- The owner manages the catalog of a whole app: without a tenant account it sees all grants of the app.
CREATE POLICY "owner_app_isolation" ON "version_grants" TO CURRENT_USER
  USING (app_id = tenant_app() AND tenant_account() IS NULL);
-- An import of accounts by the owner begins the histories of many accounts in one statement. It can't continue any.
CREATE POLICY "owner_app_isolation" ON "account_history" FOR INSERT TO CURRENT_USER
  WITH CHECK (app_id = tenant_app() AND tenant_account() IS NULL AND sequence = 1);

-- The rows of the tenant account, or without one those of all accounts of the app.
-- No one sees a deleted account, to which its history refers.
CREATE POLICY "app_or_account_isolation" ON "accounts"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR id = tenant_account()) AND deleted_at IS NULL);
CREATE POLICY "app_or_account_isolation" ON "search_terms"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
CREATE POLICY "app_or_account_isolation" ON "current_versions"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
CREATE POLICY "app_or_account_isolation" ON "account_changes"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
CREATE POLICY "app_or_account_isolation" ON "account_usage"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
CREATE POLICY "app_or_account_isolation" ON "events"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
CREATE POLICY "app_or_account_isolation" ON "webhook_deliveries"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
CREATE POLICY "app_or_account_isolation" ON "audit_entries"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));

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

-- The worker's functions run as the owner. Only they set tenant.due_work.
CREATE POLICY "due_work" ON "catalog_editions" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "catalog_follows" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "accounts" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "moves" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "current_versions" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "account_changes" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "api_keys" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "portal_sessions" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "idempotency_records" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "idempotent_responses" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "events" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "webhook_endpoints" TO CURRENT_USER USING (is_due_work());
CREATE POLICY "due_work" ON "webhook_deliveries" TO CURRENT_USER USING (is_due_work());

-- Append-only tables

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['edition_notes', 'version_snapshots', 'version_changes', 'add_on_version_changes',
    'catalog_texts', 'account_history', 'audit_entries']
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION reject_change()', name || '_append_only', name);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION reject_change()', name || '_no_truncate', name);
  END LOOP;
END
$$;

-- Published editions are immutable.
CREATE TRIGGER "catalog_editions_protect" BEFORE UPDATE OR DELETE ON "catalog_editions"
  FOR EACH ROW EXECUTE FUNCTION "protect_edition"();
CREATE TRIGGER "catalog_editions_no_truncate" BEFORE TRUNCATE ON "catalog_editions"
  FOR EACH STATEMENT EXECUTE FUNCTION "reject_change"();

-- Catalog revision

CREATE TRIGGER "apps_bump_revision" BEFORE UPDATE ON "apps" FOR EACH ROW EXECUTE FUNCTION "bump_app_revision"();

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['versions', 'features', 'version_features', 'add_ons', 'add_on_versions', 'add_on_features',
    'catalog_texts']
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

CREATE TRIGGER "apps_notify" AFTER INSERT OR UPDATE OR DELETE ON "apps" FOR EACH ROW EXECUTE FUNCTION "notify_app"();

CREATE TRIGGER "accounts_notify_update" AFTER UPDATE ON "accounts"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  WHEN (current_setting('tenant.quiet', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "notify_accounts"();
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

-- Servers cache whether there is usage, not how much.
CREATE TRIGGER "account_usage_notify_insert" AFTER INSERT ON "account_usage"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_account_changes"();
CREATE TRIGGER "account_usage_notify_delete" AFTER DELETE ON "account_usage"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "notify_accounts"();
CREATE TRIGGER "account_usage_notify_truncate" AFTER TRUNCATE ON "account_usage"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_all"();

CREATE TRIGGER "account_history_notify_insert" AFTER INSERT ON "account_history"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  WHEN (current_setting('tenant.quiet', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "notify_account_changes"();
CREATE TRIGGER "account_changes_notify_insert" AFTER INSERT ON "account_changes"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  WHEN (current_setting('tenant.quiet', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "notify_account_changes"();
CREATE TRIGGER "account_changes_notify_update" AFTER UPDATE ON "account_changes"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  WHEN (current_setting('tenant.quiet', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "notify_account_changes"();

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

-- All triggers above also fire for replication roles. Those below write rows, which are replicated.

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

-- What follows from a change of an account

CREATE TRIGGER "account_history_store_actor" BEFORE INSERT ON "account_history"
  FOR EACH ROW WHEN (NEW.actor_ref IS NULL AND NEW.actor_kind <> 'operator') EXECUTE FUNCTION "store_actor"();
CREATE TRIGGER "account_history_set_current_version" AFTER INSERT ON "account_history"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "set_current_version"();
CREATE TRIGGER "account_history_supersede_changes" AFTER INSERT ON "account_history"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "supersede_account_changes"();
CREATE TRIGGER "account_history_audit_support" AFTER INSERT ON "account_history"
  FOR EACH ROW WHEN (NEW.channel = 'support' OR (NEW.kind = 'terms' AND NEW.actor_kind <> 'operator'))
  EXECUTE FUNCTION "audit_support_switch"();

CREATE TRIGGER "accounts_set_search_terms_insert" AFTER INSERT ON "accounts"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "set_search_terms"();
CREATE TRIGGER "accounts_set_search_terms_update" AFTER UPDATE ON "accounts"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "set_search_terms"();
CREATE TRIGGER "accounts_set_search_terms_delete" AFTER DELETE ON "accounts"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "set_search_terms"();
CREATE TRIGGER "accounts_move_changes" AFTER UPDATE ON "accounts"
  FOR EACH ROW WHEN (OLD.period_ends_at IS DISTINCT FROM NEW.period_ends_at) EXECUTE FUNCTION "move_account_changes"();

CREATE TRIGGER "account_changes_set" BEFORE INSERT OR UPDATE ON "account_changes"
  FOR EACH ROW EXECUTE FUNCTION "set_account_change"();
CREATE TRIGGER "account_changes_record" AFTER INSERT OR UPDATE ON "account_changes"
  FOR EACH ROW EXECUTE FUNCTION "record_account_change"();
CREATE TRIGGER "account_changes_audit_scheduled" AFTER INSERT ON "account_changes"
  FOR EACH ROW WHEN (NEW.channel = 'support' AND NEW.outcome IS NULL) EXECUTE FUNCTION "audit_support_change"();
CREATE TRIGGER "account_changes_audit_canceled" AFTER UPDATE ON "account_changes"
  FOR EACH ROW WHEN (OLD.outcome IS NULL AND NEW.outcome = 'canceled'
    AND (NEW.decided_by ->> 'channel' = 'support' OR (NEW.origin = 'product' AND NEW.message IS NOT NULL)))
  EXECUTE FUNCTION "audit_support_change"();
