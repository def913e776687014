-- Writes the result of a switch in the transaction of begin_switch, and skips NOTIFY when no other server listens:
-- NOTIFY holds a database-wide lock during the commit, which would serialize all switches.
--
-- Arguments: app and account, IDs;
--            snapshots, an array of version_snapshots rows, of which those that exist are skipped, or NULL;
--            activation, a row of activations, or NULL;
--            idempotency_record, a row of idempotency_records, or NULL. Records of the account that expired before its
--            created_at are deleted.
--            Rows have snake_case keys and ISO 8601 times. app_id and account_id come from the arguments; all other
--            columns must be present, because column defaults such as that of created_at are not applied.
--            own, the caller's listener number;
--            known_epoch, the epoch at which the caller was the only listener, or NULL;
--            token, which the other listeners return when they acknowledge the notification.
-- Result:    {listeners: [number of each other listener], epoch}.
-- Callers:   lib/cache/switch-transaction.ts.

CREATE OR REPLACE FUNCTION "write_switch"(app text, account text, snapshots jsonb, activation jsonb,
  idempotency_record jsonb, own integer, known_epoch bigint, token text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  epoch bigint;
  listeners integer[] := '{}';
BEGIN
  -- Held until the end of the transaction. register_listener waits for it, so a listener that is not visible here
  -- starts with an empty cache after this transaction.
  PERFORM pg_advisory_xact_lock_shared(1481003078, 0);
  SELECT last_value INTO epoch FROM listener_epoch;
  IF known_epoch IS DISTINCT FROM epoch THEN listeners := array_remove(active_listeners(), own); END IF;
  IF cardinality(listeners) = 0 THEN
    PERFORM set_config('app_versions.skip_notify', pg_current_xact_id()::text, true);
  END IF;
  IF snapshots IS NOT NULL THEN
    -- Sorted, so that two transactions that insert the same snapshots cannot deadlock.
    INSERT INTO version_snapshots
      SELECT s.* FROM jsonb_populate_recordset(
        jsonb_populate_record(NULL::version_snapshots, jsonb_build_object('app_id', app)), snapshots) AS s
      ORDER BY s.digest
      ON CONFLICT DO NOTHING;
  END IF;
  IF activation IS NOT NULL THEN
    INSERT INTO activations
      SELECT * FROM jsonb_populate_record(NULL::activations,
        activation || jsonb_build_object('app_id', app, 'account_id', account));
  END IF;
  IF idempotency_record IS NOT NULL THEN
    DELETE FROM idempotency_records i
      WHERE i.app_id = app AND i.account_id = account
        AND i.expires_at <= (idempotency_record ->> 'created_at')::timestamptz;
    INSERT INTO idempotency_records
      SELECT * FROM jsonb_populate_record(NULL::idempotency_records,
        idempotency_record || jsonb_build_object('app_id', app, 'account_id', account));
  END IF;
  -- Last: notifications of a transaction are delivered in order, and this one asks to acknowledge those before it.
  IF cardinality(listeners) > 0 THEN
    PERFORM pg_notify('app_versions', format('ack %s %s', own, token));
  END IF;
  RETURN json_build_object('listeners', listeners, 'epoch', epoch);
END
$$;
