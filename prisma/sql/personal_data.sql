-- Names and user IDs of who changed accounts. They are in actors and not in the history, which is append-only, so that
-- they can be removed.

-- Moves name and user ID of a row's actor to actors. The writer of the row holds a lock on the row of the account or
-- has inserted it.
--
-- Callers:   the INSERT trigger of account_history in prisma/migrations, for rows of keys and sessions.
CREATE OR REPLACE FUNCTION "store_actor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The name of an app key is no personal data.
  IF NEW.actor_kind = 'key' AND NEW.actor_user_id IS NULL AND NOT EXISTS (
    SELECT FROM api_keys k WHERE k.app_id = NEW.app_id AND k.id = NEW.actor_id AND k.account_id = NEW.account_id)
  THEN
    RETURN NEW;
  END IF;
  NEW.actor_ref := (
    SELECT p.id FROM actors p
    WHERE p.app_id = NEW.app_id AND p.account_id = NEW.account_id AND p.name = NEW.actor_name
      AND p.user_id IS NOT DISTINCT FROM NEW.actor_user_id);
  IF NEW.actor_ref IS NULL THEN
    INSERT INTO actors (app_id, account_id, id, name, user_id)
      SELECT NEW.app_id, NEW.account_id, coalesce(max(p.id), 0) + 1, NEW.actor_name, NEW.actor_user_id
      FROM actors p WHERE p.app_id = NEW.app_id AND p.account_id = NEW.account_id
      RETURNING id INTO NEW.actor_ref;
  END IF;
  NEW.actor_name := '';
  NEW.actor_user_id := NULL;
  RETURN NEW;
END
$$;

-- Arguments: actor, {kind, name, user_id or userId} or null; key_names, those of the account's keys.
-- Result:    the actor without name and user ID if it is a person or a key of the account.
-- Callers:   anonymize_account.
CREATE OR REPLACE FUNCTION "anonymize_actor"(actor jsonb, key_names text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE
    WHEN actor ->> 'kind' = 'session' OR coalesce(actor ->> 'user_id', actor ->> 'userId') IS NOT NULL
      OR (actor ->> 'kind' = 'key' AND actor ->> 'name' = ANY (key_names))
    THEN actor || '{"name": ""}' || CASE WHEN actor ? 'userId' THEN '{"userId": null}' ELSE '{"user_id": null}' END::jsonb
    ELSE actor END $$;

-- Removes personal data of an account: names and user IDs of actors, sessions and keys, which end; its title, which
-- becomes its ID, its external ID and its e-mail address; what host applications responded to its events; and its
-- idempotency records. Its history stays.
--
-- Arguments: app and account, IDs. The transaction's tenant must be the account.
-- Callers:   lib/db/personal-data.ts.
CREATE OR REPLACE FUNCTION "anonymize_account"(app text, account text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
  since timestamptz;
  key_names CONSTANT text[] := ARRAY(SELECT k.name FROM api_keys k WHERE k.app_id = app AND k.account_id = account);
BEGIN
  SELECT a.created_at INTO since FROM accounts a WHERE a.app_id = app AND a.id = account FOR UPDATE;
  UPDATE accounts a SET title = account, external_id = NULL, email = NULL WHERE a.app_id = app AND a.id = account;
  UPDATE actors p SET name = NULL, user_id = NULL WHERE p.app_id = app AND p.account_id = account;
  UPDATE account_changes c SET actor_user_id = NULL, decided_by = anonymize_actor(c.decided_by, key_names),
    actor_name = anonymize_actor(jsonb_build_object('kind', c.actor_kind, 'name', c.actor_name, 'user_id', c.actor_user_id),
      key_names) ->> 'name'
    WHERE c.app_id = app AND c.account_id = account;
  UPDATE notice_dismissals n SET dismissed_by = anonymize_actor(n.dismissed_by, key_names)
    WHERE n.app_id = app AND n.account_id = account;
  DELETE FROM idempotency_records i WHERE i.app_id = app AND i.account_id = account;
  DELETE FROM idempotent_responses r WHERE r.app_id = app AND r.credential_id = ANY (ARRAY(
    SELECT s.id FROM portal_sessions s WHERE s.app_id = app AND s.account_id = account
    UNION ALL SELECT k.id FROM api_keys k WHERE k.app_id = app AND k.account_id = account));
  UPDATE portal_sessions s SET actor_name = '', actor_id = NULL, return_url = NULL, path = NULL,
    revoked_at = coalesce(s.revoked_at, now_at)
    WHERE s.app_id = app AND s.account_id = account;
  UPDATE api_keys k SET name = '', revoked_at = coalesce(k.revoked_at, now_at)
    WHERE k.app_id = app AND k.account_id = account;
  -- An index finds rows by time.
  UPDATE events e SET data = jsonb_build_object('title', account)
    WHERE e.app_id = app AND e.account_id = account AND e.id = event_id(account)
      AND e.occurred_at = since;
  UPDATE events e SET data = e.data || jsonb_build_object('created_by', anonymize_actor(e.data -> 'created_by', key_names),
      'decided_by', anonymize_actor(e.data -> 'decided_by', key_names))
    WHERE e.app_id = app AND e.account_id = account AND e.type LIKE 'account.change\_%'
      AND e.occurred_at >= (SELECT min(c.created_at) FROM account_changes c WHERE c.app_id = app AND c.account_id = account);
  UPDATE webhook_deliveries d
    SET attempts = (SELECT jsonb_agg(t.attempt || '{"response": null}' ORDER BY t.position)
      FROM jsonb_array_elements(d.attempts) WITH ORDINALITY AS t (attempt, position))
    FROM webhook_endpoints w, (
      SELECT event_id(account) AS id
      UNION ALL SELECT event_id(h.id) FROM account_history h WHERE h.app_id = app AND h.account_id = account
      UNION ALL SELECT event_id(o.change ->> 'id') FROM account_history h, jsonb_array_elements(h.add_on_entries) AS o (change)
        WHERE h.app_id = app AND h.account_id = account
      UNION ALL SELECT account_change_event_id(c.id, r.revision) FROM account_changes c, generate_series(1, c.revision) AS r (revision)
        WHERE c.app_id = app AND c.account_id = account) AS e
    WHERE w.app_id = app AND d.app_id = app AND d.endpoint_id = w.id AND d.event_id = e.id
      AND jsonb_array_length(d.attempts) > 0;
END
$$;

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
