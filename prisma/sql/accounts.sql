-- Accounts as the host application lists them. Row-level security lets an index be searched by leakproof operators
-- only, which those of trigrams, arrays and text search are not. So a search is a range of search_terms, which has a row
-- for each text that a search can begin with.

-- Text as searches compare it: in lower case, without accents, with "ae", "oe" and "ue" as "a", "o" and "u", and with one
-- space for what separates words.
--
-- Arguments: text.
-- Result:    the text, empty if it only separates words.
-- Callers:   search_terms_of, list_accounts.
CREATE OR REPLACE FUNCTION "search_text"(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    regexp_replace(
      regexp_replace(translate(replace(normalize(lower($1), NFKD), 'ß', 'ss'), 'æœøłđħı', 'aooldhi'),
        '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g'),
      '([aou])e', '\1', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'))
$$;

-- What a search for an account can begin with: each word of its external ID and its title with what follows, its e-mail
-- address, and the domain of that. An index entry has at most 2,700 bytes.
--
-- Arguments: those of the account, or NULL.
-- Callers:   the column search_terms of accounts.
CREATE OR REPLACE FUNCTION "search_terms_of"(external_id text, title text, email text) RETURNS text[] LANGUAGE sql
  IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT left(t.term, 100) COLLATE "C") FROM (
    SELECT array_to_string(w.words[i:], ' ') AS term
    -- OFFSET keeps the words from being computed for each of them.
    FROM (SELECT string_to_array(search_text(n.name), ' ') AS words FROM unnest(ARRAY[external_id, title]) AS n (name) OFFSET 0) AS w,
      generate_subscripts(w.words, 1) AS i
    UNION ALL SELECT search_text(a.address) FROM unnest(ARRAY[email, split_part(email, '@', 2)]) AS a (address)
  ) AS t WHERE t.term <> ''
$$;

-- accounts, each statement. Keeps search_terms.
CREATE OR REPLACE FUNCTION "set_search_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search_terms (app_id, term, account_id)
      SELECT n.app_id, t.term, n.id FROM new_rows n, unnest(n.search_terms) AS t (term);
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_terms t USING old_rows o WHERE t.app_id = o.app_id AND t.term = ANY (o.search_terms) AND t.account_id = o.id;
    RETURN NULL;
  END IF;
  DELETE FROM search_terms t USING old_rows o, new_rows n
    WHERE n.app_id = o.app_id AND n.id = o.id AND n.search_terms IS DISTINCT FROM o.search_terms
      AND t.app_id = o.app_id AND t.term = ANY (o.search_terms) AND t.account_id = o.id;
  INSERT INTO search_terms (app_id, term, account_id)
    SELECT n.app_id, t.term, n.id FROM new_rows n JOIN old_rows o ON o.app_id = n.app_id AND o.id = n.id, unnest(n.search_terms) AS t (term)
    WHERE n.search_terms IS DISTINCT FROM o.search_terms;
  RETURN NULL;
END
$$;

-- Arguments: app, an ID; ids, of accounts of the app.
-- Result:    an array in the order of ids: {id, externalId, title, email, createdAt, periodEndsAt, users, current: {versionId,
--            title, tag, activatedAt, planSince, billingPeriod, trialEndsAt} or null}. Times are in Unix milliseconds. Title and
--            tag are those of the version in the catalog. Unknown accounts are left out.
-- Callers:   list_accounts; lib/db/accounts.ts. The tenant is the account, or the app with all accounts.
CREATE OR REPLACE FUNCTION "read_accounts"(app text, ids text[]) RETURNS json LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN (
    SELECT coalesce(json_agg(json_build_object('id', a.id, 'externalId', a.external_id, 'title', a.title,
      'email', a.email, 'createdAt', unix_ms(a.created_at), 'periodEndsAt', unix_ms(a.period_ends_at),
      'deletesAt', unix_ms(a.deletes_at), 'users', a.users,
      'current', CASE WHEN h.version_id IS NOT NULL THEN json_build_object('versionId', h.version_id, 'title', v.title,
        'tag', v.tag, 'activatedAt', unix_ms(h.changed_at),
        'planSince', unix_ms(plan_since(app, a.id, h.version_sequence)),
        'billingPeriod', h.billing_period, 'trialEndsAt', h.state -> 'trialEndsAt') END) ORDER BY r.position), '[]')
    FROM unnest(ids) WITH ORDINALITY AS r (id, position)
    JOIN accounts a ON a.app_id = app AND a.id = r.id
    LEFT JOIN LATERAL (
      SELECT * FROM account_history n WHERE n.app_id = app AND n.account_id = r.id AND n.kind IS NOT NULL
      ORDER BY n.version_sequence DESC LIMIT 1) AS h ON true
    LEFT JOIN versions v ON v.app_id = app AND v.id = h.version_id);
END
$$;

-- Lists accounts: newest first, or with search first those with this ID, external ID or user ID, then those of which
-- one of search_terms begins with it, in the order of these.
--
-- Arguments: app, an ID; search, or NULL; version, the ID of the current version, or NULL; after, the next of the
--            previous page, or NULL; max_rows; max_scanned, the number of matches of search to look at at
--            most.
-- Result:    {accounts: read_accounts, next: [phase, key, id] of the last account that was compared, or null}. A page
--            with search can have fewer accounts than max_rows, and a next one.
-- Callers:   lib/db/accounts.ts.
CREATE OR REPLACE FUNCTION "list_accounts"(app text, search text, version text, after json, max_rows integer,
  max_scanned integer) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET enable_sort = off AS $$
DECLARE
  prefix CONSTANT text COLLATE "C" := left(search_text(search), 100);
  -- The highest character.
  prefix_end CONSTANT text COLLATE "C" := prefix || chr(1114111);
  after_phase CONSTANT integer := coalesce((after ->> 0)::integer, 1);
  after_key CONSTANT text COLLATE "C" := CASE after_phase WHEN 2 THEN after ->> 1 ELSE prefix END;
  -- Without a position, after all IDs, which are listed in descending order.
  after_id CONSTANT text := coalesce(after ->> 2, CASE WHEN search IS NULL THEN 'acc_' || repeat('z', 27) ELSE '' END);
  -- Those that search names.
  named text[];
  candidate record;
  next json;
  ids text[] := '{}';
  scanned integer := 0;
  result json;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.all_accounts', 'on', true);
  IF search IS NOT NULL THEN
    named := ARRAY(
      SELECT n.id FROM (
        SELECT a.id FROM accounts a WHERE a.app_id = app AND a.id = lower(search)
        UNION SELECT a.id FROM accounts a WHERE a.app_id = app AND a.external_id = search
        UNION SELECT p.account_id FROM actors p WHERE p.app_id = app AND p.user_id = search
        UNION SELECT s.account_id FROM portal_sessions s WHERE s.app_id = app AND s.actor_id = search AND s.account_id IS NOT NULL
      ) AS n LIMIT max_scanned);
    FOR candidate IN
      SELECT c.phase, c.key, c.id, c.is_first AND (version IS NULL OR EXISTS (
          SELECT FROM current_versions v WHERE v.app_id = app AND v.account_id = c.id AND v.version_id = version)) AS is_match
      FROM (
        (SELECT 1 AS phase, '' AS key, n.id, true AS is_first FROM unnest(named) AS n (id)
          WHERE after_phase = 1 AND n.id > after_id
          ORDER BY n.id)
        UNION ALL
        -- An account is listed by the first of its terms.
        (SELECT 2, t.term, t.account_id, t.account_id <> ALL (named) AND t.term = (
            SELECT min(o.term) FROM accounts a, unnest(a.search_terms) AS o (term)
            WHERE a.app_id = app AND a.id = t.account_id AND o.term >= prefix)
          FROM search_terms t
          WHERE prefix <> '' AND t.app_id = app
            AND (t.term, t.account_id) > (after_key, CASE after_phase WHEN 2 THEN after_id ELSE '' END) AND t.term < prefix_end
          ORDER BY t.term, t.account_id)) AS c
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

-- When terms of an account begin, or end once they are in effect.
--
-- Arguments: terms, as in state of account_history, or NULL.
-- Callers:   set_current_version, advance_clock.
CREATE OR REPLACE FUNCTION "terms_due_at"(terms jsonb) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT to_timestamp((terms ->> CASE WHEN (terms ->> 'active')::boolean THEN 'until' ELSE 'from' END)::bigint / 1000.0)
$$;

-- account_history, each statement. Keeps current_versions. An account that stays on a version keeps the time at which it follows.
CREATE OR REPLACE FUNCTION "set_current_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO current_versions AS c (app_id, account_id, version_id, billing_period, users, quantity, add_ons, terms, terms_due_at,
      follows_at, follow_due_at)
    SELECT DISTINCT ON (n.app_id, n.account_id) n.app_id, n.account_id, n.version_id, n.billing_period, n.users,
      (state ->> 'quantity')::integer, (
      SELECT jsonb_object_agg(s.state ->> 'addOnId', jsonb_build_object('quantity', s.state -> 'quantity', 'fee', s.state -> 'fee',
        'userFee', s.state -> 'userFee', 'feeUnit', s.state -> 'feeUnit', 'annualFee', s.state -> 'annualFee',
        'annualUserFee', s.state -> 'annualUserFee'))
      FROM jsonb_array_elements(n.state -> 'addOnStates') AS s (state) WHERE (s.state ->> 'active')::boolean),
      state -> 'terms', CASE WHEN state ? 'terms' AND NOT EXISTS (
        SELECT FROM accounts a WHERE a.app_id = n.app_id AND a.id = n.account_id AND a.clock_at IS NOT NULL)
        THEN terms_due_at(state -> 'terms') END,
      r.follows_at, renewal_due_at(r.follows_at, r.clock_at)
    FROM new_rows n LEFT JOIN LATERAL (
      SELECT a.clock_at, renewal_follows_at(t.renews_since, a.period_ends_at, n.billing_period, (n.state ->> 'trialEndsAt')::bigint)
        AS follows_at
      FROM versions t JOIN accounts a ON a.app_id = n.app_id AND a.id = n.account_id
      WHERE t.app_id = n.app_id AND t.id = n.version_id AND t.renews_since IS NOT NULL) AS r ON true
    ORDER BY n.app_id, n.account_id, n.sequence DESC
    ON CONFLICT (app_id, account_id) DO UPDATE SET version_id = EXCLUDED.version_id, billing_period = EXCLUDED.billing_period,
      users = EXCLUDED.users, quantity = EXCLUDED.quantity, add_ons = EXCLUDED.add_ons, terms = EXCLUDED.terms,
      terms_due_at = EXCLUDED.terms_due_at,
      -- The end of a period that the account has paid for stays.
      follows_at = CASE WHEN c.version_id <> EXCLUDED.version_id OR EXCLUDED.follows_at IS NULL THEN EXCLUDED.follows_at
        WHEN c.billing_period = EXCLUDED.billing_period THEN c.follows_at ELSE least(c.follows_at, EXCLUDED.follows_at) END,
      follow_due_at = CASE WHEN c.version_id <> EXCLUDED.version_id OR EXCLUDED.follows_at IS NULL THEN EXCLUDED.follow_due_at
        WHEN c.billing_period = EXCLUDED.billing_period THEN c.follow_due_at
        ELSE least(c.follow_due_at, EXCLUDED.follow_due_at) END
      WHERE (c.version_id, c.billing_period, c.users, c.quantity, c.add_ons, c.terms, c.terms_due_at)
        IS DISTINCT FROM (EXCLUDED.version_id, EXCLUDED.billing_period, EXCLUDED.users, EXCLUDED.quantity, EXCLUDED.add_ons,
          EXCLUDED.terms, EXCLUDED.terms_due_at);
  RETURN NULL;
END
$$;
