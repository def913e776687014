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
