-- A switch of the only server notifies nobody (decision 15): NOTIFY keeps a lock of the whole database while its transaction
-- is written to disk, so that no two of them share a write.

-- Numbers of all who listen. Each holds a lock by its number, which is gone with its connection.
CREATE FUNCTION "who_listens"() RETURNS integer[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(SELECT l.objid::int8::int FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.classid = 1481003077 AND l.objsubid = 2
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()));
END
$$;

-- Another random number with each who begins to listen: while it is the same, there are at most fewer. To look there is a
-- tenth of the work of asking who listens. A sequence, for it shows at once and not with a commit.
CREATE SEQUENCE "listeners_known" MINVALUE 0;
GRANT SELECT, UPDATE ON SEQUENCE "listeners_known" TO "app_versions_runtime";

-- Makes this connection, on which LISTEN holds already, known as a listener's. Then waits until each switch is over that
-- may have begun without knowing, and may therefore notify nobody: those after it know. In this order.
CREATE FUNCTION "begin_to_listen"(number integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_lock(1481003077, number);
  PERFORM setval('listeners_known', floor(random() * 2 ^ 53)::bigint);
  PERFORM pg_advisory_xact_lock(1481003078, 0);
END
$$;

-- A new row of a history. Only write_switch may have said that nobody is to be told, and of its own transaction alone.
CREATE OR REPLACE FUNCTION "tell_of_activations"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  apps text[];
  ids text[];
BEGIN
  IF current_setting('app_versions.told', true) = pg_current_xact_id()::text THEN RETURN NULL; END IF;
  SELECT array_agg(app_id), array_agg(account_id) INTO apps, ids
    FROM (SELECT DISTINCT app_id, account_id FROM new_rows) AS changed;
  PERFORM tell_of_rows('account', apps, ids);
  RETURN NULL;
END
$$;

-- Writes a switch that begin_switch began: snapshots that are not there yet, the record, and the answer kept for the key.
-- Each may be null where there is nothing of it to write. `own` is the number of the asker's listener, whose memory the
-- asker sees to itself, and `alone` what was `known` when there was no other. Returns the numbers of the others, and what is
-- known now; the others are asked to answer to `token` once they have heard.
DROP FUNCTION "write_switch"(text, text, jsonb, jsonb, jsonb);
CREATE FUNCTION "write_switch"(app text, account text, snapshots jsonb, activation jsonb, kept jsonb, own integer,
  alone bigint, token text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  known bigint;
  others integer[] := '{}';
BEGIN
  -- Kept until the transaction is over: who listens now are all who can remember anything of before it.
  PERFORM pg_advisory_xact_lock_shared(1481003078, 0);
  SELECT last_value INTO known FROM listeners_known;
  IF alone IS DISTINCT FROM known THEN others := array_remove(who_listens(), own); END IF;
  IF cardinality(others) = 0 THEN
    PERFORM set_config('app_versions.told', pg_current_xact_id()::text, true);
  END IF;
  IF snapshots IS NOT NULL THEN
    -- In one order for all: two accounts that trade places would else wait for each other's snapshot.
    INSERT INTO version_snapshots (app_id, digest, version_id, title, description, tag, fee, user_fee, currency,
        billing_period, features)
      SELECT app, s.digest, s."versionId", s.title, s.description, s.tag, s.fee, s."userFee", s.currency,
        s."billingPeriod", s.features
      FROM jsonb_to_recordset(snapshots) AS s (digest text, "versionId" text, title text, description text, tag text,
        fee int, "userFee" int, currency text, "billingPeriod" billing_period, features jsonb)
      ORDER BY s.digest
      ON CONFLICT DO NOTHING;
  END IF;
  IF activation IS NOT NULL THEN
    INSERT INTO activations (app_id, account_id, sequence, id, version_id, snapshot_digest, previous_digest, direction,
        activated_at, actor_kind, actor_id, actor_name, channel, reason)
      SELECT app, account, n.sequence, n.id, n."versionId", n."snapshotDigest", n."previousDigest", n.direction,
        to_timestamp(n."activatedAt" / 1000.0), n."actorKind", n."actorId", n."actorName", n.channel, n.reason
      FROM jsonb_to_record(activation) AS n (sequence int, id text, "versionId" text, "snapshotDigest" text,
        "previousDigest" text, direction direction, "activatedAt" bigint, "actorKind" actor_kind, "actorId" text,
        "actorName" text, channel text, reason text);
  END IF;
  IF kept IS NOT NULL THEN
    DELETE FROM idempotency_records i
      WHERE i.app_id = app AND i.account_id = account
        AND i.expires_at <= to_timestamp((kept ->> 'createdAt')::bigint / 1000.0);
    INSERT INTO idempotency_records (app_id, account_id, key, request_hash, history_id, changed, created_at, expires_at)
      SELECT app, account, k.key, k."requestHash", k."historyId", k.changed, to_timestamp(k."createdAt" / 1000.0),
        to_timestamp(k."expiresAt" / 1000.0)
      FROM jsonb_to_record(kept) AS k (key text, "requestHash" text, "historyId" text, changed boolean,
        "createdAt" bigint, "expiresAt" bigint);
  END IF;
  -- Behind what it asks about: notifications are heard in their order.
  IF cardinality(others) > 0 THEN
    PERFORM pg_notify('app_versions', format('ask %s %s', own, token));
  END IF;
  RETURN json_build_object('others', others, 'known', known);
END
$$;
