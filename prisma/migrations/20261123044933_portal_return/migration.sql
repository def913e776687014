-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "home_url" TEXT,
ADD COLUMN     "return_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "session_hours" INTEGER;

-- AlterTable
ALTER TABLE "portal_sessions" ADD COLUMN     "locale" TEXT,
ADD COLUMN     "path" TEXT,
ADD COLUMN     "return_url" TEXT;

-- The same format as that of frame_origins.
ALTER TABLE "apps" ADD CONSTRAINT "apps_return_origins_format"
  CHECK (array_to_string("return_origins", ' ', '') ~ '^(https?://[a-z0-9.:*-]+( |$))*$');

ALTER TABLE "apps" ADD CONSTRAINT "apps_session_hours_range" CHECK ("session_hours" BETWEEN 1 AND 720);

-- CreateIndex
CREATE INDEX "portal_sessions_app_id_actor_id_idx" ON "portal_sessions"("app_id", "actor_id");

-- prisma/sql/resolve_credential.sql

-- Finds an API key or portal session by the hash of its secret, with its app and account. Sets the transaction's
-- tenant to both. Expired and revoked credentials are returned too: the caller decides.
--
-- Arguments: kind, 'key' or 'session'; hash, the hash of the secret; requested_account, the account to use when the
--            credential is not bound to one, or NULL.
-- Result:    {credential: {id, accountId, role, actorName, expiresAt, revokedAt, returnUrl, locale}, app,
--            accountState}; NULL if there is no such credential. Keys have no returnUrl and no locale. accountState is
--            null without an account or if the account does not exist. Times are in Unix milliseconds.
-- Callers:   lib/db/credentials.ts.

CREATE OR REPLACE FUNCTION "resolve_credential"(kind text, hash text, requested_account text) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  credential record;
  account text;
  setting text;
BEGIN
  -- The value of setting is not used. PERFORM would run a query for each call.
  setting := set_config('tenant.credential', hash, true);
  IF kind = 'key' THEN
    SELECT k.app_id, k.id, k.account_id, k.role, k.name, k.expires_at, k.revoked_at, NULL AS return_url, NULL AS locale
      INTO credential FROM api_keys k WHERE k.secret_hash = hash;
  ELSE
    SELECT s.app_id, s.id, s.account_id, s.role, s.actor_name AS name, s.expires_at, s.revoked_at, s.return_url,
      s.locale INTO credential FROM portal_sessions s WHERE s.secret_hash = hash;
  END IF;
  IF credential.id IS NULL THEN RETURN NULL; END IF;
  account := coalesce(credential.account_id, requested_account);
  setting := set_config('tenant.credential', '', true);
  setting := set_config('tenant.app_id', credential.app_id, true);
  setting := set_config('tenant.account_id', coalesce(account, ''), true);
  RETURN json_build_object(
    'credential', json_build_object('id', credential.id, 'accountId', credential.account_id, 'role', credential.role,
      'actorName', credential.name, 'expiresAt', unix_ms(credential.expires_at),
      'revokedAt', unix_ms(credential.revoked_at), 'returnUrl', credential.return_url,
      'locale', credential.locale),
    'app', (SELECT app_json(a) FROM apps a WHERE a.id = credential.app_id),
    'accountState', CASE WHEN account IS NOT NULL THEN read_account_state(credential.app_id, account) END);
END
$$;
