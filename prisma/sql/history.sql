-- The history of an account: the projections of account_history. Each function sets the transaction's tenant to the account and
-- searches an index, so the cost does not grow with the length of the history.
--
-- Callers:   lib/db/history.ts, lib/db/catalog-changes.ts.

-- When the account came to the plan that it has with an entry of /account/versions: with its first entry, or the one that brought
-- it from another plan. Entries for terms, publications, users or a billing period, and for another generation of the plan, do
-- not change it.
--
-- Arguments: app and account, IDs of the transaction's tenant; newest, the sequence of the entry.
-- Result:    the time. It is NULL if there is no such entry.
-- Callers:   read_history_entries, read_account_state, read_accounts.
CREATE OR REPLACE FUNCTION "plan_since"(app text, account text, newest integer) RETURNS timestamptz LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  own_version text;
  generations text[];
  last_other integer;
BEGIN
  SELECT h.version_id INTO own_version FROM account_history h
    WHERE h.app_id = app AND h.account_id = account AND h.kind IS NOT NULL AND h.version_sequence = newest;
  generations := ARRAY(SELECT v.id FROM versions own
    JOIN versions v ON v.app_id = app AND coalesce(v.replaced_by, v.id) = coalesce(own.replaced_by, own.id)
    WHERE own.app_id = app AND own.id = own_version);
  SELECT h.version_sequence INTO last_other FROM account_history h
    WHERE h.app_id = app AND h.account_id = account AND h.kind IS NOT NULL AND h.version_sequence < newest
      AND h.version_id <> ALL (generations)
    ORDER BY h.version_sequence DESC LIMIT 1;
  RETURN (SELECT h.changed_at FROM account_history h
    WHERE h.app_id = app AND h.account_id = account AND h.kind IS NOT NULL AND h.version_sequence = coalesce(last_other, 0) + 1);
END
$$;

-- The entries of /account/versions: those with a kind. Their sequence is version_sequence.
--
-- Arguments: app and account, IDs; newest, the sequence to start at; max_rows, the page size.
-- Result:    entries from newest downwards as arrays [id, sequence, changed at in Unix milliseconds, direction,
--            snapshot digest, previous digest, actor kind, actor name, channel, reason, billing period, switched add-ons, undo,
--            sequence in account_history, the same of the account's last row, user ID of the actor, users, kind,
--            whether it is a change of the host or the product team, or of the first row superseded one, recorded at,
--            quantity or null, terms or null, end of the trial in Unix milliseconds or null, plan_since in Unix milliseconds,
--            pays or null].
--            Arrays, because repeated keys would cost a quarter of the time. The actors of a page are read once: a join
--            takes twice as long.
CREATE OR REPLACE FUNCTION "read_history_entries"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  last_sequence integer;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  SELECT max(h.sequence) INTO last_sequence FROM account_history h WHERE h.app_id = app AND h.account_id = account;
  RETURN (
    WITH page AS MATERIALIZED (
      SELECT * FROM account_history h
      WHERE h.app_id = app AND h.account_id = account AND h.kind IS NOT NULL AND h.version_sequence <= newest
      ORDER BY h.version_sequence DESC LIMIT max_rows
    ), plans AS (
      SELECT h.version_sequence, h.changed_at, coalesce(v.replaced_by, h.version_id) AS plan,
        row_number() OVER w = 1 AS is_oldest, lag(coalesce(v.replaced_by, h.version_id)) OVER w AS previous_plan
      FROM page h LEFT JOIN versions v ON v.app_id = app AND v.id = h.version_id WINDOW w AS (ORDER BY h.version_sequence)
    ), since AS MATERIALIZED (
      -- The times of entries never decrease.
      SELECT p.version_sequence, max(CASE WHEN p.is_oldest THEN plan_since(app, account, p.version_sequence)
        WHEN p.plan <> p.previous_plan THEN p.changed_at END) OVER (ORDER BY p.version_sequence) AS at
      FROM plans p
    ), names AS MATERIALIZED (
      SELECT jsonb_object_agg(p.id, jsonb_build_array(p.name, p.user_id)) AS by_id FROM actors p
      WHERE p.app_id = app AND p.account_id = account AND p.id = ANY (ARRAY(SELECT DISTINCT actor_ref FROM page))
    )
    SELECT coalesce(json_agg(json_build_array(h.id, h.version_sequence, unix_ms(h.changed_at), h.direction,
      h.snapshot_digest, h.previous_digest, h.actor_kind,
      coalesce((SELECT by_id FROM names) -> h.actor_ref::text ->> 0, h.actor_name), h.channel, h.reason,
      h.billing_period, h.switched_add_ons, h.command = 'undo', h.sequence, last_sequence,
      (SELECT by_id FROM names) -> h.actor_ref::text ->> 1, h.users, h.kind,
      h.origin IN ('host', 'product') OR (h.sequence = (SELECT max(p.sequence) FROM page p) AND EXISTS (
        SELECT FROM account_changes c WHERE c.app_id = app AND c.account_id = account AND c.origin IN ('host', 'product')
          AND c.outcome = 'superseded' AND c.ended_at = h.changed_at)), unix_ms(h.recorded_at), (h.state ->> 'quantity')::integer,
      h.state -> 'terms', h.state -> 'trialEndsAt', unix_ms(s.at), h.pays) ORDER BY h.version_sequence DESC), '[]')
    FROM page AS h JOIN since s ON s.version_sequence = h.version_sequence);
