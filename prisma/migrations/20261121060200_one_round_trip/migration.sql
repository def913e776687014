-- What the server asks most often, each as one call (decision 16). They run as who calls them: a function narrows the
-- transaction as the server would, and row-level security holds within it as outside. The rules are not here.

-- Milliseconds since 1970, as JavaScript counts.
CREATE FUNCTION "unix_ms"(at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT floor(extract(epoch FROM at) * 1000)::bigint $$;

-- The app as callers know it.
CREATE FUNCTION "describe_app"(app apps) RETURNS json LANGUAGE sql STABLE
  AS $$ SELECT json_build_object('id', app.id, 'slug', app.slug, 'title', app.title, 'currency', app.currency,
    'billingPeriod', app.billing_period, 'contactUrl', app.contact_url, 'frameOrigins', app.frame_origins, 'catalogRevision', app.catalog_revision) $$;

-- The whole catalogue as of one moment, also of what is retired or not public. Narrows to the app.
CREATE FUNCTION "read_catalog"(app text) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true);
  RETURN (
    SELECT json_build_object(
      'app', describe_app(a),
      'versions', (SELECT coalesce(json_agg(json_build_object(
          'id', v.id, 'tag', v.tag, 'title', v.title, 'description', v.description, 'moreInfo', v.more_info,
          'active', v.active, 'public', v.public, 'isDefault', v.is_default, 'fee', v.fee, 'userFee', v.user_fee,
          'entryBlocker', v.entry_blocker, 'exitBlocker', v.exit_blocker,
          'links', (SELECT coalesce(json_agg(json_build_object(
              'featureId', l.feature_id, 'kind', l.kind, 'value', l.value, 'fee', l.fee, 'userFee', l.user_fee,
              'offer', l.offer)), '[]')
            FROM version_features l WHERE l.app_id = app AND l.version_id = v.id))), '[]')
        FROM versions v WHERE v.app_id = app),
      'features', (SELECT coalesce(json_agg(json_build_object(
          'id', f.id, 'humanId', f.human_id, 'title', f.title, 'description', f.description,
          'group', f."group", 'active', f.active) ORDER BY f.position, f.human_id), '[]')
        FROM features f WHERE f.app_id = app))
    FROM apps a WHERE a.id = app);
END
$$;

-- How an account stands: its title, current activation and grants. Null where there is none. Of a narrowed transaction.
CREATE FUNCTION "read_standing"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT json_build_object(
      'account', json_build_object('id', c.id, 'title', c.title),
      'current', (SELECT json_build_object('id', h.id, 'sequence', h.sequence, 'versionId', h.version_id,
          'activatedAt', unix_ms(h.activated_at), 'snapshotDigest', h.snapshot_digest)
        FROM activations h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1),
      'granted', (SELECT coalesce(json_agg(g.version_id ORDER BY g.version_id), '[]')
        FROM version_grants g WHERE g.app_id = app AND g.account_id = account))
    FROM accounts c WHERE c.app_id = app AND c.id = account);
END
$$;

