-- prisma/sql/accounts.sql

-- Accounts as the host application lists them. Row-level security lets an index be searched by leakproof operators only, which LIKE and
-- lower() are not. So searches are ranges of the generated columns search_title and search_external_id.

-- Arguments: app, an ID; ids, of accounts of the app.
-- Result:    an array in the order of ids: {id, externalId, title, createdAt, periodEndsAt, current: {versionId, title,
--            tag, activatedAt, billingPeriod} or null}. Times are in Unix milliseconds. Title and tag are those of the version in the
--            catalog. Unknown accounts are left out.
-- Callers:   list_accounts; lib/db/accounts.ts. The tenant is the account, or the app with all accounts.
CREATE OR REPLACE FUNCTION "read_accounts"(app text, ids text[]) RETURNS json LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN (
    SELECT coalesce(json_agg(json_build_object('id', a.id, 'externalId', a.external_id, 'title', a.title,
      'createdAt', unix_ms(a.created_at), 'periodEndsAt', unix_ms(a.period_ends_at),
      'current', CASE WHEN h.version_id IS NOT NULL THEN json_build_object('versionId', h.version_id, 'title', v.title,
        'tag', v.tag, 'activatedAt', unix_ms(h.activated_at),
        'billingPeriod', coalesce(h.billing_period, s.billing_period)) END) ORDER BY r.position), '[]')
    FROM unnest(ids) WITH ORDINALITY AS r (id, position)
    JOIN accounts a ON a.app_id = app AND a.id = r.id
    LEFT JOIN LATERAL (
      SELECT * FROM activations n WHERE n.app_id = app AND n.account_id = r.id ORDER BY n.sequence DESC LIMIT 1) AS h ON true
    LEFT JOIN versions v ON v.app_id = app AND v.id = h.version_id
    LEFT JOIN version_snapshots s ON s.app_id = app AND s.digest = h.snapshot_digest);
END
$$;

-- Lists accounts: newest first, or with search those whose title begins with it, by title, then those whose external ID does, by external
-- ID. Case is ignored.
--
-- Arguments: app, an ID; search, or NULL; version, the ID of the current version, or NULL; after, the next of the previous page, or NULL;
--            max_rows; max_scanned, the number of matches of search to compare with version at most.
-- Result:    {accounts: read_accounts, next: [phase, key, id] of the last account that was compared, or null}. A page with search and
--            version can have fewer accounts than max_rows, and a next one.
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

-- activations, each statement. Keeps current_versions.
CREATE OR REPLACE FUNCTION "set_current_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO current_versions AS c (app_id, account_id, version_id)
    SELECT DISTINCT ON (app_id, account_id) app_id, account_id, version_id FROM new_rows
    ORDER BY app_id, account_id, sequence DESC
    ON CONFLICT (app_id, account_id) DO UPDATE SET version_id = EXCLUDED.version_id WHERE c.version_id <> EXCLUDED.version_id;
  RETURN NULL;
END
$$;

-- prisma/sql/read_account_state.sql

-- Returns what decides which versions an account can see and switch to, and which add-ons it can turn on and off. The
-- transaction's tenant must be the account.
--
-- Arguments: app and account, IDs.
-- Result:    {account: {id, title, externalId}, current: {id, sequence, versionId, activatedAt, snapshotDigest, billingPeriod} or
--            null, granted: [version ID], addOnSequence, addOnStates: [{id, addOnId, sequence, active, quantity, changedAt,
--            title, fee, userFee, feeUnit, userFeeUnit, annualFee, annualUserFee, priceText, accountBillingPeriod}]};
--            NULL if there is no such account. addOnSequence is that of the last add-on change, or 0. addOnStates has the newest
--            change of each add-on. Times are in Unix milliseconds; granted is sorted.
-- Callers:   resolve_credential, commit_account_change; lib/db/accounts.ts.