END
$$;

-- The same by its earlier name, which servers of the previous version call.
CREATE OR REPLACE FUNCTION "read_activations"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE sql AS $$ SELECT read_history_entries(app, account, newest, max_rows) $$;

-- Arguments: those of read_history_entries.
-- Result:    [entries, changes, clock]. entries is the result of read_history_entries. changes has the rows of
--            version_changes of these versions since the oldest entry, newest first, as arrays [version ID, sequence,
--            changed at in Unix milliseconds, digest, digest of the row before or null]. clock is the time of the account's
--            clock in Unix milliseconds or null.
CREATE OR REPLACE FUNCTION "read_history"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  entries CONSTANT json := read_history_entries(app, account, newest, max_rows);
  version_ids text[];
  since timestamptz;
BEGIN
  SELECT array_agg(v.version_id), min(v.since) INTO version_ids, since
    FROM (SELECT h.version_id, min(h.recorded_at) AS since
      FROM (SELECT a.version_id, coalesce(a.recorded_at, a.changed_at) AS recorded_at FROM account_history a
        WHERE a.app_id = app AND a.account_id = account AND a.kind IS NOT NULL AND a.version_sequence <= newest
        ORDER BY a.version_sequence DESC LIMIT max_rows) AS h
      GROUP BY h.version_id) AS v;
  RETURN json_build_array(entries, (
    SELECT coalesce(json_agg(json_build_array(c.version_id, c.sequence, unix_ms(c.changed_at), c.digest, b.digest)
      ORDER BY c.changed_at DESC, c.version_id, c.sequence DESC), '[]')
    FROM version_changes c
    LEFT JOIN version_changes b
      ON b.app_id = app AND b.version_id = c.version_id AND b.sequence = c.sequence - 1
    WHERE c.app_id = app AND c.version_id = ANY (version_ids) AND c.changed_at >= since),
    (SELECT unix_ms(a.clock_at) FROM accounts a WHERE a.app_id = app AND a.id = account));
END
$$;

-- Arguments: app, account and entry_id, IDs.
-- Result:    the sequence of the entry of /account/versions; NULL if there is no such entry.
CREATE OR REPLACE FUNCTION "find_sequence_by_id"(app text, account text, entry_id text) RETURNS integer
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (
    SELECT h.version_sequence FROM account_history h
    WHERE h.app_id = app AND h.account_id = account AND h.id = entry_id AND h.kind IS NOT NULL);
END
$$;

