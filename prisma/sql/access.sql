-- Credentials, and the first app.

-- Finds an API key, portal session or token by the hash of its secret, with its app and account. Sets the transaction's
-- tenant to both. Expired and revoked credentials are returned too: the caller decides.
--
-- Arguments: kind, 'key' or 'session', which a token is too; hash, the hash of the secret; requested_account, the
--            account to use when the credential is not bound to one: an ID, or else an external ID; or NULL.
-- Result:    {credential: {id, accountId, role, actorName, userId, expiresAt, revokedAt, returnUrl, locale, origin, readOnly},
--            app, accountState}; NULL if there is no such credential. Keys have no userId, returnUrl, locale and origin.
--            accountState is null without an account or if the account does not exist. Times are in Unix milliseconds.
-- Callers:   lib/db/access.ts.
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
    SELECT k.app_id, k.id, k.account_id, k.role, k.name, NULL AS user_id, k.expires_at, k.revoked_at,
      NULL AS return_url, NULL AS locale, NULL AS origin, k.read_only INTO credential FROM api_keys k WHERE k.secret_hash = hash;
  ELSE
    SELECT s.app_id, s.id, s.account_id, s.role, s.actor_name AS name, s.actor_id AS user_id, s.expires_at,
      s.revoked_at, s.return_url, s.locale, s.origin, false AS read_only INTO credential FROM portal_sessions s WHERE s.secret_hash = hash;
  END IF;
  IF credential.id IS NULL THEN RETURN NULL; END IF;
  account := credential.account_id;
  setting := set_config('tenant.credential', '', true);
  setting := set_config('tenant.app_id', credential.app_id, true);
  IF account IS NULL AND requested_account IS NOT NULL THEN
    setting := set_config('tenant.account_id', '', true);
    SELECT a.id INTO account FROM accounts a WHERE a.app_id = credential.app_id AND a.id = requested_account;
    IF account IS NULL THEN
      SELECT a.id INTO account FROM accounts a WHERE a.app_id = credential.app_id AND a.external_id = requested_account;
    END IF;
  END IF;
  setting := set_config('tenant.account_id', coalesce(account, ''), true);
  RETURN json_build_object(
    'credential', json_build_object('id', credential.id, 'accountId', credential.account_id, 'role', credential.role,
      'actorName', credential.name, 'userId', credential.user_id, 'expiresAt', unix_ms(credential.expires_at),
      'revokedAt', unix_ms(credential.revoked_at), 'returnUrl', credential.return_url,
      'locale', credential.locale, 'origin', credential.origin, 'readOnly', credential.read_only),
    'app', (SELECT app_json(a) FROM apps a WHERE a.id = credential.app_id),
    'accountState', CASE WHEN account IS NOT NULL THEN read_account_state(credential.app_id, account) END);
END
$$;

-- Creates the first app of the database, which the server's role can't do otherwise, and deletes the set-up links.
--
-- Arguments: link_hash, the hash of a set-up link; the others are columns of apps.
-- Result:    'created'; 'app_exists'; 'link_invalid' if no app exists, and the link is unknown or has expired.
-- Lock:      apps, so that neither another call nor an import creates an app meanwhile. Not taken without a valid link.
-- Callers:   lib/db/access.ts.
CREATE OR REPLACE FUNCTION "create_first_app"("link_hash" text, "id" text, "slug" text, "title" text, "currency" text,
  "currency_digits" integer, "billing_period" billing_period) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM apps) THEN
    IF NOT EXISTS (SELECT FROM setup_links l WHERE l.secret_hash = link_hash AND l.expires_at > clock_timestamp()) THEN
      -- Another call can have created the app, and deleted the links, since the check above.
      RETURN CASE WHEN EXISTS (SELECT FROM apps) THEN 'app_exists' ELSE 'link_invalid' END;
    END IF;
    LOCK TABLE apps IN SHARE ROW EXCLUSIVE MODE;
    IF NOT EXISTS (SELECT FROM apps) THEN
      INSERT INTO apps (id, slug, title, currency, currency_digits, billing_period) VALUES ($2, $3, $4, $5, $6, $7);
      DELETE FROM setup_links;
      RETURN 'created';
    END IF;
  END IF;
  RETURN 'app_exists';
END
$$;

REVOKE EXECUTE ON FUNCTION "create_first_app" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "create_first_app" TO "app_versions_runtime";
