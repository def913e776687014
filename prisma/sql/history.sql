-- The history of an account. Each function sets the transaction's tenant to the account and reads activations by an index,
-- so the cost does not grow with the length of the history.
--
-- Callers:   lib/db/activations.ts, lib/db/add-on-changes.ts.

-- Arguments: app and account, IDs; newest, the sequence to start at; max_rows, the page size.
-- Result:    activations from newest downwards as arrays [id, sequence, activated at in Unix milliseconds, direction,
--            snapshot digest, previous digest, actor kind, actor name, channel, reason, billing period, add-ons, undo,
--            sequence of the last add-on change at that time, the same now, user ID of the actor, users, kind, whether it is a change of
--            the host or the product team, or of the first row superseded one, recorded at]. Arrays, because
--            repeated keys would cost a quarter of the time. The actors of a page are read once: a join takes twice as long.
CREATE OR REPLACE FUNCTION "read_activations"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  last_add_on integer;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  SELECT max(o.sequence) INTO last_add_on FROM add_on_changes o WHERE o.app_id = app AND o.account_id = account;
  RETURN (
    WITH page AS MATERIALIZED (
      SELECT * FROM activations a WHERE a.app_id = app AND a.account_id = account AND a.sequence <= newest
      ORDER BY a.sequence DESC LIMIT max_rows
    ), names AS MATERIALIZED (
      SELECT jsonb_object_agg(p.id, jsonb_build_array(p.name, p.user_id)) AS by_id FROM actors p
      WHERE p.app_id = app AND p.account_id = account AND p.id = ANY (ARRAY(SELECT DISTINCT actor_ref FROM page))
    )
    SELECT coalesce(json_agg(json_build_array(h.id, h.sequence, unix_ms(h.activated_at), h.direction,
      h.snapshot_digest, h.previous_digest, h.actor_kind,
      coalesce((SELECT by_id FROM names) -> h.actor_ref::text ->> 0, h.actor_name), h.channel, h.reason,
      h.billing_period, h.add_ons, h.undo, h.add_on_sequence, coalesce(last_add_on, 0),
      (SELECT by_id FROM names) -> h.actor_ref::text ->> 1, h.users, h.kind,
      h.origin IN ('host', 'product') OR (h.sequence = (SELECT max(p.sequence) FROM page p) AND EXISTS (
        SELECT FROM account_changes c WHERE c.app_id = app AND c.account_id = account AND c.origin IN ('host', 'product')
          AND c.outcome = 'superseded' AND c.ended_at = h.activated_at)), unix_ms(h.recorded_at))), '[]')
    FROM page AS h);
END
$$;

-- Arguments: those of read_activations.
-- Result:    [activations, changes, clock]. activations is the result of read_activations. changes has the rows of
--            version_changes of these versions since the oldest activation, newest first, as arrays [version ID, sequence,
--            changed at in Unix milliseconds, digest, digest of the row before or null]. clock is the time of the account's
--            clock in Unix milliseconds or null.
CREATE OR REPLACE FUNCTION "read_history"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  activations CONSTANT json := read_activations(app, account, newest, max_rows);
  version_ids text[];
  since timestamptz;
BEGIN
  SELECT array_agg(v.version_id), min(v.since) INTO version_ids, since
    FROM (SELECT h.version_id, min(h.recorded_at) AS since
      FROM (SELECT a.version_id, coalesce(a.recorded_at, a.activated_at) AS recorded_at FROM activations a
        WHERE a.app_id = app AND a.account_id = account AND a.sequence <= newest
        ORDER BY a.sequence DESC LIMIT max_rows) AS h
      GROUP BY h.version_id) AS v;
  RETURN json_build_array(activations, (
    SELECT coalesce(json_agg(json_build_array(c.version_id, c.sequence, unix_ms(c.changed_at), c.digest, b.digest)
      ORDER BY c.changed_at DESC, c.version_id, c.sequence DESC), '[]')
    FROM version_changes c
    LEFT JOIN version_changes b
      ON b.app_id = app AND b.version_id = c.version_id AND b.sequence = c.sequence - 1
    WHERE c.app_id = app AND c.version_id = ANY (version_ids) AND c.changed_at >= since),
    (SELECT unix_ms(a.clock_at) FROM accounts a WHERE a.app_id = app AND a.id = account));
END
$$;

-- Arguments: app, account and activation_id, IDs.
-- Result:    the activation's sequence; NULL if there is no such activation.
CREATE OR REPLACE FUNCTION "find_sequence_by_id"(app text, account text, activation_id text) RETURNS integer
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (SELECT h.sequence FROM activations h WHERE h.app_id = app AND h.account_id = account AND h.id = activation_id);
END
$$;

-- Arguments: app and account, IDs; at_ms, a time in Unix milliseconds.
-- Result:    the sequence of the activation that was in effect at that time; 0 before the first one.
-- Binary search by sequence: sequences have no gaps and activated_at never decreases, so no index of times is needed.
CREATE OR REPLACE FUNCTION "find_sequence_at"(app text, account text, at_ms bigint) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  at CONSTANT timestamptz := to_timestamp(at_ms / 1000.0);
  low integer := 0;
  high integer;
  middle integer;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  SELECT max(h.sequence) INTO high FROM activations h WHERE h.app_id = app AND h.account_id = account;
  high := coalesce(high, 0);
  WHILE low < high LOOP
    middle := (low + high + 1) / 2;
    IF (SELECT h.activated_at FROM activations h
        WHERE h.app_id = app AND h.account_id = account AND h.sequence = middle) <= at THEN
      low := middle;
    ELSE
      high := middle - 1;
    END IF;
  END LOOP;
  RETURN low;
END
$$;

-- Arguments: app and account, IDs; newest, the sequence to start at; max_rows, the page size.
-- Result:    rows of add_on_changes from newest downwards, with snake_case keys, changed_at in Unix milliseconds, name and
--            user ID of the actor, and activation_id, the ID of the switch that was the cause or null.
CREATE OR REPLACE FUNCTION "read_add_on_changes"(app text, account text, newest integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (
    SELECT coalesce(json_agg(to_jsonb(h) || jsonb_build_object('changed_at', unix_ms(h.changed_at), 'activation_id', (
      SELECT a.id FROM activations a
      WHERE a.app_id = app AND a.account_id = account AND a.sequence = h.activation_sequence),
      'actor_name', coalesce(p.name, h.actor_name), 'actor_user_id', p.user_id) ORDER BY h.sequence DESC), '[]')
    FROM (SELECT * FROM add_on_changes o WHERE o.app_id = app AND o.account_id = account AND o.sequence <= newest
      ORDER BY o.sequence DESC LIMIT max_rows) AS h
    LEFT JOIN actors p ON p.app_id = app AND p.account_id = account AND p.id = h.actor_ref);
END
$$;

-- Arguments: app, account and change_id, IDs.
-- Result:    the sequence of the add-on change; NULL if there is no such change.
CREATE OR REPLACE FUNCTION "find_add_on_sequence_by_id"(app text, account text, change_id text) RETURNS integer
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (SELECT h.sequence FROM add_on_changes h WHERE h.app_id = app AND h.account_id = account AND h.id = change_id);
END
$$;
