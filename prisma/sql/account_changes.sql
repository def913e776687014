-- Changes of accounts that wait: switches that are scheduled, or wait for the consent of the owner or the host. The
-- triggers below apply the table's rules to every writer of account_history and accounts. An open change is one without
-- an outcome.

-- The time of an account, for all of its rules: that of its clock, if it has one.
--
-- Arguments: clock_at, the column of the account; record_time, the time to record in Unix milliseconds, or NULL for the
--            clock of the database.
-- Callers:   commit_account_change, advance_clock, the triggers below; lib/db/accounts.ts, lib/db/moves.ts. In the
--            domain: getTime.
CREATE OR REPLACE FUNCTION "account_now"(clock_at timestamptz, record_time bigint) RETURNS timestamptz LANGUAGE sql PARALLEL SAFE
  AS $$ SELECT date_trunc('milliseconds', coalesce(clock_at, to_timestamp(record_time / 1000.0), clock_timestamp())) $$;

-- Arguments: change, a row of account_changes.
-- Result:    the row with camel-case keys, without app_id, account_id and due_at. Times are in Unix milliseconds.
-- Callers:   read_account_state; lib/db/waiting-changes.ts.
CREATE OR REPLACE FUNCTION "account_change_json"(change account_changes) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN json_build_object('id', change.id, 'versionId', change.version_id, 'billingPeriod', change.billing_period,
    'users', change.users, 'trial', change.trial, 'addOnId', change.add_on_id, 'quantity', change.quantity, 'addOns', change.add_ons,
    'effectiveAt', unix_ms(change.effective_at), 'atPeriodEnd', change.at_period_end,
    'remindsAt', unix_ms(change.reminds_at), 'waitsFor', change.waits_for,
    'expiresAt', unix_ms(change.expires_at), 'origin', change.origin, 'batchId', change.batch_id,
    'supersedesId', change.supersedes_id, 'reason', change.reason,
    'confirmed', change.confirmed, 'blockers', change.blockers, 'actorKind', change.actor_kind,
    'actorId', change.actor_id, 'actorName', change.actor_name, 'actorUserId', change.actor_user_id,
    'channel', change.channel, 'createdAt', unix_ms(change.created_at), 'decidedBy', change.decided_by,
    'message', change.message, 'outcome', change.outcome, 'endedAt', unix_ms(change.ended_at),
    'historyEntryId', change.activation_id, 'revision', change.revision,
    -- Servers of the previous version read it by this name.
    'activationId', change.activation_id);
END
$$;

-- Inserts changes of an account, or updates those that exist.
--
-- Arguments: app and account, IDs; changes, an array of rows of account_changes in the order in which they are written,
--            with snake-case keys, and expires_in, milliseconds or null; now_at, the time to record.
-- Callers:   commit_account_change.
CREATE OR REPLACE FUNCTION "write_account_changes"(app text, account text, changes jsonb, now_at timestamptz) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_changes AS c
    SELECT r.* FROM jsonb_array_elements(changes) WITH ORDINALITY AS e (change, position),
      jsonb_populate_record(NULL::account_changes, change || jsonb_build_object('app_id', app, 'account_id', account,
        'created_at', coalesce(change -> 'created_at', to_jsonb(now_at)),
        'expires_at', now_at + (change ->> 'expires_in')::bigint * interval '1 millisecond',
        'ended_at', CASE WHEN change ->> 'outcome' IS NOT NULL THEN now_at END)) AS r
    ORDER BY e.position
    ON CONFLICT (app_id, account_id, id) DO UPDATE SET version_id = EXCLUDED.version_id,
      billing_period = EXCLUDED.billing_period, users = EXCLUDED.users, add_on_id = EXCLUDED.add_on_id,
      quantity = EXCLUDED.quantity, add_ons = EXCLUDED.add_ons,
      supersedes_id = EXCLUDED.supersedes_id, effective_at = EXCLUDED.effective_at,
      at_period_end = EXCLUDED.at_period_end, reminds_at = EXCLUDED.reminds_at, reason = EXCLUDED.reason, waits_for = EXCLUDED.waits_for, expires_at = EXCLUDED.expires_at, confirmed = EXCLUDED.confirmed,
      blockers = EXCLUDED.blockers, decided_by = EXCLUDED.decided_by, message = EXCLUDED.message,
      outcome = EXCLUDED.outcome, ended_at = EXCLUDED.ended_at, activation_id = EXCLUDED.activation_id;
