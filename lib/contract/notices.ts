import { z } from 'zod';
import {
  accountBillingPeriod,
  actor,
  addOnRef,
  billingPeriod,
  currencyFields,
  envelope,
  featureChangeFields,
  featureRef,
  language,
  listEnvelope,
  pageParameters,
  rowId,
  unixSeconds,
  versionId,
  versionTitle,
} from './fields';
import { boundedPriceSchema } from './versions';

export const noticeId = rowId('Notice ID, `ntc_…`. Another one after a further change.');
const version = z.object({ id: versionId, title: versionTitle });

/** What the provider changed for an account since the account chose it, or will change. */
export const noticeSchema = z.object({
  id: noticeId,
  type: z
    .enum(['changed', 'moved', 'kept', 'included', 'ended', 'announced'])
    .describe(
      '`changed`: the version or the optional feature has changed. `moved`: the account was moved from `previous_version` to `version`. ' +
        '`kept`: `version` has replaced `previous_version`, which the account keeps. `included`: `version` includes the optional feature, ' +
        'which is off since. `ended`: the optional feature was turned off. `announced`: the version or the optional feature changes at ' +
        '`effective_at`.',
    ),
  changed_at: unixSeconds.describe(
    'Since when the newest change holds, or with `announced` is announced. Unix timestamp in seconds.',
  ),
  effective_at: unixSeconds
    .nullable()
    .describe(
      'With `announced`, when the scheduled edition is published, or the account follows at the end of its paid period. With `kept`, ' +
        'when it follows to `version`, at that end. Unix timestamp in seconds. `null` if it does not follow, and for others.',
    ),
  ends_at: unixSeconds
    .nullable()
    .describe(
      'With `announced`, when the account gets back what it has now. Unix timestamp in seconds. `null` if it does not, and for others.',
    ),
  version: version.describe('Version of the account, or with `kept` the one that has replaced it.'),
  previous_version: version
    .nullable()
    .describe('With `moved` the version before, with `kept` that of the account. `null` for others.'),
  optional_feature: addOnRef
    .nullable()
    .describe('Optional feature that has changed. `null` if it is the version.'),
  lost: z
    .array(featureRef)
    .describe('Features that it included before, or with `kept` only that of the account.'),
  gained: z
    .array(featureRef)
    .describe('Features that it did not include before, or with `kept` only `version`.'),
  ...featureChangeFields,
  price: boundedPriceSchema
    .nullable()
    .describe(
      'Price since, or with `announced` from then on. `null` for an optional feature that is not offered any more, or with `announced` is turned off.',
    ),
  previous_price: boundedPriceSchema
    .nullable()
    .describe('Price before. `null` if the account pays the same.'),
  ...currencyFields,
  billing_period: billingPeriod,
  account_billing_period: accountBillingPeriod,
  previous_account_billing_period: accountBillingPeriod
    .nullable()
    .describe('Period that the account was billed for before. `null` if it is the same.'),
  undone: z
    .boolean()
    .describe('Whether a later publication has undone the change: the account has what it had before.'),
  history_id: z
    .string()
    .nullable()
    .describe(
      'History entry of the change, `avh_…` or `aoh_…`. `null` if it is in the `catalog_changes` of another one.',
    ),
});

/** Query of `GET /account/notices`. */
export const noticesQuerySchema = z.object({ ...pageParameters, language });

export const noticeListSchema = listEnvelope(z.array(noticeSchema).describe('The notices, newest first.'));

/** Who dismissed a notice. */
export const noticeDismissalSchema = z.object({
  id: noticeId,
  dismissed_at: unixSeconds.describe('Unix timestamp in seconds.'),
  dismissed_by: actor.describe('Who dismissed it first.'),
});

export const noticeDismissalResponseSchema = envelope(noticeDismissalSchema);

export type NoticeBody = z.infer<typeof noticeSchema>;
export type NoticeList = z.infer<typeof noticeListSchema>;
export type NoticeDismissalBody = z.infer<typeof noticeDismissalSchema>;
