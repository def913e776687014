-- Moves of accounts to another version (Move in the schema).

-- Claims the next accounts of a move: those to schedule changes for, or those whose changes to cancel. Moves are worked off
-- one after another, canceled ones first. Looks again from the first account if a canceled move is left with open changes.
--
-- Arguments: as claim_account_changes. max_rows is the number of accounts.
-- Result:    an array of one {appId, id, fromVersionId, toVersionId, toDigest, effective, reason, createdBy, canceledBy,
--            claimedUntil, accounts: [{id, title, externalId, isScheduled}]}. isScheduled says whether the account has or had a
--            change of the move. claimedUntil is in Unix milliseconds. The array is empty if no move is unfinished and unclaimed.
-- Callers:   lib/domain/moves/moves.ts.
CREATE OR REPLACE FUNCTION "claim_moves"(app text, record_time bigint, lease_ms integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := account_now(NULL, record_time);
  due moves;
  ids text[];
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.all_accounts', 'on', true);
  SELECT m.* INTO due FROM moves m
    WHERE m.app_id = app AND m.id = (
        SELECT u.id FROM moves u WHERE u.app_id = app AND u.finished_at IS NULL
        ORDER BY u.canceled_at IS NULL, u.id LIMIT 1)
      AND (m.claimed_until IS NULL OR m.claimed_until <= now_at)
    FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN '[]'; END IF;
  IF due.canceled_at IS NULL THEN
    ids := ARRAY(SELECT v.account_id FROM current_versions v
      WHERE v.app_id = app AND v.version_id = due.from_version_id AND v.account_id > due.after_account_id
      ORDER BY v.app_id, v.version_id, v.account_id LIMIT max_rows);
  ELSE
    FOR round IN 1..2 LOOP
      ids := ARRAY(SELECT c.account_id FROM account_changes c
        WHERE c.app_id = app AND c.batch_id = due.id AND c.account_id > due.after_account_id
          AND (c.outcome IS NULL OR c.outcome = 'superseded')
        ORDER BY c.app_id, c.batch_id, c.account_id LIMIT max_rows);
      EXIT WHEN ids <> '{}' OR due.after_account_id = '' OR NOT EXISTS (
        SELECT FROM account_changes c WHERE c.app_id = app AND c.batch_id = due.id AND c.outcome IS NULL);
      due.after_account_id := '';
    END LOOP;
  END IF;
  UPDATE moves m SET claimed_until = lease_end(now_at, lease_ms)
    WHERE m.app_id = app AND m.id = due.id RETURNING m.claimed_until INTO due.claimed_until;
  RETURN json_build_array(json_build_object('appId', app, 'id', due.id, 'fromVersionId', due.from_version_id,
    'toVersionId', due.to_version_id, 'toDigest', due.to_digest, 'effective', due.effective, 'reason', due.reason, 'createdBy', due.created_by,
    'canceledBy', due.canceled_by, 'claimedUntil', unix_ms(due.claimed_until), 'accounts', (
      SELECT coalesce(json_agg(json_build_object('id', a.id, 'title', a.title, 'externalId', a.external_id, 'isScheduled', EXISTS (
          SELECT FROM account_changes c WHERE c.app_id = app AND c.batch_id = due.id AND c.account_id = a.id)) ORDER BY a.id), '[]')
      FROM accounts a WHERE a.app_id = app AND a.id = ANY (ids))));
END
$$;

-- Cancels the changes of a move that are open or could open again. Accounts are locked first, in one order, as a switch does.
--
-- Arguments: app and move, IDs; account_ids; canceled_by, who did it, as in account_changes.decided_by.
-- Callers:   lib/db/moves.ts.
CREATE OR REPLACE FUNCTION "cancel_move_changes"(app text, move text, account_ids text[], canceled_by jsonb) RETURNS void
  LANGUAGE sql AS $$
  WITH locked AS (
    SELECT a.id, a.clock_at FROM accounts a WHERE a.app_id = app AND a.id = ANY (account_ids) ORDER BY a.id FOR NO KEY UPDATE)
  UPDATE account_changes c SET outcome = 'canceled', ended_at = account_now(locked.clock_at, NULL), decided_by = canceled_by
  FROM locked WHERE c.app_id = app AND c.account_id = locked.id AND c.batch_id = move
    AND (c.outcome IS NULL OR (c.outcome = 'superseded' AND EXISTS (
      SELECT FROM account_changes s WHERE s.app_id = c.app_id AND s.account_id = c.account_id
        AND s.supersedes_id = c.id AND s.outcome IS NULL)))
$$;
