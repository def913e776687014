-- Publishes an edition: writes its rows to the catalog of the transaction's tenant, and marks it as published. The
-- server's role can't change the catalog otherwise. The caller holds the lock of the catalog, and has planned the rows
-- in the same transaction.
--
-- Arguments: edition_id, at and actor of the publication, rows to write by table. "versions", "features" and "add_ons": {updated,
--            inserted}, of which updated rows all have the same columns. "version_features", "add_on_versions",
--            "add_on_features" and "version_grants": {deleted, inserted}. "catalog_texts": {inserted}. "apps": the fields of
--            the app, or null.
-- Result:    raises no_data_found (SQLSTATE P0002) if the edition is published or discarded, or of another tenant, and
--            insufficient_privilege (42501) if another person has to publish it, or if changes of it are requested.
-- Callers:   lib/db/catalog-store.ts.
CREATE OR REPLACE FUNCTION "publish_edition"("edition_id" text, "at" timestamptz, "actor" jsonb, "difference" jsonb, "rows" jsonb)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
  app CONSTANT text := tenant_app();
  own CONSTANT jsonb := jsonb_build_object('app_id', app);
  -- Columns that no row of the argument has.
  base CONSTANT jsonb := jsonb_build_object('created_at', clock_timestamp());
  relation text;
  keys text;
  changed jsonb;
  assignments text;
BEGIN
  IF requires_other_publisher(edition_id, actor) THEN
    RAISE EXCEPTION 'another person has to publish edition %', edition_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM edition_reviews(ARRAY[edition_id]) AS r WHERE r.changes_requested_by IS NOT NULL) THEN
    RAISE EXCEPTION 'changes of edition % are requested', edition_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE catalog_editions e SET published_at = publish_edition.at, published_by = actor, difference = publish_edition.difference
    WHERE e.app_id = app AND e.id = edition_id AND e.published_at IS NULL AND e.discarded_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'edition % is not a draft of the app', edition_id USING ERRCODE = 'no_data_found';
  END IF;

  IF jsonb_typeof(rows->'apps') = 'object' THEN
    EXECUTE format('UPDATE apps r SET %s FROM jsonb_populate_record(NULL::apps, $2) AS n WHERE r.id = $1', (
      SELECT string_agg(format('%1$I = n.%1$I', key), ', ') FROM jsonb_object_keys(rows->'apps') AS key
      WHERE key NOT IN ('id', 'slug', 'created_at', 'catalog_revision', 'two_person_rule'))) USING app, rows->'apps';
  END IF;

  -- Tags, the default and human IDs are reset first, because they can move from one row to another and
  -- unique indexes are checked row by row.
  FOREACH relation IN ARRAY ARRAY['versions', 'features', 'add_ons'] LOOP
    changed := rows->relation->'updated';
    IF changed->0 IS NOT NULL THEN
      EXECUTE format('UPDATE %I SET %s WHERE app_id = $1 AND id IN (SELECT each->>''id'' FROM jsonb_array_elements($2) AS each)',
        relation, CASE relation WHEN 'versions' THEN 'tag = ''reset.'' || right(id, 24), is_default = false'
          ELSE 'human_id = ''reset '' || id' END) USING app, changed;
      SELECT string_agg(format('%1$I = n.%1$I', key), ', ') INTO assignments FROM jsonb_object_keys(changed->0) AS key
        WHERE key NOT IN ('app_id', 'id', 'created_at');
      EXECUTE format('UPDATE %1$I r SET %2$s FROM jsonb_populate_recordset(NULL::%1$I, $2) AS n WHERE r.app_id = $1 AND r.id = n.id',
        relation, assignments) USING app, changed;
    END IF;
    PERFORM insert_rows(relation, base, own, rows->relation->'inserted');
  END LOOP;
  UPDATE versions v SET renews_since = publish_edition.at
    WHERE v.app_id = app AND v.renews_to IS NOT NULL AND v.renews_since IS NULL;

  FOR relation, keys IN VALUES
    ('version_features', 'r.version_id = d.version_id AND r.feature_id = d.feature_id'),
    ('add_on_versions', 'r.add_on_id = d.add_on_id AND r.version_id = d.version_id'),
    ('add_on_features', 'r.add_on_id = d.add_on_id AND r.feature_id = d.feature_id AND r.effect = d.effect')
  LOOP
    changed := rows->relation->'deleted';
    IF changed->0 IS NOT NULL THEN
      EXECUTE format('DELETE FROM %1$I r USING jsonb_populate_recordset(NULL::%1$I, $2) AS d WHERE r.app_id = $1 AND %2$s',
        relation, keys) USING app, changed;
    END IF;
    PERFORM insert_rows(relation, base, own, rows->relation->'inserted');
  END LOOP;

  PERFORM insert_rows('catalog_texts', base, own || jsonb_build_object('published_at', at), rows->'catalog_texts'->'inserted');

  -- The API may have granted the same. Its grants stay.
  changed := coalesce(rows->'version_grants'->'deleted', '[]');
  UPDATE version_grants g SET source = 'api' FROM jsonb_populate_recordset(NULL::version_grants, changed) AS d
    WHERE g.app_id = app AND g.account_id = d.account_id AND g.version_id = d.version_id AND g.source = 'both';
  DELETE FROM version_grants g USING jsonb_populate_recordset(NULL::version_grants, changed) AS d
    WHERE g.app_id = app AND g.account_id = d.account_id AND g.version_id = d.version_id AND g.source <> 'api';
  INSERT INTO version_grants (app_id, account_id, version_id)
    SELECT app, n.account_id, n.version_id
    FROM jsonb_populate_recordset(NULL::version_grants, coalesce(rows->'version_grants'->'inserted', '[]')) AS n
    ON CONFLICT ON CONSTRAINT version_grants_pkey DO UPDATE SET source = 'both';
