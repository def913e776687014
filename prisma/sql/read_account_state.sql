-- Returns what decides which versions an account can see and switch to, and which offers it can turn on and off. The
-- transaction's tenant must be the account.
--
-- Arguments: app and account, IDs.
-- Result:    {account: {id, title}, current: {id, sequence, versionId, activatedAt, snapshotDigest, billingPeriod} or
--            null, granted: [version ID], optionSequence, options: [{id, offerId, sequence, active, changedAt, title,
--            fee, userFee, feeUnit, userFeeUnit, annualFee, annualUserFee, priceText, accountBillingPeriod}]}; NULL if
--            there is no such account. optionSequence is that of the last option change, or 0. options has the newest
--            change of each offer. Times are in Unix milliseconds; granted is sorted.
-- Callers:   resolve_credential, commit_account_change; lib/db/accounts.ts.

CREATE OR REPLACE FUNCTION "read_account_state"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  last_option integer;
BEGIN
  SELECT h.sequence INTO last_option
    FROM option_changes h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1;
  RETURN (
    SELECT json_build_object(
      'account', json_build_object('id', c.id, 'title', c.title),
      'current', (
        SELECT json_build_object('id', h.id, 'sequence', h.sequence, 'versionId', h.version_id,
          'activatedAt', unix_ms(h.activated_at), 'snapshotDigest', h.snapshot_digest,
          'billingPeriod', h.billing_period)
        FROM activations h WHERE h.app_id = app AND h.account_id = account ORDER BY h.sequence DESC LIMIT 1),
      'granted', (
        SELECT coalesce(json_agg(g.version_id ORDER BY g.version_id), '[]')
        FROM version_grants g WHERE g.app_id = app AND g.account_id = account),
      'optionSequence', coalesce(last_option, 0),
      'options', CASE WHEN last_option IS NULL THEN '[]' ELSE newest_option_changes(app, account) END)
    FROM accounts c WHERE c.app_id = app AND c.id = account);
END
$$;

-- The newest change of each offer of an account. Searches the index once per offer, so the cost does not grow with the
-- length of the history.
--
-- Arguments: app and account, IDs.
-- Result:    `options` of read_account_state.
-- Callers:   read_account_state.
CREATE OR REPLACE FUNCTION "newest_option_changes"(app text, account text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE newest AS (
      (SELECT h AS row FROM option_changes h WHERE h.app_id = app AND h.account_id = account
        ORDER BY h.offer_id DESC, h.sequence DESC LIMIT 1)
      UNION ALL
      SELECT (
        SELECT h FROM option_changes h
        WHERE h.app_id = app AND h.account_id = account AND h.offer_id < (newest.row).offer_id
        ORDER BY h.offer_id DESC, h.sequence DESC LIMIT 1)
      FROM newest WHERE (newest.row).offer_id IS NOT NULL)
    SELECT coalesce(json_agg(json_build_object('id', h.id, 'offerId', h.offer_id, 'sequence', h.sequence,
      'active', h.active, 'changedAt', unix_ms(h.changed_at), 'title', h.title, 'fee', h.fee,
      'userFee', h.user_fee, 'feeUnit', h.fee_unit, 'userFeeUnit', h.user_fee_unit,
      'annualFee', h.annual_fee, 'annualUserFee', h.annual_user_fee, 'priceText', h.price_text,
      'accountBillingPeriod', h.account_billing_period)), '[]')
    FROM newest, LATERAL (SELECT (newest.row).*) AS h WHERE h.offer_id IS NOT NULL);
END
$$;