END
$$;

-- account_changes, before each row that is inserted or updated. The worker leaves accounts with a clock alone: due_at is NULL.
CREATE OR REPLACE FUNCTION "set_account_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  names CONSTANT text[] := '{actor_name, actor_user_id, decided_by}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF is_conversion() THEN RETURN NEW; END IF;
    -- Anonymizing the account.
    IF to_jsonb(NEW) - names = to_jsonb(OLD) - names THEN RETURN NEW; END IF;
    -- A change that was superseded opens again if the other is not applied, or is canceled with its move.
    IF OLD.outcome IS NOT NULL AND NOT (OLD.outcome = 'superseded' AND coalesce(NEW.outcome, 'canceled') = 'canceled') THEN
      RAISE EXCEPTION 'account change % has ended: UPDATE rejected', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    -- The lease of a worker.
    IF to_jsonb(NEW) - 'due_at' = to_jsonb(OLD) - 'due_at' THEN RETURN NEW; END IF;
    NEW.revision := OLD.revision + 1;
  ELSE
    NEW.revision := 1;
  END IF;
  NEW.blockers := coalesce(NEW.blockers, '[]');
  NEW.due_at := CASE WHEN NEW.outcome IS NULL AND (
      SELECT a.clock_at IS NULL FROM accounts a WHERE a.app_id = NEW.app_id AND a.id = NEW.account_id) THEN
    account_change_due_at(NEW) END;
  RETURN NEW;
END
$$;

-- Arguments: change, an open row of account_changes.
-- Result:    when it is due next: it is applied or expires, or the end of a trial is announced.
-- Callers:   set_account_change, advance_clock, reset_schedule.
CREATE OR REPLACE FUNCTION "account_change_due_at"(change account_changes) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN change.waits_for IS NULL THEN least(change.reminds_at, change.effective_at) ELSE change.expires_at END $$;

