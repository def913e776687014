-- Converts the stored amounts of an app to more digits of its currency. No price changes, so no event is written.

-- Whether the transaction converts amounts. Only convert_amounts sets it. Triggers and a policy for the owner read it.
CREATE OR REPLACE FUNCTION "is_conversion"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('tenant.conversion', true) = 'on' $$;

-- Arguments: content, JSON of a row; factor, a power of ten; digits, that amounts have afterwards.
-- Result:    content with its fees and totals multiplied. What is by human ID, and amounts of features, stay.
-- Callers:   convert_amounts.
CREATE OR REPLACE FUNCTION "scale_amounts"(content jsonb, factor integer, digits integer) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof(content)
    -- Without a call for each scalar, of which a history has millions.
    WHEN 'array' THEN (SELECT coalesce(jsonb_agg(CASE WHEN jsonb_typeof(e.item) IN ('array', 'object')
        THEN scale_amounts(e.item, factor, digits) ELSE e.item END ORDER BY e.position), '[]')
      FROM jsonb_array_elements(content) WITH ORDINALITY AS e (item, position))
    WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(e.key, CASE
        WHEN e.key IN ('features', 'limits') THEN e.value
        WHEN e.key IN ('currencyDigits', 'currency_digits') THEN to_jsonb(digits)
        WHEN jsonb_typeof(e.value) = 'number' AND (e.key IN ('fee', 'userFee', 'annualFee', 'annualUserFee', 'user_fee', 'annual_fee',
          'annual_user_fee') OR (e.key = 'amount' AND content ? 'user_fee')) THEN to_jsonb(e.value::text::numeric * factor)
        WHEN jsonb_typeof(e.value) IN ('array', 'object') THEN scale_amounts(e.value, factor, digits)
        ELSE e.value END), '{}')
      FROM jsonb_each(content) AS e)
    ELSE content END;
END
$$;

-- Multiplies the amounts of an app: of its catalog with all generations, and of everything that accounts have, had or confirmed.
-- What was sent stays: events, and stored responses. Sets the transaction's tenant to the app.
--
-- A digest is that of amounts without their digits. So the stored snapshots stay, as contents with as many minor units of the new
-- digits, and converted ones are added. Each history is written once, with the digests of these: no scan for each snapshot.
--
-- Arguments: app, an app ID; factor, a power of ten; digits, of the currency afterwards; digests, {before: after} of the
--            snapshots in the app's currency.
-- Lock:      that of changes of accounts is held by the caller.
-- Callers:   lib/db/convert-amounts.ts, as the owner, without a statement timeout.
CREATE OR REPLACE FUNCTION "convert_amounts"(app text, factor integer, digits integer, digests jsonb) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('tenant.app_id', app, true), set_config('tenant.account_id', '', true),
    set_config('tenant.conversion', 'on', true),
    -- scale_amounts would be planned for each call.
    set_config('plan_cache_mode', 'force_generic_plan', true);
  UPDATE version_snapshots s SET currency_digits = digits WHERE s.app_id = app AND digests ? s.digest;
  INSERT INTO version_snapshots
    SELECT n.* FROM version_snapshots s CROSS JOIN LATERAL jsonb_populate_record(s, jsonb_build_object('digest', digests -> s.digest,
      'fee', s.fee * factor, 'user_fee', s.user_fee * factor, 'annual_fee', s.annual_fee * factor,
      'annual_user_fee', s.annual_user_fee * factor)) AS n
    WHERE s.app_id = app AND digests ? s.digest
    ON CONFLICT DO NOTHING;
  UPDATE version_changes c SET digest = digests ->> c.digest WHERE c.app_id = app AND digests ? c.digest;
  UPDATE versions v SET fee = v.fee * factor, user_fee = v.user_fee * factor, annual_fee = v.annual_fee * factor,
      annual_user_fee = v.annual_user_fee * factor WHERE v.app_id = app;
  UPDATE add_on_versions v SET fee = v.fee * factor, user_fee = v.user_fee * factor, annual_fee = v.annual_fee * factor,
      annual_user_fee = v.annual_user_fee * factor WHERE v.app_id = app;
  UPDATE add_on_version_changes c SET before = scale_amounts(c.before, factor, digits), after = scale_amounts(c.after, factor, digits)
    WHERE c.app_id = app;
  UPDATE account_history h SET snapshot_digest = coalesce(digests ->> h.snapshot_digest, h.snapshot_digest),
      previous_digest = coalesce(digests ->> h.previous_digest, h.previous_digest),
      state = CASE WHEN h.state = '{"addOnStates": []}' THEN h.state ELSE scale_amounts(h.state, factor, digits) END,
      add_on_entries = scale_amounts(h.add_on_entries, factor, digits),
      switched_add_ons = scale_amounts(h.switched_add_ons, factor, digits)
    WHERE h.app_id = app;
  UPDATE current_versions v SET add_ons = scale_amounts(v.add_ons, factor, digits), terms = scale_amounts(v.terms, factor, digits)
    WHERE v.app_id = app AND (v.add_ons IS NOT NULL OR v.terms IS NOT NULL);
  UPDATE account_changes c SET confirmed = scale_amounts(c.confirmed, factor, digits)
      || jsonb_build_object('from', coalesce(digests -> (c.confirmed ->> 'from'), c.confirmed -> 'from'),
        'to', coalesce(digests -> (c.confirmed ->> 'to'), c.confirmed -> 'to'))
    WHERE c.app_id = app;
  UPDATE catalog_editions e SET difference = scale_amounts(e.difference, factor, digits)
    WHERE e.app_id = app AND e.publish_at IS NOT NULL AND e.published_at IS NULL;
  UPDATE catalog_announcements a SET content = scale_amounts(a.content, factor, digits) WHERE a.app_id = app;
  UPDATE moves m SET to_digest = digests ->> m.to_digest WHERE m.app_id = app AND digests ? m.to_digest;
  UPDATE apps a SET currency_digits = digits WHERE a.id = app;
  PERFORM set_config('tenant.conversion', '', true), set_config('plan_cache_mode', 'auto', true);
  -- Servers keep snapshots by digest.
  PERFORM pg_notify('app_versions', 'all');
END
$$;

REVOKE EXECUTE ON FUNCTION "convert_amounts" FROM PUBLIC;