-- Arguments: app and account, IDs of the transaction's tenant; high, the last sequence; at, a time; recorded, whether
--            it is one of the clock that publications have, not of the account's.
-- Result:    the sequence of the row of account_history that was in effect at that time; 0 before the first one.
-- Callers:   find_sequence_at, read_add_on_history.
-- Binary search by sequence: sequences have no gaps and neither time ever decreases, so no index of times is needed.
CREATE OR REPLACE FUNCTION "find_history_sequence"(app text, account text, high integer, at timestamptz, recorded boolean) RETURNS integer
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  low integer := 0;
  middle integer;
BEGIN
  WHILE low < high LOOP
    middle := (low + high + 1) / 2;
    IF (SELECT CASE WHEN recorded THEN coalesce(h.recorded_at, h.changed_at) ELSE h.changed_at END FROM account_history h
        WHERE h.app_id = app AND h.account_id = account AND h.sequence = middle) <= at THEN
      low := middle;
    ELSE
      high := middle - 1;
    END IF;
  END LOOP;
  RETURN low;
END
$$;

-- Arguments: app and account, IDs; at_ms, a time in Unix milliseconds.
-- Result:    the sequence of the entry of /account/versions that was in effect at that time; 0 before the first one.
CREATE OR REPLACE FUNCTION "find_sequence_at"(app text, account text, at_ms bigint) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  found integer;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  SELECT max(h.sequence) INTO found FROM account_history h WHERE h.app_id = app AND h.account_id = account;
  found := find_history_sequence(app, account, found, to_timestamp(at_ms / 1000.0), false);
  RETURN coalesce((
    SELECT h.version_sequence FROM account_history h WHERE h.app_id = app AND h.account_id = account AND h.sequence = found), 0);
END
$$;

