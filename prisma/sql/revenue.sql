-- What accounts pay by list, before and after a change for all accounts of some versions.

-- Arguments: terms of an account, as in state of account_history, or NULL.
-- Result:    {versionId, price} of those that are in effect and have a price. It is NULL for others.
-- Callers:   read_revenue; lib/db/revenue.ts.
CREATE OR REPLACE FUNCTION "agreed_price"(terms jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN (terms -> 'active')::boolean AND terms -> 'price' <> '{}'
    THEN jsonb_build_object('versionId', terms -> 'versionId', 'price', terms -> 'price') END
$$;

-- Sums what accounts pay, by version and billing period, with the accounts that pay most. Accounts that are due to follow a
-- publication to another version count there. Reads the accounts of each version once.
--
-- Arguments: app, an ID; rates, as `RevenueRate` of lib/db/revenue.ts has them: the arrays have the rates now (1), then (2), and
--            then for accounts that follow to another version (3); max_rows, the number of largest accounts.
-- Result:    [{versionId, billingPeriod, accounts, users, before, after, unpriced, largest: [{id, externalId, title, users,
--            before,
--            after}]}] of those with accounts. Amounts are per month, in minor units. unpriced counts the accounts with something
--            that has no list price, which counts as 0.
-- Callers:   lib/db/revenue.ts.
CREATE OR REPLACE FUNCTION "read_revenue"(app text, rates jsonb, max_rows integer) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  rate record;
  -- The versions whose accounts count for it.
  sources text[];
  item jsonb;
  result jsonb := '[]';
BEGIN
  FOR rate IN
    SELECT * FROM jsonb_to_recordset(rates) AS r("versionId" text, "billingPeriod" billing_period, follows boolean, fee float8[],
      "userFee" float8[], "minUsers" float8[], "minUnits" float8[], "keepsUnits" boolean, priced boolean[], "ownFactor" float8,
      agreed jsonb, "otherAgreed" jsonb, "addOns" jsonb)
  LOOP
    SELECT array_agg(s.id) INTO sources FROM (
      SELECT rate."versionId" AS id WHERE NOT EXISTS (SELECT FROM catalog_follows f WHERE f.app_id = app AND f.add_on_id IS NULL
        AND f.at_renewal IS NOT TRUE AND f.version_id = rate."versionId" AND f.to_version_id <> rate."versionId"
        AND (f.billing_period IS NULL OR f.billing_period = rate."billingPeriod"))
      UNION SELECT f.version_id FROM catalog_follows f WHERE f.app_id = app AND f.add_on_id IS NULL
        AND f.at_renewal IS NOT TRUE AND f.to_version_id = rate."versionId" AND (f.billing_period IS NULL OR f.billing_period = rate."billingPeriod")) AS s;
    -- All amounts are in twelfths of a month: whole numbers.
    WITH concerned AS (
      SELECT v.* FROM current_versions v
      WHERE rate.agreed IS NULL AND v.app_id = app AND v.version_id = ANY (sources) AND v.billing_period = rate."billingPeriod"
        AND (v.terms IS NULL OR rate."otherAgreed" @> jsonb_build_array(agreed_price(v.terms)) IS NOT TRUE)
      UNION ALL SELECT v.* FROM current_versions v
      WHERE rate.agreed IS NOT NULL AND v.app_id = app AND v.version_id = ANY (sources) AND v.billing_period = rate."billingPeriod"
        AND v.terms IS NOT NULL AND agreed_price(v.terms) = rate.agreed
    ), owned AS MATERIALIZED (
      -- Many accounts have the same.
      SELECT v.users, v.quantity, v.add_ons, count(*) AS accounts FROM concerned v GROUP BY v.users, v.quantity, v.add_ons
    ), amounts AS MATERIALIZED (
      SELECT v.*,
        rate.fee[1] * CASE WHEN rate."minUnits"[1] IS NULL THEN 1 ELSE u.units END + coalesce(x.fee_before, 0)
          + (rate."userFee"[1] + coalesce(x.user_fee_before, 0)) * greatest(v.users, rate."minUsers"[1]) AS before,
        CASE WHEN rate.follows AND x.blocks IS NOT TRUE
          THEN rate.fee[3] * CASE WHEN rate."minUnits"[3] IS NULL THEN 1
              WHEN rate."keepsUnits" THEN greatest(u.units, rate."minUnits"[3]) ELSE rate."minUnits"[3] END
            + coalesce(x.fee_follow, 0)
            + (rate."userFee"[3] + coalesce(x.user_fee_follow, 0)) * greatest(v.users, rate."minUsers"[3])
          ELSE rate.fee[2] * CASE WHEN rate."minUnits"[2] IS NULL THEN 1 ELSE greatest(u.units, rate."minUnits"[2]) END
            + coalesce(x.fee_stay, 0)
            + (rate."userFee"[2] + coalesce(x.user_fee_stay, 0)) * greatest(v.users, rate."minUsers"[2])
          END AS after,
        NOT (rate.priced[1] AND x.priced_before IS NOT FALSE AND CASE WHEN rate.follows AND x.blocks IS NOT TRUE
          THEN rate.priced[3] AND x.priced_follow IS NOT FALSE ELSE rate.priced[2] AND x.priced_stay IS NOT FALSE END) AS is_unpriced
      FROM owned v
      CROSS JOIN LATERAL (SELECT greatest(rate."minUnits"[1], coalesce(v.quantity, 1)) AS units) AS u
      LEFT JOIN LATERAL (
        SELECT bool_or((p.rate -> 'blocks')::boolean) AS blocks,
          sum(p.quantity * CASE WHEN (p.rate -> 'own' -> 0)::boolean THEN o.fee ELSE (p.rate -> 'fee' -> 0)::float8 END) AS fee_before,
          sum(p.quantity * CASE WHEN (p.rate -> 'own' -> 1)::boolean THEN o.fee ELSE (p.rate -> 'fee' -> 1)::float8 END) AS fee_stay,
          sum(p.quantity * CASE WHEN (p.rate -> 'own' -> 2)::boolean THEN o.fee ELSE (p.rate -> 'fee' -> 2)::float8 END) AS fee_follow,
          sum(p.quantity * CASE WHEN (p.rate -> 'own' -> 0)::boolean THEN o.user_fee ELSE (p.rate -> 'userFee' -> 0)::float8 END)
            AS user_fee_before,
          sum(p.quantity * CASE WHEN (p.rate -> 'own' -> 1)::boolean THEN o.user_fee ELSE (p.rate -> 'userFee' -> 1)::float8 END)
            AS user_fee_stay,
          sum(p.quantity * CASE WHEN (p.rate -> 'own' -> 2)::boolean THEN o.user_fee ELSE (p.rate -> 'userFee' -> 2)::float8 END)
            AS user_fee_follow,
          bool_and(CASE WHEN (p.rate -> 'own' -> 0)::boolean THEN o.priced ELSE (p.rate -> 'priced' -> 0)::boolean END) AS priced_before,
          bool_and(CASE WHEN (p.rate -> 'own' -> 1)::boolean THEN o.priced ELSE (p.rate -> 'priced' -> 1)::boolean END) AS priced_stay,
          bool_and(CASE WHEN (p.rate -> 'own' -> 2)::boolean THEN o.priced ELSE (p.rate -> 'priced' -> 2)::boolean END) AS priced_follow
        FROM jsonb_each(v.add_ons) AS s (id, own)
        CROSS JOIN LATERAL (SELECT rate."addOns" -> s.id AS rate,
          CASE WHEN (rate."addOns" -> s.id -> 'perQuantity')::boolean THEN (s.own ->> 'quantity')::float8 ELSE 1 END AS quantity) AS p
        -- The catalog has no price for a retired add-on: it keeps that of its account.
        LEFT JOIN LATERAL (SELECT coalesce(q.fee, 0) AS fee, coalesce(q.user_fee, 0) AS user_fee,
            coalesce(q.fee, q.user_fee) IS NOT NULL AS priced
          FROM (SELECT CASE WHEN NOT (p.rate -> 'perQuantity')::boolean AND (s.own ->> 'fee')::float8 > 0 AND s.own ->> 'feeUnit' IS NOT NULL
                THEN NULL
              WHEN rate."ownFactor" IS NULL THEN coalesce((s.own ->> 'annualFee')::float8, (s.own ->> 'fee')::float8 * 12)
              ELSE (s.own ->> 'fee')::float8 * rate."ownFactor" END AS fee,
            CASE WHEN rate."ownFactor" IS NULL THEN coalesce((s.own ->> 'annualUserFee')::float8, (s.own ->> 'userFee')::float8 * 12)
              ELSE (s.own ->> 'userFee')::float8 * rate."ownFactor" END AS user_fee) AS q
        ) AS o ON (p.rate -> 'hasOwn')::boolean
      ) AS x ON v.add_ons IS NOT NULL
    ), sums AS (
      SELECT sum(a.accounts) AS accounts, sum(a.accounts * a.users) AS users, round(sum(a.accounts * a.before) / 12) AS before,
        round(sum(a.accounts * a.after) / 12) AS after, coalesce(sum(a.accounts) FILTER (WHERE a.is_unpriced), 0) AS unpriced
      FROM amounts a
    )
    SELECT jsonb_build_object('versionId', rate."versionId", 'billingPeriod', rate."billingPeriod", 'accounts', s.accounts,
        'users', s.users, 'before', s.before, 'after', s.after, 'unpriced', s.unpriced, 'largest', (
          SELECT jsonb_agg(jsonb_build_object('id', t.account_id, 'externalId', c.external_id, 'title', c.title, 'users', t.users,
            'before', round(t.before / 12), 'after', round(t.after / 12)) ORDER BY t.before DESC, t.after DESC, t.account_id)
          FROM (
            SELECT v.account_id, a.users, a.before, a.after
            FROM (SELECT * FROM amounts ORDER BY before DESC, after DESC LIMIT max_rows) AS a
            JOIN concerned v ON v.users = a.users AND v.quantity IS NOT DISTINCT FROM a.quantity AND v.add_ons IS NOT DISTINCT FROM a.add_ons
            ORDER BY a.before DESC, a.after DESC, v.account_id LIMIT max_rows) AS t
          JOIN accounts c ON c.app_id = app AND c.id = t.account_id))
      INTO item FROM sums s WHERE s.accounts > 0;
    result := result || coalesce(item, '[]');
  END LOOP;
  RETURN result;
END
$$;
