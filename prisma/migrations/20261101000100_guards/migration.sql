-- What Prisma does not model: history that refuses change, one default version an app, and the second wall between tenants.

-- At most one default version an app.
CREATE UNIQUE INDEX "versions_one_default" ON "versions" ("app_id") WHERE "is_default";

ALTER TABLE "versions" ADD CONSTRAINT "versions_tag_form" CHECK ("tag" ~ '^[A-Za-z0-9._-]{1,32}$');
ALTER TABLE "versions" ADD CONSTRAINT "versions_fees_not_negative" CHECK ("fee" >= 0 AND "user_fee" >= 0);
ALTER TABLE "activations" ADD CONSTRAINT "activations_sequence_from_one" CHECK ("sequence" >= 1);

-- History is only ever added to, whoever asks: ALWAYS also fires for replication roles.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "activations_append_only" BEFORE UPDATE OR DELETE ON "activations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "activations_no_truncate" BEFORE TRUNCATE ON "activations"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "version_snapshots_append_only" BEFORE UPDATE OR DELETE ON "version_snapshots"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "version_snapshots_no_truncate" BEFORE TRUNCATE ON "version_snapshots"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
ALTER TABLE "activations" ENABLE ALWAYS TRIGGER "activations_append_only";
ALTER TABLE "activations" ENABLE ALWAYS TRIGGER "activations_no_truncate";
ALTER TABLE "version_snapshots" ENABLE ALWAYS TRIGGER "version_snapshots_append_only";
ALTER TABLE "version_snapshots" ENABLE ALWAYS TRIGGER "version_snapshots_no_truncate";

-- The role the server works under: it owns nothing. Roles belong to the cluster, so it may be there already.
DO $$
BEGIN
  CREATE ROLE "app_versions_runtime" NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;
GRANT "app_versions_runtime" TO CURRENT_USER;

GRANT USAGE ON SCHEMA "public" TO "app_versions_runtime";
GRANT SELECT ON "apps", "versions", "features", "version_features", "version_grants" TO "app_versions_runtime";
GRANT SELECT, INSERT, UPDATE ON "accounts", "api_keys", "portal_sessions" TO "app_versions_runtime";
GRANT SELECT, INSERT ON "version_snapshots", "activations" TO "app_versions_runtime";
GRANT SELECT, INSERT, DELETE ON "idempotency_records" TO "app_versions_runtime";

-- Who is asking, set for one transaction: the app, the account, or the hash of a credential not yet known.
CREATE FUNCTION "tenant_app"() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('tenant.app_id', true), '') $$;
CREATE FUNCTION "tenant_account"() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('tenant.account_id', true), '') $$;
CREATE FUNCTION "tenant_credential"() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('tenant.credential', true), '') $$;

-- Tables of the app.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['versions', 'features', 'version_features', 'version_snapshots'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY "of_the_app" ON %I USING (app_id = tenant_app())', name);
  END LOOP;
END
$$;

-- Tables of one account: nothing shows until an account is named.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['version_grants', 'activations', 'idempotency_records'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY "of_the_account" ON %I USING (app_id = tenant_app() AND account_id = tenant_account())', name);
  END LOOP;
END
$$;

-- Accounts: one when one is named, else those of the app.
ALTER TABLE "accounts" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "accounts" FORCE ROW LEVEL SECURITY;
CREATE POLICY "of_the_app_or_account" ON "accounts"
  USING (app_id = tenant_app() AND (tenant_account() IS NULL OR id = tenant_account()));

-- Credentials: those of the tenant, and the one whose hash the asker holds.
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "api_keys" FORCE ROW LEVEL SECURITY;
CREATE POLICY "of_the_app_or_holder" ON "api_keys"
  USING (
    secret_hash = tenant_credential()
    OR (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()))
  )
  WITH CHECK (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
ALTER TABLE "portal_sessions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "portal_sessions" FORCE ROW LEVEL SECURITY;
CREATE POLICY "of_the_app_or_holder" ON "portal_sessions"
  USING (
    secret_hash = tenant_credential() OR link_hash = tenant_credential()
    OR (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()))
  )
  WITH CHECK (app_id = tenant_app() AND (tenant_account() IS NULL OR account_id = tenant_account()));
