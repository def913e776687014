-- The catalog of an app.

-- Returns an app as API callers may see it.
--
-- Arguments: app, a row of apps.
-- Result:    the row with snake_case keys, without host and created_at.
-- Callers:   read_catalog, resolve_credential; lib/db/catalog.ts.
CREATE OR REPLACE FUNCTION "app_json"(app apps) RETURNS jsonb LANGUAGE sql STABLE
  AS $$ SELECT to_jsonb(app) - '{host,created_at}'::text[] $$;

-- Returns the whole catalog of an app, including inactive and non-public versions, as of one snapshot.
-- Sets the transaction's tenant to the app.
--
-- Arguments: app, an app ID; language, of the texts to return, or null for none.
-- Result:    {app, versions, features, addOns, texts}; NULL if there is no such app. app is app_json(app); versions, features
--            and addOns are whole rows with snake_case keys: removing columns that the caller ignores (app_id,
--            created_at) would cost up to 15 % of the time. Each version has its feature links in `links`, with
--            camelCase keys; each add-on has its rows of add_on_versions and add_on_features in `versions` and
--            `features`. Features and add-ons are in catalog order. texts are the newest ones of the language, or null.
-- Callers:   lib/db/catalog.ts.
CREATE OR REPLACE FUNCTION "read_catalog"(app text, language text) RETURNS json LANGUAGE plpgsql AS $$
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
      'addOns', (
        SELECT coalesce(json_agg(r ORDER BY r.position, r.human_id), '[]')
        FROM (
          SELECT o.*,
            (SELECT coalesce(json_agg(p ORDER BY p.version_id), '[]')
              FROM add_on_versions p WHERE p.app_id = app AND p.add_on_id = o.id) AS versions,
            (SELECT coalesce(json_agg(c ORDER BY c.feature_id, c.effect), '[]')
              FROM add_on_features c WHERE c.app_id = app AND c.add_on_id = o.id) AS features
          FROM add_ons o WHERE o.app_id = app) AS r),
      'texts', (
        SELECT t.texts FROM catalog_texts t WHERE t.app_id = app AND t.language = read_catalog.language
        ORDER BY t.published_at DESC LIMIT 1))
    FROM apps a WHERE a.id = app);
END
$$;

-- Returns the texts of a catalog that were the newest ones at some times. Sets the transaction's tenant to the app.
--
-- Arguments: app, an app ID; language, of the texts; times, in Unix milliseconds.
-- Result:    an array of [time of the publication in Unix milliseconds, texts], in no particular order. A time before the first
--            publication with texts has none.
-- Callers:   lib/db/catalog-texts.ts.
CREATE OR REPLACE FUNCTION "read_catalog_texts"(app text, language text, times bigint[]) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true);
  RETURN (
    SELECT coalesce(json_agg(json_build_array(unix_ms(t.published_at), t.texts)), '[]')
    FROM catalog_texts t WHERE t.app_id = app AND t.language = read_catalog_texts.language AND t.published_at IN (
      SELECT (SELECT max(n.published_at) FROM catalog_texts n
        WHERE n.app_id = app AND n.language = read_catalog_texts.language AND unix_ms(n.published_at) <= time)
      FROM unnest(times) AS time));
END
$$;

-- Returns version snapshots by digest. Sets the transaction's tenant to the app.
--
-- Arguments: app, an app ID; digests, of the snapshots to return.
-- Result:    an array of rows of version_snapshots with snake_case keys, in no particular order. Unknown digests are
--            left out. currency_digits are those of the app in a row of an earlier version.
-- Callers:   lib/db/history.ts.
CREATE OR REPLACE FUNCTION "read_snapshots"(app text, digests text[]) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true);
  RETURN (
    SELECT coalesce(json_agg(to_jsonb(s) || jsonb_build_object('currency_digits', coalesce(s.currency_digits, a.currency_digits))), '[]')
    FROM version_snapshots s JOIN apps a ON a.id = s.app_id WHERE s.app_id = app AND s.digest = ANY (digests));
END
$$;