-- Arguments: id, of a change; revision, that the event is about. The last 10 bits of the ID, which are random, count.
-- Result:    the ID of the event.
-- Callers:   record_account_change, anonymize_account.
CREATE OR REPLACE FUNCTION "account_change_event_id"(id text, revision integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT 'evt' || substr(id, 4, length(id) - 5)
    || substr('0123456789abcdefghjkmnpqrstvwxyz', revision % 1024 / 32 + 1, 1)
    || substr('0123456789abcdefghjkmnpqrstvwxyz', revision % 32 + 1, 1) $$;

-- Arguments: app and add_on, IDs.
-- Result:    {id, title} as it is now. NULL without an ID.
-- Callers:   record_account_change, account_change_commands.
CREATE OR REPLACE FUNCTION "add_on_title"(app text, add_on text) RETURNS jsonb LANGUAGE sql STABLE
  AS $$ SELECT CASE WHEN add_on IS NOT NULL THEN jsonb_build_object('id', add_on, 'title', (
      SELECT o.title FROM add_ons o WHERE o.app_id = app AND o.id = add_on)) END $$;

-- Arguments: change, a row of account_changes.
-- Result:    what it is to do, in order, as `commands` of events has it.
-- Callers:   record_account_change.
CREATE OR REPLACE FUNCTION "account_change_commands"(change account_changes) RETURNS jsonb LANGUAGE sql STABLE
  AS $$ SELECT jsonb_build_array(jsonb_build_object(
      'version_id', CASE WHEN change.add_on_id IS NULL THEN change.version_id END,
      'billing_period', CASE WHEN change.add_on_id IS NULL THEN change.billing_period END, 'users', change.users,
      'option', add_on_title(change.app_id, change.add_on_id), 'quantity', change.quantity))
    || coalesce((SELECT jsonb_agg(jsonb_build_object('version_id', NULL, 'billing_period', NULL, 'users', NULL,
        'option', add_on_title(change.app_id, e.add_on ->> 'addOnId'), 'quantity', e.add_on -> 'quantity') ORDER BY e.position)
      FROM jsonb_array_elements(change.add_ons) WITH ORDINALITY AS e (add_on, position)), '[]') $$;

-- account_changes, after each row that is inserted or updated. Writes the event of its state. The changes of a move
-- have one event together when they are scheduled. The tenant can be the app.
CREATE OR REPLACE FUNCTION "record_account_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_type CONSTANT text := 'account.' || CASE WHEN NEW.outcome IS NOT NULL THEN 'change_ended'
    WHEN NEW.waits_for IS NOT NULL THEN 'change_waiting'
    WHEN TG_OP = 'UPDATE' AND NEW.reminds_at IS DISTINCT FROM OLD.reminds_at THEN 'trial_ending' ELSE 'change_scheduled' END;
  all_accounts CONSTANT text := coalesce(current_setting('tenant.all_accounts', true), '');
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.revision = OLD.revision THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' AND NEW.batch_id IS NOT NULL THEN RETURN NULL; END IF;
  PERFORM set_config('tenant.all_accounts', 'on', true);
  INSERT INTO events (app_id, account_id, sequence, id, type, occurred_at, data)
    SELECT NEW.app_id, NEW.account_id,
      coalesce((SELECT h.version_sequence + h.add_on_sequence FROM account_history h
        WHERE h.app_id = NEW.app_id AND h.account_id = NEW.account_id ORDER BY h.sequence DESC LIMIT 1), 0),
      account_change_event_id(NEW.id, NEW.revision),
      event_type,
      CASE WHEN NEW.ended_at IS NOT NULL THEN NEW.ended_at WHEN TG_OP = 'INSERT' THEN NEW.created_at
        ELSE account_now((SELECT a.clock_at FROM accounts a WHERE a.app_id = NEW.app_id AND a.id = NEW.account_id), NULL) END,
      jsonb_build_object('change_id', NEW.id,
        'version', jsonb_build_object('id', NEW.version_id, 'title', v.title, 'tag', v.tag),
        'billing_period', NEW.billing_period, 'pays', coalesce(NEW.confirmed ->> 'pays', 'unknown'), 'users', NEW.users, 'option', add_on_title(NEW.app_id, NEW.add_on_id), 'quantity', NEW.quantity,
        'commands', account_change_commands(NEW), 'effective_at', unix_ms(NEW.effective_at) / 1000,
        'at_period_end', NEW.at_period_end, 'waits_for', CASE WHEN NEW.outcome IS NULL THEN NEW.waits_for END,
        'expires_at', unix_ms(NEW.expires_at) / 1000, 'origin', NEW.origin, 'batch_id', NEW.batch_id,
        'reason', NEW.reason, 'blockers', NEW.blockers,
        'created_by', jsonb_build_object('kind', NEW.actor_kind, 'name', NEW.actor_name, 'user_id', NEW.actor_user_id,
          'channel', NEW.channel),
        'decided_by', CASE WHEN jsonb_typeof(NEW.decided_by) = 'object' THEN jsonb_build_object(
          'kind', NEW.decided_by -> 'kind', 'name', NEW.decided_by -> 'name', 'user_id', NEW.decided_by -> 'userId',
          'channel', NEW.decided_by -> 'channel') END,
        'message', NEW.message, 'outcome', NEW.outcome, 'history_id', NEW.activation_id)
      || CASE WHEN event_type = 'account.trial_ending' THEN jsonb_build_object('trial_version', (
        SELECT jsonb_build_object('id', t.id, 'title', t.title, 'tag', t.tag) FROM account_history h
          JOIN versions t ON t.app_id = h.app_id AND t.id = h.version_id
          WHERE h.app_id = NEW.app_id AND h.account_id = NEW.account_id ORDER BY h.sequence DESC LIMIT 1)) ELSE '{}' END
    FROM (SELECT 1) AS one LEFT JOIN versions v ON v.app_id = NEW.app_id AND v.id = NEW.version_id;
  PERFORM set_config('tenant.all_accounts', all_accounts, true);
  RETURN NULL;
END
$$;

-- account_history, each statement. A switch ends what the account has waiting, except for requests of members for
-- something else. A change of the number of users ends only what is for the same version, or waits for the host, which
-- has calculated a price. A publication ends what the account has then, or what waits for the host. A change of an
-- add-on ends what waits for it, alone or in a list, except for requests of members for another quantity. The change that
-- is applied has ended already. The end of the trial that the account is in since then stays.
CREATE OR REPLACE FUNCTION "supersede_account_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_changes c SET outcome = 'superseded', ended_at = n.changed_at
    FROM new_rows n
    WHERE c.app_id = n.app_id AND c.account_id = n.account_id AND c.outcome IS NULL
      AND NOT (c.trial IS NOT DISTINCT FROM 'end' AND n.state ? 'trialEndsAt')
      AND ((n.kind = 'switch' AND (c.waits_for IS DISTINCT FROM 'owner' OR c.origin <> 'member'))
        OR (n.kind IS NOT NULL AND c.waits_for = 'host')
        OR (n.kind IS NOT NULL AND c.add_on_id IS NULL AND c.version_id = n.version_id AND c.billing_period = n.billing_period
          AND (c.add_ons IS NULL AND coalesce(c.users, n.users) = n.users
              AND coalesce(c.quantity, (n.state ->> 'quantity')::integer) IS NOT DISTINCT FROM (n.state ->> 'quantity')::integer
            OR n.kind NOT IN ('publication', 'terms') AND (c.waits_for IS DISTINCT FROM 'owner' OR c.origin <> 'member')))
        OR (c.add_ons IS NOT NULL AND EXISTS (
          SELECT FROM jsonb_array_elements(n.add_on_entries) AS e (change), jsonb_array_elements(c.add_ons) AS o (add_on)
          WHERE e.change ->> 'add_on_id' = o.add_on ->> 'addOnId'))
        OR (c.add_on_id IS NOT NULL AND EXISTS (
          SELECT FROM jsonb_array_elements(n.add_on_entries) AS e (change)
          WHERE e.change ->> 'add_on_id' = c.add_on_id AND (c.waits_for IS DISTINCT FROM 'owner' OR c.origin <> 'member'
            OR c.quantity = (e.change ->> 'quantity')::integer))));
  RETURN NULL;
END
$$;

-- accounts, each row whose period_ends_at changes. Moves what is anchored to it and not due yet. An end that moves by
-- at least two weeks on its last day begins the next period: what is due at the end of the present one stays. So does the time at
-- which the account follows a publication.
CREATE OR REPLACE FUNCTION "move_account_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_renewed CONSTANT boolean := coalesce(NEW.period_ends_at >= OLD.period_ends_at + interval '14 days'
    AND account_now(NEW.clock_at, NULL) >= OLD.period_ends_at - interval '1 day', false);
