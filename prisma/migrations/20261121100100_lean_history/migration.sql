-- Entries of an account's history, newest first, from sequence `newest` downwards; snapshots by their digests. By the primary
-- key, however long the history is. Lists in place of objects: names that are the same in each cost a quarter of the work.
DROP FUNCTION "read_records"(text, text, integer, integer);
CREATE FUNCTION "read_entries"(app text, account text, newest integer, most integer) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', account, true);
  RETURN (
    SELECT coalesce(json_agg(json_build_array(h.id, h.sequence, unix_ms(h.activated_at), h.direction, h.snapshot_digest,
      h.previous_digest, h.actor_kind, h.actor_name, h.channel, h.reason)), '[]')
    FROM (SELECT * FROM activations a WHERE a.app_id = app AND a.account_id = account AND a.sequence <= newest
      ORDER BY a.sequence DESC LIMIT most) AS h);
END
$$;