-- Whom a key ('key') or session ('session') with this hash is for, and how the account stands that it names or, where it
-- names none, the asker does. Null where there is no such credential.
CREATE FUNCTION "find_caller"(kind text, hash text, asked_account text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  held record;
  account text;
BEGIN
  PERFORM set_config('tenant.credential', hash, true);
  IF kind = 'key' THEN
    SELECT k.app_id, k.id, k.account_id, k.role, k.name, k.expires_at, k.revoked_at INTO held
      FROM api_keys k WHERE k.secret_hash = hash;
  ELSE
    SELECT s.app_id, s.id, s.account_id, s.role, s.actor_name AS name, s.expires_at, s.revoked_at INTO held
      FROM portal_sessions s WHERE s.secret_hash = hash;
  END IF;
  IF held.id IS NULL THEN RETURN NULL; END IF;
  account := coalesce(held.account_id, asked_account);
  PERFORM set_config('tenant.credential', '', true), set_config('tenant.app_id', held.app_id, true),
    set_config('tenant.account_id', coalesce(account, ''), true);
  RETURN json_build_object(
    'credential', json_build_object('id', held.id, 'accountId', held.account_id, 'role', held.role,
      'actorName', held.name, 'expiresAt', unix_ms(held.expires_at), 'revokedAt', unix_ms(held.revoked_at)),
    'app', (SELECT describe_app(a) FROM apps a WHERE a.id = held.app_id),
    'standing', CASE WHEN account IS NOT NULL THEN read_standing(held.app_id, account) END);
END
$$;

-- Begins a switch: waits for the account's row and keeps it, and tells what the switch is decided on. The clock is read
-- after the wait. Null where there is no such account.
CREATE FUNCTION "begin_switch"(app text, account text, idempotency_key text) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  -- Not FOR UPDATE, which would also hold back a sign-in or a grant: their rows point at the account's.
  PERFORM 1 FROM accounts a WHERE a.app_id = app AND a.id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN json_build_object(
    'now', unix_ms(clock_timestamp()),
    'catalogRevision', (SELECT a.catalog_revision FROM apps a WHERE a.id = app),
    'standing', read_standing(app, account),
    'kept', (SELECT json_build_object('requestHash', i.request_hash, 'historyId', i.history_id, 'changed', i.changed,
        'expiresAt', unix_ms(i.expires_at))
      FROM idempotency_records i WHERE i.app_id = app AND i.account_id = account AND i.key = idempotency_key));
END
$$;

-- Writes a switch that begin_switch began: snapshots that are not there yet, the record, and the answer kept for the key.
-- Each may be null where there is nothing of it to write.
CREATE FUNCTION "write_switch"(app text, account text, snapshots jsonb, activation jsonb, kept jsonb)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
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
END
$$;

-- Records of an account's history as JSON, newest first, from sequence `newest` downwards; snapshots by their digests.
-- By the primary key, however long the history is.
CREATE FUNCTION "read_records"(app text, account text, newest integer, most integer) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (
    SELECT coalesce(json_agg(json_build_object('id', h.id, 'sequence', h.sequence, 'activatedAt', unix_ms(h.activated_at),
      'direction', h.direction, 'digest', h.snapshot_digest, 'previousDigest', h.previous_digest,
      'actorKind', h.actor_kind, 'actorName', h.actor_name, 'channel', h.channel, 'reason', h.reason)), '[]')
    FROM (SELECT * FROM activations a WHERE a.app_id = app AND a.account_id = account AND a.sequence <= newest
      ORDER BY a.sequence DESC LIMIT most) AS h);
END
$$;

-- Sequence of the record with this id; null where there is none.
CREATE FUNCTION "sequence_of"(app text, account text, wanted text) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (SELECT h.sequence FROM activations h WHERE h.app_id = app AND h.account_id = account AND h.id = wanted);
END
$$;

-- Sequence of the record that was in force at a moment, 0 before the first. Sequences have no gap and times do not run
-- backwards, so each step halves what is left: no index of times is needed.
CREATE FUNCTION "sequence_at"(app text, account text, at_ms bigint) RETURNS integer LANGUAGE plpgsql AS $$
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

-- What these snapshots hold.
CREATE FUNCTION "read_snapshots"(app text, digests text[]) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true);
  RETURN (
    SELECT coalesce(json_agg(json_build_object('appId', s.app_id, 'digest', s.digest, 'versionId', s.version_id,
      'title', s.title, 'description', s.description, 'tag', s.tag, 'fee', s.fee, 'userFee', s.user_fee,
      'currency', s.currency, 'billingPeriod', s.billing_period, 'features', s.features)), '[]')
    FROM version_snapshots s WHERE s.app_id = app AND s.digest = ANY (digests));
END
$$;
