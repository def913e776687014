-- account_history, each row that support inserts, or that sets or ends terms. Adds the audit entry, whatever code made it.
CREATE OR REPLACE FUNCTION "audit_support_switch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_entries (app_id, id, account_id, type, target_id, actor_kind, actor_id, actor_name, actor_user_id,
      channel, occurred_at, data)
    SELECT NEW.app_id, 'aud' || substr(NEW.id, 4), NEW.account_id,
      CASE WHEN NEW.kind IS NULL THEN 'account.add_on_changed' WHEN NEW.kind = 'terms' THEN 'account.terms_changed'
        ELSE 'account.switched' END, NEW.id, NEW.actor_kind, NEW.actor_id,
      coalesce(t.name, NEW.actor_name), t.user_id, NEW.channel, NEW.changed_at, CASE
        WHEN NEW.kind IS NULL THEN jsonb_build_object('add_on', NEW.add_on_entries -> 0 ->> 'title',
          'quantity', NEW.add_on_entries -> 0 -> 'quantity', 'reason', NEW.reason)
        WHEN NEW.kind = 'terms' THEN jsonb_build_object('terms', (NEW.state -> 'terms') - 'id', 'reason', NEW.reason)
        ELSE jsonb_build_object('version', s.title, 'previous_version', p.title, 'billing_period', NEW.billing_period,
          'users', NEW.users, 'undo', NEW.command = 'undo', 'reason', NEW.reason) END
    FROM version_snapshots s
    LEFT JOIN version_snapshots p ON p.app_id = NEW.app_id AND p.digest = NEW.previous_digest
    LEFT JOIN actors t ON t.app_id = NEW.app_id AND t.account_id = NEW.account_id AND t.id = NEW.actor_ref
    WHERE s.app_id = NEW.app_id AND s.digest = NEW.snapshot_digest;
  RETURN NULL;
END
$$;

-- account_changes, each row that support schedules or cancels. Adds the audit entry. Its ID has the time of the entry,
-- so that entries are sorted by ID.
CREATE OR REPLACE FUNCTION "audit_support_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_canceled CONSTANT boolean := NEW.outcome IS NOT NULL;
  at CONSTANT timestamptz := CASE WHEN NEW.outcome IS NOT NULL THEN NEW.ended_at ELSE NEW.created_at END;
  actor CONSTANT jsonb := CASE WHEN NEW.outcome IS NOT NULL THEN NEW.decided_by ELSE jsonb_build_object(
    'kind', NEW.actor_kind, 'id', NEW.actor_id, 'name', NEW.actor_name, 'userId', NEW.actor_user_id) END;
BEGIN
  INSERT INTO audit_entries (app_id, id, account_id, type, target_id, actor_kind, actor_id, actor_name, actor_user_id,
      channel, occurred_at, data)
    SELECT NEW.app_id, 'aud_' || (
        SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', (unix_ms(at) >> (5 * i) & 31)::integer + 1, 1), ''
          ORDER BY i DESC) FROM generate_series(0, 9) AS i) || substr(NEW.id, 15),
      NEW.account_id, CASE WHEN is_canceled THEN 'account.change_canceled' ELSE 'account.change_scheduled' END, NEW.id,
      (actor ->> 'kind')::actor_kind, actor ->> 'id', actor ->> 'name', actor ->> 'userId', 'support', at,
      jsonb_build_object('version', s.title, 'billing_period', NEW.billing_period,
        'reason', CASE WHEN is_canceled THEN NEW.message ELSE NEW.reason END)
    FROM version_snapshots s WHERE s.app_id = NEW.app_id AND s.digest = NEW.confirmed ->> 'to';
  RETURN NULL;
END
$$;
