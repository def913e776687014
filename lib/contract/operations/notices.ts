import { roles } from '../current-user';
import { accountHeaderSchema, actorHeaderSchema, localizedReadHeadersSchema } from '../headers';
import * as notices from '../notices';
import { defineOperation, example, invalidParameter, succeed } from './operation';
import {
  sampleActor,
  sampleCatalogTime,
  sampleCurrency,
  sampleFeatures,
  sampleIds,
  samplePrices,
  sampleVersions,
} from './sample-data';

const { id, title } = sampleVersions.team;

const notice: notices.NoticeBody = {
  id: sampleIds.notice,
  type: 'changed',
  changed_at: sampleCatalogTime,
  effective_at: null,
  ends_at: null,
  version: { id, title },
  previous_version: null,
  optional_feature: null,
  lost: [],
  gained: [sampleFeatures.auditLog],
  raised: [],
  lowered: [],
  changed: [],
  price: { ...samplePrices.team, fee: 2500, annual_fee: 25000 },
  previous_price: samplePrices.team,
  ...sampleCurrency,
  billing_period: 'month',
  account_billing_period: 'month',
  previous_account_billing_period: null,
  undone: false,
  history_id: null,
};

const announced: notices.NoticeBody = {
  ...notice,
  type: 'announced',
  effective_at: sampleCatalogTime + 90 * 86_400,
  gained: [],
};

export const noticeOperations = {
  listNotices: defineOperation({
    method: 'GET',
    path: '/api/account/notices',
    tag: 'Notices',
    summary: 'List notices',
    description:
      'Returns what you have changed for the account since its owner chose it: its version, the version that has replaced that, and its ' +
      'optional features, each with the difference between what the account had and has. What does not change anything for the account ' +
      'has no notice. An own switch of the account and a dismissal end notices. What a scheduled edition changes is `announced`, each ' +
      'compared with what the account has today, until the edition is published or not scheduled any more. `changed_by` of `GET /accounts` lists the accounts ' +
      'that an edition concerns.',
    callers: { scope: 'account', roles },
    query: notices.noticesQuerySchema,
    headers: localizedReadHeadersSchema,
    responses: succeed('The notices.', notices.noticeListSchema, {
      notices: example('A lower price and a feature', { payload: [notice], has_more: false }),
      announced: example('A scheduled price', { payload: [announced], has_more: false }),
    }),
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  dismissNotice: defineOperation({
    method: 'DELETE',
    path: '/api/account/notices/:id',
    tag: 'Notices',
    summary: 'Dismiss a notice',
    description:
      'Removes a notice for all users of the account. A repeated request returns the first dismissal.',
    callers: { scope: 'account', roles: ['owner'] },
    forbidden: 'Only account owners can dismiss notices.',
    headers: accountHeaderSchema.extend(actorHeaderSchema.shape),
    responses: succeed('The dismissal.', notices.noticeDismissalResponseSchema, {
      dismissed: example('Dismissed', {
        data: { id: sampleIds.notice, dismissed_at: sampleCatalogTime + 3600, dismissed_by: sampleActor },
      }),
    }),
  }),
};
