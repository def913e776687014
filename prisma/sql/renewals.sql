-- Accounts that follow a publication when their paid period ends (docs/decisions/0027-existing-accounts.md): renews_to and
-- renews_since of the version that they are on, follows_at and follow_due_at of current_versions.

-- When an account follows: at the end of the period that it has paid for. Without one, it follows at once if it is billed
-- monthly, else 365 days after the publication. Not before its trial ends: nothing is paid until then.
--
-- Arguments: since, renews_since of its version, or NULL; period_ends_at and billing, of the account; trial_ends_at, in Unix
--            milliseconds, or NULL.
-- Result:    NULL without since.
-- Callers:   set_current_version, schedule_renewals, move_renewal, lib/db/catalog-follows.ts. In the domain: getFollowTime.
-- Not IMMUTABLE: the sum of a time and an interval is not, and a query would call it for each account instead of containing it.
CREATE OR REPLACE FUNCTION "renewal_follows_at"(since timestamptz, period_ends_at timestamptz, billing billing_period, trial_ends_at bigint)
  RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN since IS NOT NULL THEN greatest(to_timestamp(trial_ends_at / 1000.0),
    CASE WHEN period_ends_at > since THEN period_ends_at WHEN billing = 'year' THEN since + interval '8760 hours' ELSE since END) END
$$;

-- When a worker lets an account follow. It leaves those alone whose clock has not reached the time.
--
-- Callers:   set_current_version, schedule_renewals, move_renewal.
CREATE OR REPLACE FUNCTION "renewal_due_at"(follows_at timestamptz, clock_at timestamptz) RETURNS timestamptz LANGUAGE sql AS $$
  SELECT CASE WHEN clock_at IS NULL THEN follows_at WHEN follows_at <= clock_at THEN least(follows_at, clock_timestamp()) END
$$;