CREATE OR REPLACE FUNCTION "read_account_state"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  last_add_on integer;
BEGIN
  SELECT h.sequence INTO last_add_on
    FROM add_on_changes h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  RETURN (
    SELECT json_build_object(
      'account', json_build_object('id', c.id, 'title', c.title, 'externalId', c.external_id),
      'current', (
        SELECT json_build_object('id', h.id, 'sequence', h.sequence, 'versionId', h.version_id,
          'activatedAt', unix_ms(h.activated_at), 'snapshotDigest', h.snapshot_digest,
          'billingPeriod', h.billing_period)
        FROM activations h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1),
      'granted', (
        SELECT coalesce(json_agg(g.version_id ORDER BY g.version_id), '[]')
        FROM version_grants g WHERE g.app_id = app AND g.account_id = account),
      'addOnSequence', coalesce(last_add_on, 0),
      'addOnStates', CASE WHEN last_add_on IS NULL THEN '[]' ELSE newest_add_on_changes(app, account) END)
    FROM accounts c WHERE c.app_id = app AND c.id = account);
END
$$;

-- The newest change of each add-on of an account. Searches the index once per add-on, so the cost does not grow with the
-- length of the history.
--
-- Arguments: app and account, IDs.
-- Result:    `addOnStates` of read_account_state.
-- Callers:   read_account_state.
CREATE OR REPLACE FUNCTION "newest_add_on_changes"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE newest AS (
      (SELECT h AS row FROM add_on_changes h WHERE h.app_id = app AND h.account_id = account
        ORDER BY h.add_on_id DESC, h.sequence DESC LIMIT 1)
      UNION ALL
      SELECT (
        SELECT h FROM add_on_changes h
        WHERE h.app_id = app AND h.account_id = account AND h.add_on_id < (newest.row).add_on_id
        ORDER BY h.add_on_id DESC, h.sequence DESC LIMIT 1)
      FROM newest WHERE (newest.row).add_on_id IS NOT NULL)
    SELECT coalesce(json_agg(json_build_object('id', h.id, 'addOnId', h.add_on_id, 'sequence', h.sequence,
      'active', h.active, 'quantity', coalesce(h.quantity, h.active::integer), 'changedAt', unix_ms(h.changed_at), 'title', h.title, 'fee', h.fee,
      'userFee', h.user_fee, 'feeUnit', h.fee_unit, 'userFeeUnit', h.user_fee_unit,
      'annualFee', h.annual_fee, 'annualUserFee', h.annual_user_fee, 'priceText', h.price_text,
      'accountBillingPeriod', h.account_billing_period)), '[]')
    FROM newest, LATERAL (SELECT (newest.row).*) AS h WHERE h.add_on_id IS NOT NULL);
END
$$;

-- prisma/sql/resolve_credential.sql

-- Finds an API key or portal session by the hash of its secret, with its app and account. Sets the transaction's
-- tenant to both. Expired and revoked credentials are returned too: the caller decides.
--
-- Arguments: kind, 'key' or 'session'; hash, the hash of the secret; requested_account, the account to use when the
--            credential is not bound to one: an ID, or else an external ID; or NULL.
-- Result:    {credential: {id, accountId, role, actorName, expiresAt, revokedAt}, app, accountState}; NULL if there is
--            no such credential. accountState is null without an account or if the account does not exist. Times are
--            in Unix milliseconds.
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
    SELECT k.app_id, k.id, k.account_id, k.role, k.name, k.expires_at, k.revoked_at INTO credential
      FROM api_keys k WHERE k.secret_hash = hash;
  ELSE
    SELECT s.app_id, s.id, s.account_id, s.role, s.actor_name AS name, s.expires_at, s.revoked_at INTO credential
      FROM portal_sessions s WHERE s.secret_hash = hash;
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
      'actorName', credential.name, 'expiresAt', unix_ms(credential.expires_at),
      'revokedAt', unix_ms(credential.revoked_at)),
    'app', (SELECT app_json(a) FROM apps a WHERE a.id = credential.app_id),
    'accountState', CASE WHEN account IS NOT NULL THEN read_account_state(credential.app_id, account) END);
END
$$;
