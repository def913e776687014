import { languageQuerySchema } from '../fields';
import { localizedConditionalReadHeadersSchema } from '../headers';
import {
  type Version,
  type VersionEntry,
  type VersionList,
  versionListQuerySchema,
  versionListSchema,
  versionSchema,
} from '../versions';
import { defineOperation, example, invalidParameter, succeed } from './operation';
import {
  createTotal,
  guestPass,
  noContent,
  sampleBoards,
  sampleContent,
  sampleFeatures,
  sampleIds,
  samplePrices,
  sampleVersions,
} from './sample-data';

const { free, team, enterprise } = sampleIds;

const freeEntry: VersionEntry = {
  ...sampleVersions.free,
  more_info: null,
  active: true,
  ...sampleContent.free,
  max_users: null,
  billing_periods: ['month', 'year'],
  tag: 'v1',
  public: true,
  recommended: false,
  family: null,
  replaced_by: null,
  current: true,
  total: createTotal(samplePrices.free, 5),
  trial: null,
  switch: { direction: 'none', pays: 'same', gets: 'same', allowed: true, blockers: [] },
};
const teamEntry: VersionEntry = {
  ...freeEntry,
  ...sampleVersions.team,
  more_info: 'Share single boards with guests|Private boards for every member',
  ...sampleContent.team,
  tag: 'v2',
  recommended: true,
  current: false,
  total: createTotal(samplePrices.team, 5),
  switch: { direction: 'upgrade', pays: 'more', gets: 'more', allowed: true, blockers: [] },
};
const onRequest = {
  code: 'price_on_request' as const,
  message: 'Enterprise is priced on request. Contact us to switch to it.',
};
const enterpriseEntry: VersionEntry = {
  ...freeEntry,
  ...sampleVersions.enterprise,
  ...sampleContent.enterprise,
  billing_periods: [],
  tag: 'v3',
  current: false,
  total: null,
  switch: { direction: 'upgrade', pays: 'unknown', gets: 'more', allowed: false, blockers: [onRequest] },
};
const versions = [freeEntry, teamEntry, enterpriseEntry];

export const sampleApp = {
  title: 'Boards',
  currency: 'USD',
  currency_digits: 2,
  billing_period: 'month',
  language: 'en',
  contact_url: 'https://boards.example.com/contact',
  sign_in_url: 'https://boards.example.com/sign-in',
  sign_up_url: 'https://boards.example.com/sign-up',
  billing_url: 'https://boards.example.com/billing',
  users_managed_by: 'owner',
  users_limit: null,
} as const;

const noAmounts = {
  values: {},
  unit: null,
  period: null,
  renewable: null,
  amounts: {},
  lower_is_better: false,
  better_amount: 'higher' as const,
  linked_features: [],
  highlight: false,
  keywords: [],
};

const listFields = {
  optional_features_available: true,
  billing_period: 'month' as const,
  trial_ends_at: null,
  users: 5,
  quantity: null,
  app: sampleApp,
};

const forOwner: VersionList['data'] = {
  versions,
  matrix: {
    versions: versions.map(({ title }) => title),
    features: [
      {
        ...sampleFeatures.boards,
        description: 'Lists of cards that all members can move.',
        versions: { [free]: true, [team]: true, [enterprise]: true },
        group: 'Collaboration',
        ...noAmounts,
        values: { [free]: sampleBoards.free.value, [team]: 'Unlimited', [enterprise]: 'Unlimited' },
        unit: 'board',
        renewable: false,
        amounts: {
          [free]: { amount: 3, unlimited: false },
          [team]: { amount: null, unlimited: true },
          [enterprise]: { amount: null, unlimited: true },
        },
        offers: {},
      },
      {
        ...sampleFeatures.guests,
        description: 'External users with access to a single board.',
        versions: { [free]: false, [team]: true, [enterprise]: true },
        group: 'Collaboration',
        ...noAmounts,
        offers: { [free]: { title: 'Guest pass', ...samplePrices.guestPass, ids: [sampleIds.guestPass] } },
      },
      {
        ...sampleFeatures.auditLog,
        description: 'A log of all changes, with user and time.',
        versions: { [free]: false, [team]: false, [enterprise]: true },
        group: 'Security',
        ...noAmounts,
        offers: {},
      },
    ],
    offers: [guestPass],
  },
  ...listFields,
};

const forVisitor: VersionList['data'] = {
  versions: versions.map((version) => ({ ...version, current: false, switch: null })),
  ...listFields,
  billing_period: null,
};

const fitsWithout = { fits: true, exceeded: [], optional_features: [], complete: true };
const forUsage: VersionList['data'] = {
  ...forVisitor,
  versions,
  billing_period: 'month',
  usage_fit: {
    cheapest_version_id: team,
    versions: {
      [free]: { ...fitsWithout, fits: false, exceeded: [sampleFeatures.boards.id], total: null },
      [team]: { ...fitsWithout, total: teamEntry.total },
      [enterprise]: { ...fitsWithout, total: null },
    },
  },
};

const { user_fee, ...teamContent } = sampleContent.team;

const teamVersion: Version = {
  ...sampleVersions.team,
  tag: 'v2',
  user_fee,
  is_default: false,
  active: true,
  features: [
    {
      id: sampleIds.boards,
      title: sampleFeatures.boards.title,
      human_id: sampleFeatures.boards.id,
      ...sampleBoards.team,
      renewable: false,
    },
    {
      id: sampleIds.guests,
      title: sampleFeatures.guests.title,
      human_id: sampleFeatures.guests.id,
      ...noContent,
      renewable: null,
    },
  ],
  ...teamContent,
  more_info: teamEntry.more_info,
  replaced_by: null,
};

export const versionOperations = {
  listVersions: defineOperation({
    method: 'GET',
    path: '/api/app/versions',
    tag: 'Versions',
    summary: 'List versions',
    description:
      'Returns the versions that the caller can see, sorted by tag, with a feature matrix. These are the active public ' +
      'versions, versions granted to the account, and always the account’s current version, even if it is inactive. ' +
      'The product role also sees versions that are not public.',
    callers: { scope: 'catalog' },
    query: versionListQuerySchema,
    headers: localizedConditionalReadHeadersSchema,
    responses: succeed(
      'The versions and the feature matrix.',
      versionListSchema,
      {
        owner: example('For an owner on the Free version', { data: forOwner }),
        visitor: example('For a visitor, with exclude_matrix=true', { data: forVisitor }),
        usage: example('With fits=usage and exclude_matrix=true', { data: forUsage }),
      },
      { headers: ['Content-Encoding'] },
    ),
    sampleFieldErrors: [invalidParameter('exclude_matrix', 'expected one of "true"|"false"')],
  }),
  getVersion: defineOperation({
    method: 'GET',
    path: '/api/app/versions/:id',
    tag: 'Versions',
    summary: 'Get a version',
    description:
      'Returns a version with the features it includes. The response is the version itself, without an envelope. The ' +
      'same error is returned for an ID that is unknown, malformed, of another app, or not visible to the caller.',
    callers: { scope: 'catalog' },
    query: languageQuerySchema,
    headers: localizedConditionalReadHeadersSchema,
    responses: succeed(
      'The version.',
      versionSchema,
      { team: { summary: 'The Team version', value: teamVersion } },
      { headers: ['Content-Encoding'] },
    ),
  }),
};