-- Arguments: app and account, IDs.
-- Result:    when the trial ends that the account is in, in Unix milliseconds. NULL for none.
-- Callers:   schedule_renewals, move_renewal.
CREATE OR REPLACE FUNCTION "trial_ends_at"(app text, account text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (h.state ->> 'trialEndsAt')::bigint FROM account_history h
  WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1
$$;

-- Sets when accounts of a version follow. Does not wait for rows that other transactions change.
--
-- Arguments: app and version, IDs; after_account, the last account that was looked at; max_rows, how many to look at.
-- Result:    last_id, the last account that was looked at, or NULL if there are no more; is_complete, whether all of these have
--            a time.
-- Callers:   claim_catalog_follows.
CREATE OR REPLACE FUNCTION "schedule_renewals"(app text, version text, after_account text, max_rows integer,
  OUT last_id text, OUT is_complete boolean) LANGUAGE plpgsql AS $$
DECLARE
  ids CONSTANT text[] := ARRAY(SELECT v.account_id FROM current_versions v
    WHERE v.app_id = app AND v.version_id = version AND v.account_id > after_account
    ORDER BY v.app_id, v.version_id, v.account_id LIMIT max_rows);
  since timestamptz;
BEGIN
  last_id := ids[cardinality(ids)];
  SELECT t.renews_since INTO since FROM versions t WHERE t.app_id = app AND t.id = version;
  UPDATE current_versions v SET follows_at = s.follows_at, follow_due_at = renewal_due_at(s.follows_at, s.clock_at)
    FROM (
      SELECT c.account_id, a.clock_at,
        renewal_follows_at(since, a.period_ends_at, c.billing_period, trial_ends_at(app, c.account_id)) AS follows_at
      FROM (
        SELECT o.account_id, o.billing_period FROM current_versions o
        WHERE o.app_id = app AND o.account_id = ANY (ids) AND o.version_id = version
          AND since IS NOT NULL AND (o.follows_at IS NULL OR o.follows_at < since)
        FOR NO KEY UPDATE SKIP LOCKED) AS c
      JOIN accounts a ON a.app_id = app AND a.id = c.account_id) AS s
    WHERE v.app_id = app AND v.account_id = s.account_id;
  is_complete := NOT EXISTS (SELECT FROM current_versions v
    WHERE v.app_id = app AND v.account_id = ANY (ids) AND v.version_id = version
      AND since IS NOT NULL AND (v.follows_at IS NULL OR v.follows_at < since));
END
$$;

-- Keeps the time at which an account follows when the host reports another end of its period. The end that it has paid for
-- stays if the period is renewed. An end that is corrected moves the time, to 365 days after the publication at most.
--
-- Arguments: app and account, IDs; clock_at, of the account; old_end and new_end, of its period; is_renewed, whether the new one
--            is that of the next period.
-- Callers:   move_account_changes.
CREATE OR REPLACE FUNCTION "move_renewal"(app text, account text, clock_at timestamptz, old_end timestamptz, new_end timestamptz,
  is_renewed boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_at CONSTANT timestamptz := account_now(clock_at, NULL);
  all_accounts CONSTANT text := coalesce(current_setting('tenant.all_accounts', true), '');
  own record;
  trial_at bigint;
  at timestamptz;
BEGIN
  SELECT v.follows_at, v.billing_period, t.renews_since AS since INTO own
    FROM current_versions v JOIN versions t ON t.app_id = app AND t.id = v.version_id AND t.renews_since IS NOT NULL
    WHERE v.app_id = app AND v.account_id = account FOR NO KEY UPDATE OF v;
  IF NOT FOUND THEN
    -- Of a renewal that was ended: a later one must not keep it.
    UPDATE current_versions v SET follows_at = NULL, follow_due_at = NULL
      WHERE v.app_id = app AND v.account_id = account AND v.follows_at IS NOT NULL;
    RETURN;
  END IF;
  PERFORM set_config('tenant.all_accounts', 'on', true);
  trial_at := trial_ends_at(app, account);
  PERFORM set_config('tenant.all_accounts', all_accounts, true);
  at := CASE WHEN own.follows_at >= own.since THEN own.follows_at
    ELSE renewal_follows_at(own.since, old_end, own.billing_period, trial_at) END;
  IF at > now_at AND new_end IS NOT NULL THEN
    at := greatest(to_timestamp(trial_at / 1000.0), CASE
      WHEN at = old_end THEN CASE WHEN is_renewed THEN at
        ELSE least(new_end, greatest(at, own.since + interval '8760 hours')) END
      WHEN new_end > now_at THEN least(at, new_end)
      ELSE at END);
  END IF;
  UPDATE current_versions v SET follows_at = at, follow_due_at = renewal_due_at(at, clock_at)
    WHERE v.app_id = app AND v.account_id = account AND v.follows_at IS DISTINCT FROM at;
END
$$;

-- Claims the accounts of an app that have been due to follow for longest. What their owners have scheduled for the same time
-- comes first.
--
-- Arguments: as claim_account_changes; account, the ID of one whose clock has reached the time, which gets no lease.
-- Result:    an array of {appId, accountId, by}. by is who published, as in catalog_editions, or null.
-- Callers:   lib/domain/changes/apply-due-changes.ts.
CREATE OR REPLACE FUNCTION "claim_renewals"(app text, record_time bigint, lease_ms integer, max_rows integer,
  account text DEFAULT NULL) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := account_now(NULL, record_time);
  due record;
  claimed json[] := '{}';
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  WHILE cardinality(claimed) < max_rows LOOP
    IF account IS NULL THEN
      SELECT v.account_id, v.version_id, v.follows_at INTO due FROM current_versions v
        WHERE v.app_id = app AND v.follow_due_at <= now_at AND NOT EXISTS (
          SELECT FROM account_changes c WHERE c.app_id = app AND c.account_id = v.account_id AND c.outcome IS NULL
            AND c.waits_for IS NULL AND c.effective_at <= v.follows_at)
        ORDER BY v.app_id, v.follow_due_at LIMIT 1 FOR NO KEY UPDATE OF v SKIP LOCKED;
    ELSE
      SELECT v.account_id, v.version_id, v.follows_at INTO due
        FROM current_versions v JOIN accounts a ON a.app_id = app AND a.id = v.account_id
        WHERE v.app_id = app AND v.account_id = account AND v.follows_at <= a.clock_at FOR NO KEY UPDATE OF v;
    END IF;
    EXIT WHEN NOT FOUND;
    -- A later publication can have decided that its accounts do not follow.
    IF EXISTS (SELECT FROM versions t WHERE t.app_id = app AND t.id = due.version_id AND t.renews_since <= due.follows_at) THEN
      UPDATE current_versions v SET follow_due_at = lease_end(now_at, lease_ms)
        WHERE account IS NULL AND v.app_id = app AND v.account_id = due.account_id;
      claimed := claimed || json_build_object('appId', app, 'accountId', due.account_id, 'by', (
        SELECT e.published_by FROM versions t JOIN catalog_editions e ON e.app_id = app AND e.published_at = t.renews_since
        WHERE t.app_id = app AND t.id = due.version_id LIMIT 1));
    ELSE
      UPDATE current_versions v SET follows_at = NULL, follow_due_at = NULL
        WHERE v.app_id = app AND v.account_id = due.account_id;
    END IF;
  END LOOP;
  RETURN array_to_json(claimed);
END
$$;
