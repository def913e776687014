-- Stores what accounts use of their limits, unless a newer report is stored. A report is no change of the account: only the
-- first one notifies the servers, which then read the usage of the account at each request.
--
-- Arguments: app, an ID; reports, an array of {account, an ID or else an external ID, amounts, and reportedAt in Unix
--            milliseconds or null for the time of the account}; record_time, the time to record in Unix milliseconds, or NULL
--            for the clock of the database.
-- Result:    an array in the order of reports: {accountId, externalId, isFuture, isFirst, stored, amounts, reportedAt}.
--            accountId is null for an unknown account. isFuture is true of a report that is rejected for its time. Amounts and
--            time are those that are stored since then, null if there are none; stored is true if they are of this report.
-- Callers:   lib/db/usage.ts. The tenant is the app.
CREATE OR REPLACE FUNCTION "report_usage"(app text, reports jsonb, record_time bigint) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  results jsonb;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  WITH given AS (
    SELECT r.position, a.id, a.external_id, r.report -> 'amounts' AS amounts, a.now_at,
      coalesce(to_timestamp((r.report ->> 'reportedAt')::bigint / 1000.0), a.now_at) AS reported_at
    FROM jsonb_array_elements(reports) WITH ORDINALITY AS r (report, position)
    LEFT JOIN LATERAL (
      SELECT c.id, c.external_id, account_now(c.clock_at, record_time) AS now_at FROM (
        SELECT 1 AS rank, b.* FROM accounts b WHERE b.app_id = app AND b.id = r.report ->> 'account'
        UNION ALL SELECT 2, b.* FROM accounts b WHERE b.app_id = app AND b.external_id = r.report ->> 'account') AS c
      ORDER BY c.rank LIMIT 1) AS a ON true
  ), newest AS (
    -- Clocks of hosts can be ahead. A time in the future would keep later reports from being stored.
    SELECT DISTINCT ON (g.id) g.position, g.id, g.amounts, least(g.reported_at, g.now_at) AS reported_at
    FROM given g WHERE g.id IS NOT NULL AND g.reported_at <= g.now_at + interval '5 minutes'
    ORDER BY g.id, least(g.reported_at, g.now_at) DESC, g.position DESC
  ), written AS (
    -- Sorted, so that two transactions with the same accounts cannot deadlock.
    INSERT INTO account_usage AS u (app_id, account_id, amounts, reported_at)
      SELECT app, n.id, n.amounts, n.reported_at FROM newest n ORDER BY n.id
      ON CONFLICT (app_id, account_id) DO UPDATE SET amounts = EXCLUDED.amounts, reported_at = EXCLUDED.reported_at
        WHERE u.reported_at <= EXCLUDED.reported_at
      RETURNING u.account_id, u.xmax = 0 AS is_first
  )
  SELECT jsonb_agg(jsonb_build_object('accountId', g.id, 'externalId', g.external_id,
      'isFuture', coalesce(g.reported_at > g.now_at + interval '5 minutes', false), 'isFirst', coalesce(w.is_first, false),
      'stored', n.id IS NOT NULL AND w.account_id IS NOT NULL) ORDER BY g.position)
    INTO results FROM given g LEFT JOIN newest n ON n.position = g.position LEFT JOIN written w ON w.account_id = g.id;
  -- An account that was deleted meanwhile has none. The foreign key has waited for that.
  IF jsonb_path_exists(results, '$[*] ? (@.isFirst == true)') THEN
    DELETE FROM account_usage u WHERE u.app_id = app
      AND u.account_id = ANY (ARRAY(SELECT r ->> 'accountId' FROM jsonb_array_elements(results) AS r))
      AND NOT EXISTS (SELECT FROM accounts a WHERE a.app_id = app AND a.id = u.account_id);
  END IF;
  RETURN (
    SELECT json_agg(r.result || jsonb_build_object('amounts', u.amounts, 'reportedAt', unix_ms(u.reported_at)) ORDER BY r.position)
    FROM jsonb_array_elements(results) WITH ORDINALITY AS r (result, position)
    LEFT JOIN account_usage u ON u.app_id = app AND u.account_id = r.result ->> 'accountId');
END
$$;

-- Returns what an account uses of its limits. Sets the transaction's tenant to the account.
--
-- Arguments: app and account, IDs.
-- Result:    {amounts, reportedAt}, with the time in Unix milliseconds; NULL if there is none.
-- Callers:   lib/db/usage.ts.
CREATE OR REPLACE FUNCTION "read_usage"(app text, account text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  -- The value is not used. PERFORM would run a query for each call.
  setting text := set_config('tenant.app_id', app, true) || set_config('tenant.account_id', account, true);
BEGIN
  RETURN (SELECT json_build_object('amounts', u.amounts, 'reportedAt', unix_ms(u.reported_at))
    FROM account_usage u WHERE u.app_id = app AND u.account_id = account);
END
$$;
