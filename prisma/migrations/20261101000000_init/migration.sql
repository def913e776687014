-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "billing_period" AS ENUM ('month', 'year');

-- CreateEnum
CREATE TYPE "feature_kind" AS ENUM ('included', 'optional');

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
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

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

    CONSTRAINT "features_pkey" PRIMARY KEY ("app_id","id")
);

-- CreateTable
CREATE TABLE "version_features" (
    "app_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "feature_id" TEXT NOT NULL,
    "kind" "feature_kind" NOT NULL,
    "value" TEXT,
    "fee" INTEGER,
    "user_fee" INTEGER,
    "offer" TEXT,

    CONSTRAINT "version_features_pkey" PRIMARY KEY ("app_id","version_id","feature_id")
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

-- CreateIndex
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records"("expires_at");

-- AddForeignKey
ALTER TABLE "versions" ADD CONSTRAINT "versions_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "features" ADD CONSTRAINT "features_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "version_features" ADD CONSTRAINT "version_features_app_id_version_id_fkey" FOREIGN KEY ("app_id", "version_id") REFERENCES "versions"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "version_features" ADD CONSTRAINT "version_features_app_id_feature_id_fkey" FOREIGN KEY ("app_id", "feature_id") REFERENCES "features"("app_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

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