-- Arguments: entry, a row of account_history; change, one of its add_on_entries.
-- Result:    change, with version_id, account_billing_period, cause, channel, reason, actor_kind, and history_entry_id:
--            the ID of the entry if a switch was the cause, or null.
-- Callers:   read_add_on_changes, event_contents.
CREATE OR REPLACE FUNCTION "add_on_change_json"(entry account_history, change jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  -- Rows of an earlier version have no digits.
  RETURN jsonb_build_object('currency_digits', (SELECT a.currency_digits FROM apps a WHERE a.id = entry.app_id)) || change
    || jsonb_build_object('version_id', entry.version_id, 'account_billing_period', entry.billing_period,
    'cause', CASE WHEN entry.command = 'follow' THEN 'publication' WHEN entry.kind IS NOT NULL THEN 'switch' ELSE 'toggle' END,
    'history_entry_id', CASE WHEN entry.kind IS NOT NULL THEN entry.id END,
    -- Servers of the previous version read it by this name.
    'activation_id', CASE WHEN entry.kind IS NOT NULL THEN entry.id END,
    'pays', entry.pays, 'channel', entry.channel, 'reason', entry.reason, 'actor_kind', entry.actor_kind);
END
$$;

-- The changes of add-ons.
--
-- Arguments: app and account, IDs; newest, the sequence to start at; max_rows, the page size.
-- Result:    changes from newest downwards, as add_on_change_json, with changed_at in Unix milliseconds, and name and
--            user ID of the actor.
CREATE OR REPLACE FUNCTION "read_add_on_changes"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  last_of_entry integer;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  -- The entry that newest is in may have later changes.
  SELECT h.add_on_sequence INTO last_of_entry FROM account_history h
    WHERE h.app_id = app AND h.account_id = account AND h.add_on_entries IS NOT NULL AND h.add_on_sequence >= newest
    ORDER BY h.add_on_sequence LIMIT 1;
  RETURN (
    SELECT coalesce(json_agg(c.content ORDER BY c.sequence DESC), '[]')
    FROM (
      SELECT (e.change ->> 'sequence')::integer AS sequence, add_on_change_json(r.entry, e.change) || jsonb_build_object(
        'changed_at', unix_ms((r.entry).changed_at), 'actor_name', coalesce(p.name, (r.entry).actor_name),
        'actor_user_id', p.user_id) AS content
      FROM (SELECT h AS entry FROM account_history h
        WHERE h.app_id = app AND h.account_id = account AND h.add_on_entries IS NOT NULL
          AND h.add_on_sequence <= coalesce(last_of_entry, newest)
        ORDER BY h.add_on_sequence DESC LIMIT max_rows) AS r
      CROSS JOIN jsonb_array_elements((r.entry).add_on_entries) AS e (change)
      LEFT JOIN actors p ON p.app_id = app AND p.account_id = account AND p.id = (r.entry).actor_ref
      WHERE (e.change ->> 'sequence')::integer <= newest
      ORDER BY 1 DESC LIMIT max_rows) AS c);
END
$$;

-- Arguments: those of read_add_on_changes.
-- Result:    [changes, catalog_changes]. changes is the result of read_add_on_changes. catalog_changes has what
--            publications changed of these add-ons for the account's version while they were on, oldest first:
--            {entry_id, version_id, changed_at, before, after} of rows of add_on_version_changes, with the ID of the
--            change that they follow, and the time of the account in Unix milliseconds.
CREATE OR REPLACE FUNCTION "read_add_on_history"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  changes CONSTANT json := read_add_on_changes(app, account, newest, max_rows);
  since timestamptz;
  clock timestamptz;
  last integer;
  entry_ids jsonb;
  add_on_ids text[];
BEGIN
  SELECT jsonb_object_agg(e.change ->> 'id', true), array_agg(DISTINCT e.change ->> 'add_on_id') INTO entry_ids, add_on_ids
    FROM json_array_elements(changes) AS e (change) WHERE (e.change ->> 'active')::boolean;
  SELECT coalesce(h.recorded_at, h.changed_at) INTO since FROM account_history h
    WHERE h.app_id = app AND h.account_id = account AND h.add_on_entries IS NOT NULL
      AND h.add_on_sequence >= (changes -> -1 ->> 'sequence')::integer
    ORDER BY h.add_on_sequence LIMIT 1;
  SELECT a.clock_at INTO clock FROM accounts a WHERE a.app_id = app AND a.id = account;
  SELECT max(h.sequence) INTO last FROM account_history h WHERE h.app_id = app AND h.account_id = account;
  RETURN json_build_array(changes, (
    -- What was on at the time of each publication, if its entry is in the page. The steps are MATERIALIZED, so that
    -- each searches an index by the result of the one before.
    WITH publications AS MATERIALIZED (
      SELECT p.catalog_revision, p.changed_at, find_history_sequence(app, account, last, p.changed_at, true) AS sequence
      FROM (SELECT DISTINCT c.catalog_revision, c.changed_at FROM add_on_version_changes c
        WHERE c.app_id = app AND c.add_on_id = ANY (add_on_ids) AND c.changed_at >= since) AS p
    ), rows AS MATERIALIZED (
      SELECT p.catalog_revision, h.version_id, h.state,
        greatest(h.changed_at, least(p.changed_at, coalesce(n.changed_at, clock))) AS changed_at
      FROM publications p
      JOIN account_history h ON h.app_id = app AND h.account_id = account AND h.sequence = p.sequence
      LEFT JOIN account_history n ON n.app_id = app AND n.account_id = account AND n.sequence = p.sequence + 1
    ), active AS MATERIALIZED (
      SELECT r.catalog_revision, r.version_id, r.changed_at, s.state ->> 'id' AS entry_id, s.state ->> 'addOnId' AS add_on_id
      FROM rows r CROSS JOIN LATERAL jsonb_array_elements(r.state -> 'addOnStates') AS s (state)
      WHERE entry_ids ? (s.state ->> 'id')
    )
    SELECT coalesce(json_agg(json_build_object('entry_id', a.entry_id, 'version_id', a.version_id, 'changed_at', unix_ms(a.changed_at),
      'before', c.before, 'after', c.after) ORDER BY a.catalog_revision), '[]')
    FROM active a
    JOIN add_on_version_changes c ON c.app_id = app AND c.add_on_id = a.add_on_id AND c.version_id = a.version_id
      AND c.catalog_revision = a.catalog_revision));
END
$$;
