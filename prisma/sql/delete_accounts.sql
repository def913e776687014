-- Deletes accounts that are due: removes personal data, ends keys, sessions and open changes, and adds the event account.deleted.
-- Row-level security hides the accounts from then on. Their history stays, so that numbers of the past do not change.
--
-- Arguments: max_accounts.
-- Result:    the number of accounts.
-- Callers:   lib/db/due-work.ts. Crosses tenants, and returns a number only.
CREATE OR REPLACE FUNCTION "delete_due_accounts"(max_accounts integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  digits CONSTANT text := '0123456789abcdefghjkmnpqrstvwxyz';
  now_at CONSTANT timestamptz := date_trunc('milliseconds', clock_timestamp());
  due record;
  deleted integer := 0;
BEGIN
  PERFORM set_config('tenant.due_work', 'on', true);
  FOR due IN SELECT a.app_id, a.id, a.clock_at FROM accounts a WHERE a.deletes_at <= now_at AND a.deleted_at IS NULL
    ORDER BY a.deletes_at LIMIT max_accounts FOR UPDATE SKIP LOCKED
  LOOP
    PERFORM set_config('tenant.app_id', due.app_id, true), set_config('tenant.account_id', due.id, true);
    UPDATE account_changes c SET outcome = 'canceled', ended_at = account_now(due.clock_at, NULL),
        decided_by = '{"kind": "operator", "id": null, "name": "", "userId": null, "channel": "command"}'
      WHERE c.app_id = due.app_id AND c.account_id = due.id AND c.outcome IS NULL;
    PERFORM anonymize_account(due.app_id, due.id);
    UPDATE accounts a SET deleted_at = now_at WHERE a.app_id = due.app_id AND a.id = due.id;
    DELETE FROM search_terms t WHERE t.app_id = due.app_id AND t.account_id = due.id;
    DELETE FROM current_versions v WHERE v.app_id = due.app_id AND v.account_id = due.id;
    DELETE FROM account_usage u WHERE u.app_id = due.app_id AND u.account_id = due.id;
    DELETE FROM version_grants g WHERE g.app_id = due.app_id AND g.account_id = due.id;
    INSERT INTO events (app_id, account_id, sequence, id, type, occurred_at, data)
      SELECT due.app_id, due.id, coalesce((SELECT h.version_sequence + h.add_on_sequence FROM account_history h
          WHERE h.app_id = due.app_id AND h.account_id = due.id ORDER BY h.sequence DESC LIMIT 1), 0),
        'evt_' || string_agg(substr(digits, CASE WHEN i < 10 THEN (unix_ms(now_at) >> (5 * (9 - i)) & 31)::integer
          ELSE floor(random() * 32)::integer END + 1, 1), '' ORDER BY i),
        'account.deleted', now_at, '{}' FROM generate_series(0, 25) AS i;
    deleted := deleted + 1;
  END LOOP;
  RETURN deleted;
END
$$;

REVOKE EXECUTE ON FUNCTION "delete_due_accounts" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "delete_due_accounts" TO "app_versions_runtime";