BEGIN
  UPDATE account_changes c SET effective_at = NEW.period_ends_at
    WHERE c.app_id = NEW.app_id AND c.account_id = NEW.id AND c.outcome IS NULL AND c.at_period_end
      AND c.effective_at > account_now(NEW.clock_at, NULL) AND c.effective_at <> NEW.period_ends_at
      AND NOT (is_renewed AND c.effective_at = OLD.period_ends_at);
  PERFORM move_renewal(NEW.app_id, NEW.id, NEW.clock_at, OLD.period_ends_at, NEW.period_ends_at, is_renewed);
  RETURN NULL;
END
$$;

-- Moves the clock of an account forward, or gives it one. Stops at the first open change that is due or expires until then,
-- where its terms begin or end, and where it follows a publication at its renewal.
--
-- Arguments: app and account, IDs; target, the new time in Unix milliseconds; record_time, as in account_now.
-- Result:    {now, due: [ID of each change that is due or expires now], termsDue, followDue}. termsDue is whether terms begin or
--            end, followDue whether the account follows.
--            now, the time of the account, is in Unix milliseconds. It is later than target if the clock is, and not changed
--            then. NULL if there is no such account.
-- Callers:   lib/db/waiting-changes.ts.
CREATE OR REPLACE FUNCTION "advance_clock"(app text, account text, target bigint, record_time bigint) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  now_at timestamptz;
  first_due_at timestamptz;
  terms_at timestamptz;
  renewal_at timestamptz;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  SELECT a.clock_at INTO now_at FROM accounts a WHERE a.app_id = app AND a.id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  now_at := account_now(now_at, record_time);
  IF unix_ms(now_at) > target THEN RETURN json_build_object('now', unix_ms(now_at), 'due', '{}'::text[], 'termsDue', false,
    'followDue', false); END IF;
  SELECT min(account_change_due_at(c)) INTO first_due_at
    FROM account_changes c WHERE c.app_id = app AND c.account_id = account AND c.outcome IS NULL;
  SELECT terms_due_at(v.terms), CASE WHEN v.follows_at >= t.renews_since THEN v.follows_at END INTO terms_at, renewal_at
    FROM current_versions v JOIN versions t ON t.app_id = app AND t.id = v.version_id
    WHERE v.app_id = app AND v.account_id = account;
  first_due_at := least(first_due_at, terms_at, renewal_at);
  now_at := greatest(now_at, least(to_timestamp(target / 1000.0), first_due_at));
  UPDATE accounts a SET clock_at = now_at WHERE a.app_id = app AND a.id = account;
  UPDATE account_changes c SET due_at = NULL WHERE c.app_id = app AND c.account_id = account AND c.due_at IS NOT NULL;
  UPDATE current_versions v SET terms_due_at = NULL, follow_due_at = NULL
    WHERE v.app_id = app AND v.account_id = account AND coalesce(v.terms_due_at, v.follow_due_at) IS NOT NULL;
  RETURN json_build_object('now', unix_ms(now_at), 'termsDue', coalesce(terms_at <= now_at, false),
    'followDue', coalesce(renewal_at <= now_at, false), 'due', ARRAY(
    SELECT c.id FROM account_changes c
    WHERE c.app_id = app AND c.account_id = account AND c.outcome IS NULL
      AND account_change_due_at(c) <= now_at
    ORDER BY account_change_due_at(c), c.id));
