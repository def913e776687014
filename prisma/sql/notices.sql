-- What the provider changed for accounts, and what scheduled editions will change.

-- Reads what notices are made from: what happened to an account since its last switch that the provider did not make.
--
-- Arguments: app and account, IDs.
-- Result:    {clockAt, createdAt, rows, versionChanges, addOnChanges, addOnsSince, dismissals, announcements}, with times in Unix
--            milliseconds; NULL for an account without a version. rows has that switch, and after it what the provider
--            made, oldest first: {id, at, recordedAt, versionId, digest, billingPeriod, isSwitch, terms, addOnEntries,
--            includedAddOns}. versionChanges has the changes of these versions since, and all of the version that has
--            replaced the present one, oldest first: {versionId, at, digest, previousDigest}. addOnChanges has those of
--            the add-ons that were ever on: {addOnId, versionId, at, before, after}. addOnsSince has the time of the
--            entry of each that is on, by the ID of the entry. dismissals has the time of the last change that was
--            dismissed, by subject. announcements has those of the version of the account: {editionId, announcedAt, effectiveAt,
--            endsAt, content}.
-- Callers:   lib/db/notices.ts.
CREATE OR REPLACE FUNCTION "read_notices"(app text, account text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  own account_history;
  last account_history;
  since timestamptz;
  version_ids text[];
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  SELECT h.* INTO own FROM account_history h
    WHERE h.app_id = app AND h.account_id = account AND h.kind IS NOT NULL AND h.kind = 'switch' AND h.origin <> 'product'
    ORDER BY h.version_sequence DESC LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT h.* INTO last FROM account_history h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  since := coalesce(own.recorded_at, own.changed_at);
  version_ids := ARRAY(SELECT DISTINCT h.version_id FROM account_history h
    WHERE h.app_id = app AND h.account_id = account AND h.sequence >= own.sequence);
  RETURN (
    SELECT json_build_object('clockAt', unix_ms(a.clock_at), 'createdAt', unix_ms(a.created_at),
      'rows', (
        SELECT json_agg(json_build_object('id', h.id, 'at', unix_ms(h.changed_at),
          'recordedAt', unix_ms(coalesce(h.recorded_at, h.changed_at)), 'versionId', h.version_id, 'digest', h.snapshot_digest,
          'billingPeriod', h.billing_period, 'isSwitch', h.kind IS NOT NULL, 'terms', h.state -> 'terms', 'addOnEntries', coalesce(h.add_on_entries, '[]'),
          'includedAddOns', CASE WHEN h.kind IS NULL THEN (SELECT coalesce(json_agg(e.change -> 'add_on_id'), '[]')
              FROM jsonb_array_elements(h.add_on_entries) AS e (change))
            ELSE (SELECT coalesce(json_agg(s.change -> 'id'), '[]') FROM jsonb_array_elements(h.switched_add_ons) AS s (change)
              WHERE s.change ->> 'outcome' = 'included') END)
          ORDER BY h.sequence)
        FROM account_history h WHERE h.app_id = app AND h.account_id = account
          AND (h.sequence = own.sequence OR h.sequence > own.sequence AND (h.origin = 'product' OR h.kind = 'terms'))),
      'versionChanges', (
        SELECT coalesce(json_agg(json_build_object('versionId', c.version_id, 'at', unix_ms(c.changed_at), 'digest', c.digest,
          'previousDigest', b.digest) ORDER BY c.changed_at, c.version_id, c.sequence), '[]')
        FROM version_changes c
        LEFT JOIN version_changes b ON b.app_id = app AND b.version_id = c.version_id AND b.sequence = c.sequence - 1
        WHERE c.app_id = app AND (c.version_id = ANY (version_ids) AND c.changed_at > since
          OR c.version_id = (SELECT coalesce(v.renews_to, v.replaced_by) FROM versions v WHERE v.app_id = app AND v.id = last.version_id))),
      'addOnChanges', (
        SELECT coalesce(json_agg(json_build_object('addOnId', c.add_on_id, 'versionId', c.version_id, 'at', unix_ms(c.changed_at),
          'before', c.before, 'after', c.after) ORDER BY c.catalog_revision), '[]')
        FROM jsonb_array_elements(last.state -> 'addOnStates') AS s (state)
        JOIN add_on_version_changes c ON c.app_id = app AND c.add_on_id = s.state ->> 'addOnId' AND c.version_id = ANY (version_ids)
        WHERE c.changed_at > since),
      'addOnsSince', (
        SELECT coalesce(json_object_agg(s.state ->> 'id', (
          SELECT unix_ms(coalesce(h.recorded_at, h.changed_at)) FROM account_history h
          WHERE h.app_id = app AND h.account_id = account AND h.add_on_entries IS NOT NULL
            AND h.add_on_sequence >= (s.state ->> 'sequence')::integer
          ORDER BY h.add_on_sequence LIMIT 1)), '{}')
        FROM jsonb_array_elements(last.state -> 'addOnStates') AS s (state) WHERE (s.state ->> 'active')::boolean),
      'dismissals', (
        SELECT coalesce(json_object_agg(d.subject, unix_ms(d.until)), '{}')
        FROM (SELECT n.subject, max(n.until) AS until FROM notice_dismissals n
          WHERE n.app_id = app AND n.account_id = account GROUP BY n.subject) AS d),
      'announcements', (
        SELECT coalesce(json_agg(json_build_object('editionId', n.edition_id, 'announcedAt', unix_ms(n.announced_at),
          'effectiveAt', unix_ms(n.effective_at), 'endsAt', unix_ms(n.ends_at), 'content', n.content)
          ORDER BY n.effective_at, n.edition_id), '[]')
        FROM catalog_announcements n
        WHERE n.app_id = app AND n.version_id = last.version_id AND is_announced(n)))
    FROM accounts a WHERE a.app_id = app AND a.id = account);
END
$$;

-- Lists the accounts that a publication concerns, newest first: those that had at that time what it changed, and have made no
-- switch since.
--
-- Arguments: app, an ID; at_ms, the time of the publication in Unix milliseconds; candidates, IDs of the versions that
--            such accounts are on now; concerned, {billing periods by version ID}, and add_ons, {billing periods by
--            add-on ID by version ID}, both of versions that accounts were on at that time; after_id, the last account
--            of the previous page, or NULL; max_rows; max_scanned, the number of accounts to compare at most.
-- Result:    {accounts: read_accounts, next: ID of the last account that was compared, or null}. A page can have fewer accounts
--            than max_rows, and a next one.
-- Callers:   lib/db/notices.ts.
CREATE OR REPLACE FUNCTION "list_changed_accounts"(app text, at_ms bigint, candidates text[], concerned jsonb, add_ons jsonb,
  after_id text, max_rows integer, max_scanned integer) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET enable_sort = off AS $$
DECLARE
  -- The last moment before the publication. An entry in its millisecond is later.
  before_at CONSTANT timestamptz := to_timestamp((at_ms - 1) / 1000.0);
  -- Row-level security does not let an expression be a bound of the index: a generic plan would scan all accounts.
  before_id CONSTANT text := coalesce(after_id, 'acc_' || repeat('z', 27));
  candidate text;
  compared text;
  next text;
  had account_history;
  own account_history;
  ids text[] := '{}';
  scanned integer := 0;
  result json;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.all_accounts', 'on', true);
  FOR candidate IN
    SELECT a.account_id FROM unnest(candidates) AS c (version_id) CROSS JOIN LATERAL (
      SELECT v.account_id FROM current_versions v
      -- A range and not an equality, so that only the index by version has the order.
      WHERE v.app_id = app AND v.version_id >= c.version_id
        AND (v.version_id, v.account_id) < (c.version_id, before_id)
      ORDER BY v.version_id DESC, v.account_id DESC LIMIT max_scanned + 1) AS a
    ORDER BY a.account_id DESC LIMIT max_scanned + 1
  LOOP
    IF cardinality(ids) = max_rows OR scanned = max_scanned THEN
      next := compared;
      EXIT;
    END IF;
    scanned := scanned + 1;
    compared := candidate;
    SELECT h.* INTO own FROM account_history h
      WHERE h.app_id = app AND h.account_id = candidate AND h.kind IS NOT NULL AND h.kind = 'switch' AND h.origin <> 'product'
      ORDER BY h.version_sequence DESC LIMIT 1;
    CONTINUE WHEN own.sequence IS NULL OR coalesce(own.recorded_at, own.changed_at) > before_at;
    SELECT h.* INTO had FROM account_history h
      WHERE h.app_id = app AND h.account_id = candidate AND h.sequence = find_history_sequence(app, candidate, (
        SELECT max(n.sequence) FROM account_history n WHERE n.app_id = app AND n.account_id = candidate), before_at, true);
    IF concerned -> had.version_id ? had.billing_period::text OR add_ons ? had.version_id AND EXISTS (
      SELECT FROM jsonb_array_elements(had.state -> 'addOnStates') AS s (state)
      WHERE (s.state ->> 'active')::boolean
        AND add_ons -> had.version_id -> (s.state ->> 'addOnId') ? had.billing_period::text)
    THEN
      ids := ids || candidate;
    END IF;
  END LOOP;
  result := json_build_object('accounts', read_accounts(app, ids), 'next', next);
  PERFORM set_config('tenant.all_accounts', '', true);
  RETURN result;
END
$$;

-- Whether an announcement holds. An edition that a server of an earlier version has canceled, or published, has none.
--
-- Callers:   read_notices, lib/db/catalog-announcements.ts.
CREATE OR REPLACE FUNCTION "is_announced"("announcement" catalog_announcements) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN announcement.withdrawn_at IS NULL AND EXISTS (SELECT FROM catalog_editions e
    WHERE e.app_id = announcement.app_id AND e.id = announcement.edition_id AND e.publish_at = announcement.effective_at
      AND e.published_at IS NULL AND e.discarded_at IS NULL);
END
$$;

-- Lists the accounts on versions, newest first, with what a publication depends on.
--
-- Arguments: app, an ID; version_ids; before_id, the last account of the previous page, or NULL; max_rows.
-- Result:    an array of {accountId, versionId, billingPeriod, addOns, terms, sequence}. addOns and terms are those of
--            current_versions. sequence is the number of changes of the account, as events have it.
-- Callers:   lib/db/catalog-announcements.ts.
CREATE OR REPLACE FUNCTION "list_version_accounts"(app text, version_ids text[], before_id text, max_rows integer)
  RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET enable_sort = off AS $$
DECLARE
  -- As in list_changed_accounts.
  upper_id CONSTANT text := coalesce(before_id, 'acc_' || repeat('z', 27));
  result json;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.all_accounts', 'on', true);
  SELECT coalesce(json_agg(json_build_object('accountId', a.account_id, 'versionId', a.version_id, 'billingPeriod', a.billing_period,
      'addOns', a.add_ons, 'terms', a.terms, 'sequence', (
        SELECT h.version_sequence + h.add_on_sequence FROM account_history h
        WHERE h.app_id = app AND h.account_id = a.account_id ORDER BY h.sequence DESC LIMIT 1)) ORDER BY a.account_id DESC), '[]')
    INTO result FROM (
      SELECT o.* FROM unnest(version_ids) AS c (version_id) CROSS JOIN LATERAL (
        SELECT v.* FROM current_versions v
        -- A range and not an equality, so that only the index by version has the order.
        WHERE v.app_id = app AND v.version_id >= c.version_id
          AND (v.version_id, v.account_id) < (c.version_id, upper_id)
        ORDER BY v.version_id DESC, v.account_id DESC LIMIT max_rows) AS o
      ORDER BY o.account_id DESC LIMIT max_rows) AS a;
  PERFORM set_config('tenant.all_accounts', '', true);
  RETURN result;
END
$$;
