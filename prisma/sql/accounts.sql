-- Accounts as the host application lists them. Row-level security lets an index be searched by leakproof operators
-- only, which LIKE and lower() are not. So searches are ranges of the generated columns search_title and
-- search_external_id.

-- Arguments: app, an ID; ids, of accounts of the app.
-- Result:    an array in the order of ids: {id, externalId, title, createdAt, periodEndsAt, users, current: {versionId, title,
--            tag, activatedAt, billingPeriod} or null}. Times are in Unix milliseconds. Title and tag are those of the
--            version in the catalog. Unknown accounts are left out.
-- Callers:   list_accounts; lib/db/accounts.ts. The tenant is the account, or the app with all accounts.
CREATE OR REPLACE FUNCTION "read_accounts"(app text, ids text[]) RETURNS json LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN (
    SELECT coalesce(json_agg(json_build_object('id', a.id, 'externalId', a.external_id, 'title', a.title,
      'createdAt', unix_ms(a.created_at), 'periodEndsAt', unix_ms(a.period_ends_at), 'users', a.users,
      'current', CASE WHEN h.version_id IS NOT NULL THEN json_build_object('versionId', h.version_id, 'title', v.title,
        'tag', v.tag, 'activatedAt', unix_ms(h.changed_at),
        'billingPeriod', h.billing_period) END) ORDER BY r.position), '[]')
    FROM unnest(ids) WITH ORDINALITY AS r (id, position)
    JOIN accounts a ON a.app_id = app AND a.id = r.id
    LEFT JOIN LATERAL (
      SELECT * FROM account_history n WHERE n.app_id = app AND n.account_id = r.id AND n.kind IS NOT NULL
      ORDER BY n.version_sequence DESC LIMIT 1) AS h ON true
    LEFT JOIN versions v ON v.app_id = app AND v.id = h.version_id);
END
$$;

-- Lists accounts: newest first, or with search those whose title begins with it, by title, then those whose external ID
-- does, by external ID. Case is ignored.
--
-- Arguments: app, an ID; search, or NULL; version, the ID of the current version, or NULL; after, the next of the
--            previous page, or NULL; max_rows; max_scanned, the number of matches of search to compare with version at
--            most.
-- Result:    {accounts: read_accounts, next: [phase, key, id] of the last account that was compared, or null}. A page
--            with search and version can have fewer accounts than max_rows, and a next one.
-- Callers:   lib/db/accounts.ts.
CREATE OR REPLACE FUNCTION "list_accounts"(app text, search text, version text, after json, max_rows integer,
  max_scanned integer) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET enable_sort = off AS $$
DECLARE
  prefix CONSTANT text := lower(search);
  -- The highest character.
  prefix_end CONSTANT text := lower(search) || chr(1114111);
  after_phase CONSTANT integer := coalesce((after ->> 0)::integer, 1);
  after_key CONSTANT text := coalesce(after ->> 1, prefix);
  -- Without a position, after all IDs, which are listed in descending order.
  after_id CONSTANT text := coalesce(after ->> 2, CASE WHEN search IS NULL THEN 'acc_' || repeat('z', 27) ELSE '' END);
  candidate record;
  next json;
  ids text[] := '{}';
  scanned integer := 0;
  result json;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.all_accounts', 'on', true);
  IF search IS NOT NULL THEN
    FOR candidate IN
      SELECT c.phase, c.key, c.id, version IS NULL OR v.version_id = version AS is_match
      FROM (
        (SELECT 1 AS phase, a.search_title AS key, a.id FROM accounts a
          WHERE after_phase = 1 AND a.app_id = app AND (a.search_title, a.id) > (after_key, after_id)
            AND a.search_title < prefix_end
          ORDER BY a.search_title, a.id)
        UNION ALL
        (SELECT 2, a.search_external_id, a.id FROM accounts a
          WHERE a.app_id = app AND (a.search_external_id, a.id) > (CASE after_phase WHEN 2 THEN after_key ELSE prefix END,
              CASE after_phase WHEN 2 THEN after_id ELSE '' END)
            AND a.search_external_id < prefix_end
            -- Listed by title.
            AND NOT (a.search_title >= prefix AND a.search_title < prefix_end)
          ORDER BY a.search_external_id, a.id)) AS c
      LEFT JOIN current_versions v ON v.app_id = app AND v.account_id = c.id AND version IS NOT NULL
    LOOP
      IF cardinality(ids) = max_rows OR scanned = max_scanned THEN
        next := result;
        EXIT;
      END IF;
      scanned := scanned + 1;
      IF candidate.is_match THEN ids := ids || candidate.id; END IF;
      result := json_build_array(candidate.phase, candidate.key, candidate.id);
    END LOOP;
  ELSE
    IF version IS NULL THEN
      ids := ARRAY(SELECT a.id FROM accounts a WHERE a.app_id = app AND a.id < after_id
        ORDER BY a.id DESC LIMIT max_rows + 1);
    ELSE
      ids := ARRAY(SELECT v.account_id FROM current_versions v
        WHERE v.app_id = app AND v.version_id = version AND v.account_id < after_id
        ORDER BY v.account_id DESC LIMIT max_rows + 1);
    END IF;
    IF cardinality(ids) > max_rows THEN
      ids := ids[:max_rows];
      next := json_build_array(0, '', ids[max_rows]);
    END IF;
  END IF;
  result := json_build_object('accounts', read_accounts(app, ids), 'next', next);
  PERFORM set_config('tenant.all_accounts', '', true);
  RETURN result;
END
$$;

-- account_history, each statement. Keeps current_versions.
CREATE OR REPLACE FUNCTION "set_current_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO current_versions AS c (app_id, account_id, version_id, billing_period, users, quantity, add_ons)
    SELECT DISTINCT ON (app_id, account_id) app_id, account_id, version_id, billing_period, users, (state ->> 'quantity')::integer, (
      SELECT jsonb_object_agg(s.state ->> 'addOnId', jsonb_build_object('quantity', s.state -> 'quantity', 'fee', s.state -> 'fee',
        'userFee', s.state -> 'userFee', 'feeUnit', s.state -> 'feeUnit', 'annualFee', s.state -> 'annualFee',
        'annualUserFee', s.state -> 'annualUserFee'))
      FROM jsonb_array_elements(n.state -> 'addOnStates') AS s (state) WHERE (s.state ->> 'active')::boolean)
    FROM new_rows n ORDER BY app_id, account_id, sequence DESC
    ON CONFLICT (app_id, account_id) DO UPDATE SET version_id = EXCLUDED.version_id, billing_period = EXCLUDED.billing_period,
      users = EXCLUDED.users, quantity = EXCLUDED.quantity, add_ons = EXCLUDED.add_ons
      WHERE (c.version_id, c.billing_period, c.users, c.quantity, c.add_ons)
        IS DISTINCT FROM (EXCLUDED.version_id, EXCLUDED.billing_period, EXCLUDED.users, EXCLUDED.quantity, EXCLUDED.add_ons);
  RETURN NULL;
END
$$;