END
$$;

-- Claims the changes of an app that have been due for longest.
--
-- Arguments: app, an ID; record_time, as in account_now; lease_ms; max_rows.
-- Result:    an array of {appId, accountId, id, now, dueAt}. Times are in Unix milliseconds.
-- Callers:   lib/domain/changes/apply-due-changes.ts.
CREATE OR REPLACE FUNCTION "claim_account_changes"(app text, record_time bigint, lease_ms integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := account_now(NULL, record_time);
  claimed json;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  WITH due AS (
    SELECT c.account_id, c.id, CASE WHEN c.waits_for IS NULL THEN c.effective_at ELSE c.expires_at END AS due_at
    FROM account_changes c WHERE c.app_id = app AND c.due_at <= now_at
    ORDER BY c.due_at LIMIT max_rows FOR UPDATE SKIP LOCKED),
  leased AS (
    UPDATE account_changes c SET due_at = lease_end(now_at, lease_ms)
    FROM due WHERE c.app_id = app AND c.account_id = due.account_id AND c.id = due.id
    RETURNING c.account_id, c.id, due.due_at)
  SELECT coalesce(json_agg(json_build_object('appId', app, 'accountId', l.account_id, 'id', l.id, 'now', unix_ms(now_at),
    'dueAt', unix_ms(l.due_at)) ORDER BY l.due_at), '[]') INTO claimed FROM leased l;
  RETURN claimed;
END
$$;

-- Claims the accounts of an app whose terms have been due for longest.
--
-- Arguments: as claim_account_changes.
-- Result:    an array of {appId, accountId, now}. now is in Unix milliseconds.
-- Callers:   lib/domain/changes/apply-due-changes.ts.
CREATE OR REPLACE FUNCTION "claim_terms"(app text, record_time bigint, lease_ms integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := account_now(NULL, record_time);
  claimed json;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  WITH due AS (
    SELECT v.account_id FROM current_versions v WHERE v.app_id = app AND v.terms_due_at <= now_at
    ORDER BY v.terms_due_at LIMIT max_rows FOR UPDATE SKIP LOCKED),
  leased AS (
    UPDATE current_versions v SET terms_due_at = lease_end(now_at, lease_ms)
    FROM due WHERE v.app_id = app AND v.account_id = due.account_id RETURNING v.account_id)
  SELECT coalesce(json_agg(json_build_object('appId', app, 'accountId', l.account_id, 'now', unix_ms(now_at))), '[]')
    INTO claimed FROM leased l;
  RETURN claimed;
END
$$;