END
$$;

-- Whether the app has the two-person rule, and the actor is the one who last changed the text or the decisions of the draft.
-- Who published an edition has approved its end, which restores a published text: it needs no other person, unless it was edited
-- or its schedule canceled.
--
-- Arguments: actor, as catalog_editions has actors.
-- Callers:   publish_edition, lib/db/catalog-editions.ts.
CREATE OR REPLACE FUNCTION "requires_other_publisher"("edition_id" text, "actor" jsonb) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM catalog_editions e JOIN apps a ON a.id = e.app_id
    WHERE e.app_id = tenant_app() AND e.id = edition_id AND a.two_person_rule AND e.published_at IS NULL AND e.discarded_at IS NULL
      AND (e.ends_id IS NULL OR e.updated_by IS NOT NULL OR e.publish_at IS NULL)
      AND is_same_actor(coalesce(e.updated_by, e.created_by), actor));
END
$$;

-- Whether two actors are the same: the same user, key or session. Sessions without a user are compared by the name. An operator
-- is never the same.
--
-- Callers:   requires_other_publisher, edition_reviews, lib/db/edition-notes.ts.
CREATE OR REPLACE FUNCTION "is_same_actor"("one" jsonb, "other" jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(one->>'userId' = other->>'userId', false) OR coalesce(one->>'id' = other->>'id', false)
    OR (one->>'userId' IS NULL OR other->>'userId' IS NULL) AND coalesce(one->>'name' = other->>'name', false)
      AND one->>'kind' = 'session' AND other->>'kind' = 'session'
$$;

-- The reviews of editions: whom a review was requested from last, and who has requested changes of a draft last. These are
-- open until the same person, or one whom a review was requested from, approves the draft. They do not count while this person
-- is the one who last changed the text or the decisions.
--
-- Callers:   publish_edition, lib/db/edition-notes.ts.
CREATE OR REPLACE FUNCTION "edition_reviews"("edition_ids" text[])
  RETURNS TABLE ("id" text, "reviewer" jsonb, "changes_requested_by" jsonb) LANGUAGE sql STABLE AS $$
  SELECT e.id,
    (SELECT n.reviewer FROM edition_notes n
      WHERE n.app_id = e.app_id AND n.edition_id = e.id AND n.kind = 'review_requested' ORDER BY n.number DESC LIMIT 1),
    (SELECT n.created_by FROM edition_notes n
      WHERE n.app_id = e.app_id AND n.edition_id = e.id AND n.kind = 'changes_requested'
        AND e.published_at IS NULL AND e.discarded_at IS NULL
        AND NOT is_same_actor(n.created_by, coalesce(e.updated_by, e.created_by))
        AND NOT EXISTS (SELECT FROM edition_notes a
          WHERE a.app_id = e.app_id AND a.edition_id = e.id AND a.kind = 'approved' AND a.number > n.number
            AND (is_same_actor(a.created_by, n.created_by) OR EXISTS (SELECT FROM edition_notes r
              WHERE r.app_id = e.app_id AND r.edition_id = e.id AND r.number < a.number AND is_same_actor(r.reviewer, a.created_by))))
      ORDER BY n.number DESC LIMIT 1)
  FROM catalog_editions e WHERE e.app_id = tenant_app() AND e.id = ANY (edition_ids)
$$;

-- Inserts rows into a table: each has the columns of "base", its own and those of "own".
--
-- Callers:   publish_edition, with its rights.
CREATE OR REPLACE FUNCTION "insert_rows"("relation" text, "base" jsonb, "own" jsonb, "rows" jsonb)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_catalog, pg_temp AS $$
BEGIN
  IF rows->0 IS NULL THEN RETURN; END IF;
  EXECUTE format('INSERT INTO %1$I SELECT n.* FROM jsonb_array_elements($2) AS each,
    LATERAL jsonb_populate_record(NULL::%1$I, $1 || each || $3) AS n', relation) USING base, rows, own;
END
$$;

-- Trigger that rejects changes of editions that are published, and their deletion.
--
-- Result:    raises restrict_violation (SQLSTATE 23001).
-- Callers:   the triggers of catalog_editions in prisma/migrations.
CREATE OR REPLACE FUNCTION "protect_edition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.published_at IS NULL AND TG_OP = 'UPDATE' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'edition % can''t be changed: % rejected', OLD.id, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

REVOKE EXECUTE ON FUNCTION "publish_edition", "insert_rows" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "publish_edition" TO "app_versions_runtime";
