import { type AddOnHistoryEntry, addOnHistoryQuerySchema, addOnHistorySchema } from '../add-ons';
import { roles } from '../current-user';
import { localizedReadHeadersSchema } from '../headers';
import { type HistoryEntry, historyQuerySchema, historySchema } from '../history';
import { defineOperation, example, invalidParameter, succeed } from './operation';
import {
  sameFeatures,
  sampleActor,
  sampleAddOnTime,
  sampleBoards,
  sampleCatalogTime,
  sampleContent,
  sampleCurrency,
  sampleFeatures,
  sampleIds,
  samplePrices,
  sampleTimes,
  sampleVersions,
} from './sample-data';

const first: HistoryEntry = {
  activated: sampleTimes.first,
  plan_since: sampleTimes.first,
  ...sampleVersions.free,
  history_id: sampleIds.firstEntry,
  sequence: 1,
  deactivated: sampleTimes.second,
  previous_version_id: null,
  previous_title: null,
  direction: 'none',
  pays: 'same',
  ...sampleContent.free,
  ...sampleCurrency,
  billing_period: 'month',
  ...sameFeatures,
  gained: [sampleFeatures.boards],
  actor: { kind: 'key', name: 'Boards', user_id: null, channel: 'api' },
  reason: null,
  account_billing_period: 'month',
  users: 1,
  quantity: null,
  terms: null,
  trial_ends_at: null,
  kind: 'switch',
  options: [],
  undo: false,
  undo_until: null,
  follows_at: null,
  catalog_changes: [],
};

const second: HistoryEntry = {
  ...first,
  activated: sampleTimes.second,
  plan_since: sampleTimes.second,
  ...sampleVersions.team,
  history_id: sampleIds.secondEntry,
  sequence: 2,
  deactivated: null,
  previous_version_id: first.id,
  previous_title: first.title,
  direction: 'upgrade',
  pays: 'more',
  ...sampleContent.team,
  gained: [sampleFeatures.guests],
  raised: [{ ...sampleFeatures.boards, from: sampleBoards.free, to: sampleBoards.team, improved: true }],
  actor: sampleActor,
  reason: 'Our team has grown',
  users: 5,
  options: [
    {
      id: sampleIds.guestPass,
      title: 'Guest pass',
      outcome: 'included',
      quantity: 1,
      ...samplePrices.guestPass,
    },
  ],
  undo_until: sampleTimes.second + 86_400,
  catalog_changes: [
    {
      changed_at: sampleCatalogTime,
      ...sameFeatures,
      gained: [sampleFeatures.auditLog],
      price: { ...samplePrices.team, fee: 2500, annual_fee: 25000 },
      previous_price: samplePrices.team,
    },
  ],
};

const csv = [
  'activated,deactivated,type,title,users,quantity,fee,user_fee,currency,billing_period,actor,reason',
  '2026-11-22T00:00:00.000Z,,version,Team,5,,29.00,5.00,USD,month,Ada Example,Our team has grown',
  '',
].join('\r\n');

const toggled: AddOnHistoryEntry = {
  id: sampleIds.guestPass,
  title: 'Guest pass',
  status: 'active',
  quantity: 1,
  timestamp: sampleAddOnTime,
  ...samplePrices.guestPass,
  cause: 'toggle',
  by: 'Ada Example',
  history_id: sampleIds.firstAddOnChange,
  sequence: 1,
  version_id: sampleIds.free,
  pays: 'more',
  switch_history_id: null,
  ...sampleCurrency,
  billing_period: 'month',
  account_billing_period: 'month',
  features: [sampleFeatures.guests, sampleFeatures.boards],
  actor: sampleActor,
  reason: null,
  catalog_changes: [],
};

const switchedOff: AddOnHistoryEntry = {
  ...toggled,
  status: 'inactive',
  quantity: 0,
  timestamp: sampleTimes.second,
  cause: 'switch',
  history_id: sampleIds.secondAddOnChange,
  sequence: 2,
  version_id: sampleIds.team,
  switch_history_id: sampleIds.secondEntry,
  reason: 'Our team has grown',
};

export const historyOperations = {
  listVersionHistory: defineOperation({
    method: 'GET',
    path: '/api/account/versions',
    tag: 'History',
    summary: 'List the version history',
    description:
      'Returns the switches of the account, newest first. The first entry is the current version. Entries never change, ' +
      'even if the version is renamed or its price changes, except for `deactivated` and `undo_until`. What a publication changes in ' +
      'a version while it is active is added to `catalog_changes`. Use `limit` and `cursor` for pagination. The CSV format ' +
      '(`text/csv`, RFC 4180 with a header line, times in UTC) is not paginated: it contains all ' +
      'entries, or with `at` the entry at that time. With `include=options` it also contains the changes of optional ' +
      'features, with empty columns where they have no value, and with `include=catalog` the changes by publications, with the ' +
      'previous price. It has 12 columns for bookkeeping, with the fees of the billing period of the account as decimal numbers, or with ' +
      '`columns=all` all fields, with fees in minor units. At most 8 such downloads of an account can be in progress.',
    callers: { scope: 'account', roles },
    query: historyQuerySchema,
    headers: localizedReadHeadersSchema,
    responses: succeed(
      'The history entries.',
      historySchema,
      {
        full: example('Two entries', { payload: [second, first], has_more: false }),
        page: example('The first page, with limit=1', {
          payload: [second],
          next_cursor: '2',
          has_more: true,
        }),
      },
      { headers: ['Content-Disposition'], csv: { summary: 'A CSV file', value: csv } },
    ),
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  listOptionHistory: defineOperation({
    method: 'GET',
    path: '/api/account/optional-features',
    tag: 'History',
    summary: 'List the history of optional features',
    description:
      'Returns when optional features of the account were turned on and off, newest first. Entries never change, but what a ' +
      'publication changes in an optional feature while it is on is added to `catalog_changes`. A switch adds entries for ' +
      'optional features that it turns off or that have another price for the new version.',
    callers: { scope: 'account', roles },
    query: addOnHistoryQuerySchema,
    headers: localizedReadHeadersSchema,
    responses: succeed('The history entries.', addOnHistorySchema, {
      full: example('Turned on, and turned off by a switch', {
        payload: [switchedOff, toggled],
        has_more: false,
      }),
    }),
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
};
