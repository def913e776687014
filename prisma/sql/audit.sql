-- activations, each row that support inserts. Adds the audit entry of the switch, whatever code made it.
CREATE OR REPLACE FUNCTION "audit_support_switch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_entries (app_id, id, account_id, type, target_id, actor_kind, actor_id, actor_name, actor_user_id,
      channel, occurred_at, data)
    SELECT NEW.app_id, 'aud' || substr(NEW.id, 4), NEW.account_id, 'account.switched', NEW.id, NEW.actor_kind, NEW.actor_id,
      coalesce(t.name, NEW.actor_name), t.user_id, NEW.channel, NEW.activated_at, jsonb_build_object('version', s.title,
        'previous_version', p.title, 'billing_period', NEW.billing_period, 'undo', NEW.undo IS TRUE, 'reason', NEW.reason)
    FROM version_snapshots s
    LEFT JOIN version_snapshots p ON p.app_id = NEW.app_id AND p.digest = NEW.previous_digest
    LEFT JOIN actors t ON t.app_id = NEW.app_id AND t.account_id = NEW.account_id AND t.id = NEW.actor_ref
    WHERE s.app_id = NEW.app_id AND s.digest = NEW.snapshot_digest;
  RETURN NULL;
END
$$;
