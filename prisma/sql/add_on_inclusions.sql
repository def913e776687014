-- Add-ons that publications have included in versions, and the accounts that have them on (AddOnInclusion in the schema).

-- Claims an account for 30 seconds: one that has an add-on on that its version includes since a publication. Looks at accounts
-- by ID, and again from the first one until none has the add-on on. Then it deletes the work item.
--
-- Arguments: app, an ID; record_time, the time to compare with in Unix milliseconds, or NULL for the clock of the database.
-- Result:    {versionId, addOnId, accountId, by}. accountId is null if more accounts are to be looked at. by is who published, as in
--            catalog_editions. NULL if nothing is due.
-- Callers:   lib/db/add-on-inclusions.ts.
CREATE OR REPLACE FUNCTION "claim_add_on_inclusion"(app text, record_time bigint) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := coalesce(to_timestamp(record_time / 1000.0), clock_timestamp());
  max_accounts CONSTANT integer := 1000;
  due add_on_inclusions;
  last_id text;
  is_on boolean;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.all_accounts', 'on', true);
  LOOP
    SELECT i.* INTO due FROM add_on_inclusions i
      WHERE i.app_id = app AND (i.claimed_until IS NULL OR i.claimed_until <= now_at)
      ORDER BY i.app_id, i.version_id, i.add_on_id LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN RETURN NULL; END IF;
    FOR last_id IN
      SELECT v.account_id FROM current_versions v
      WHERE v.app_id = app AND v.version_id = due.version_id AND v.account_id > due.after_account_id
      ORDER BY v.app_id, v.version_id, v.account_id LIMIT max_accounts
    LOOP
      is_on := (
        SELECT (s.state ->> 'active')::boolean
        FROM (SELECT h.state FROM account_history h WHERE h.app_id = app AND h.account_id = last_id
            AND h.add_on_entries IS NOT NULL
          ORDER BY h.add_on_sequence DESC LIMIT 1) AS h
        CROSS JOIN jsonb_array_elements(h.state -> 'addOnStates') AS s (state)
        WHERE s.state ->> 'addOnId' = due.add_on_id);
      EXIT WHEN is_on;
    END LOOP;
    EXIT WHEN last_id IS NOT NULL;
    -- All have been looked at. One may have failed, or have come to the version since.
    IF due.has_accounts THEN
      UPDATE add_on_inclusions i SET after_account_id = '', has_accounts = false
        WHERE i.app_id = app AND i.version_id = due.version_id AND i.add_on_id = due.add_on_id;
    ELSE
      DELETE FROM add_on_inclusions i
        WHERE i.app_id = app AND i.version_id = due.version_id AND i.add_on_id = due.add_on_id;
    END IF;
  END LOOP;
  is_on := coalesce(is_on, false);
  UPDATE add_on_inclusions i SET after_account_id = last_id, has_accounts = i.has_accounts OR is_on,
      claimed_until = CASE WHEN is_on THEN now_at + interval '30 seconds' END
    WHERE i.app_id = app AND i.version_id = due.version_id AND i.add_on_id = due.add_on_id;
  RETURN json_build_object('versionId', due.version_id, 'addOnId', due.add_on_id,
    'accountId', CASE WHEN is_on THEN last_id END,
    'by', (SELECT e.published_by FROM catalog_editions e WHERE e.app_id = app AND e.id = due.edition_id));
END
$$;

-- Ends a claim.
--
-- Arguments: app, version and add_on, IDs.
-- Callers:   lib/db/add-on-inclusions.ts.
CREATE OR REPLACE FUNCTION "release_add_on_inclusion"(app text, version text, add_on text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  UPDATE add_on_inclusions i SET claimed_until = NULL
    WHERE i.app_id = app AND i.version_id = version AND i.add_on_id = add_on;
END
$$;
