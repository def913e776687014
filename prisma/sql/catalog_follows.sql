-- Accounts that follow a publication (CatalogFollow in the schema).

-- Claims an account. Work items are done one after another: an account has its add-ons when its version
-- is compared. Looks at accounts by ID, and again from the first one if a claim was not released. Deletes the work item
-- after the last one. If each account follows at its renewal, sets the times instead of claiming one.
--
-- Arguments: as claim_account_changes. max_rows is the number of accounts to look at.
-- Result:    an array of one {appId, editionId, position, versionId, billingPeriod, addOnId, toVersionId, requested, accountId,
--            by}. accountId is null if more accounts are to be looked at. by is who published, as in catalog_editions. The array
--            is empty if nothing is due.
-- Callers:   lib/domain/changes/apply-due-changes.ts.
CREATE OR REPLACE FUNCTION "claim_catalog_follows"(app text, record_time bigint, lease_ms integer, max_rows integer) RETURNS json
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  now_at CONSTANT timestamptz := account_now(NULL, record_time);
  due catalog_follows;
  last_id text;
  is_found boolean;
  is_complete boolean := true;
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.all_accounts', 'on', true);
  LOOP
    SELECT f.* INTO due FROM catalog_follows f
      WHERE f.app_id = app AND (f.edition_id, f.position) = (
          -- In the order of publications: a scheduled edition can be older than one that was published before it.
          SELECT first.edition_id, first.position FROM catalog_follows first
          JOIN catalog_editions e ON e.app_id = first.app_id AND e.id = first.edition_id
          WHERE first.app_id = app ORDER BY e.published_at, first.edition_id, first.position LIMIT 1)
        AND (f.claimed_until IS NULL OR f.claimed_until <= now_at)
      FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN RETURN '[]'; END IF;
    IF due.at_renewal THEN
      SELECT s.last_id, s.is_complete INTO last_id, is_complete
        FROM schedule_renewals(app, due.version_id, due.after_account_id, max_rows) AS s;
      EXIT WHEN last_id IS NOT NULL;
    END IF;
    FOR last_id IN
      SELECT v.account_id FROM current_versions v
      WHERE v.app_id = app AND v.version_id = due.version_id AND v.account_id > due.after_account_id
        AND (due.billing_period IS NULL OR v.billing_period = due.billing_period) AND due.at_renewal IS NOT TRUE
      ORDER BY v.app_id, v.version_id, v.account_id LIMIT max_rows
    LOOP
      is_found := due.add_on_id IS NULL OR (
        SELECT (s.state ->> 'active')::boolean
        FROM (SELECT h.state FROM account_history h WHERE h.app_id = app AND h.account_id = last_id
            AND h.add_on_entries IS NOT NULL
          ORDER BY h.add_on_sequence DESC LIMIT 1) AS h
        CROSS JOIN jsonb_array_elements(h.state -> 'addOnStates') AS s (state)
        WHERE s.state ->> 'addOnId' = due.add_on_id);
      EXIT WHEN is_found;
    END LOOP;
    EXIT WHEN last_id IS NOT NULL;
    IF due.unfinished > 0 THEN
      UPDATE catalog_follows f SET after_account_id = '', unfinished = 0
        WHERE f.app_id = app AND f.edition_id = due.edition_id AND f.position = due.position;
    ELSE
      DELETE FROM catalog_follows f
        WHERE f.app_id = app AND f.edition_id = due.edition_id AND f.position = due.position;
    END IF;
  END LOOP;
  is_found := coalesce(is_found, false);
  UPDATE catalog_follows f SET after_account_id = last_id, unfinished = f.unfinished + (is_found OR NOT is_complete)::integer,
      claimed_until = CASE WHEN is_found THEN lease_end(now_at, lease_ms) END
    WHERE f.app_id = app AND f.edition_id = due.edition_id AND f.position = due.position;
  RETURN json_build_array(json_build_object('appId', app, 'editionId', due.edition_id, 'position', due.position,
    'versionId', due.version_id, 'billingPeriod', due.billing_period, 'addOnId', due.add_on_id,
    'toVersionId', due.to_version_id, 'requested', due.requested, 'accountId', CASE WHEN is_found THEN last_id END,
    'by', (SELECT e.published_by FROM catalog_editions e WHERE e.app_id = app AND e.id = due.edition_id)));
END
$$;

-- Ends a claim: the account has followed, or stays as it is.
--
-- Arguments: app and edition, IDs; item, its position.
-- Callers:   lib/db/catalog-follows.ts.
CREATE OR REPLACE FUNCTION "release_catalog_follow"(app text, edition text, item integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true);
  UPDATE catalog_follows f SET claimed_until = NULL, unfinished = greatest(f.unfinished - 1, 0)
    WHERE f.app_id = app AND f.edition_id = edition AND f.position = item;
END
$$;
