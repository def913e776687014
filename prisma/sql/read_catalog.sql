-- Returns the whole catalog of an app, including inactive and non-public versions, as of one snapshot.
-- Sets the transaction's tenant to the app.
--
-- Arguments: app, an app ID.
-- Result:    {app, versions, features}; NULL if there is no such app. app is app_json(app); versions and features are
--            whole rows with snake_case keys: removing columns that the caller ignores (app_id, created_at) would cost
--            up to 15 % of the time. Each version has its feature links in `links`, with camelCase keys. Features are
--            in catalog order.
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
            SELECT coalesce(json_agg(json_build_object('featureId', l.feature_id, 'kind', l.kind, 'value', l.value,
              'fee', l.fee, 'userFee', l.user_fee, 'offer', l.offer)), '[]')
            FROM version_features l WHERE l.app_id = app AND l.version_id = v.id) AS links
          FROM versions v WHERE v.app_id = app) AS r),
      'features', (
        SELECT coalesce(json_agg(f ORDER BY f.position, f.human_id), '[]')
        FROM features f WHERE f.app_id = app))
    FROM apps a WHERE a.id = app);
END
$$;
