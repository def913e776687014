import { readHeadersSchema } from '../headers';
import { callerProblems, invalid, notModified, type Operation } from '../operation';
import {
  type VersionEntry,
  type VersionList,
  versionListQuerySchema,
  versionListSchema,
} from '../version-list';
import { sampleFeatures, sampleIds, sampleTexts, sampleTitles } from './sample-catalog';

const { free, team, enterprise } = sampleIds;

const versions: VersionEntry[] = [
  {
    id: free,
    title: sampleTitles.free,
    description: sampleTexts.free,
    more_info: null,
    active: true,
    fee: 0,
    user_fee: null,
    tag: 'v1',
    public: true,
    current: true,
    switch: { direction: 'none', allowed: true, blockers: [] },
  },
  {
    id: team,
    title: sampleTitles.team,
    description: sampleTexts.team,
    more_info: 'Guests see what you show them|Everybody has a board of their own',
    active: true,
    fee: 2900,
    user_fee: 500,
    tag: 'v2',
    public: true,
    current: false,
    switch: { direction: 'upgrade', allowed: true, blockers: [] },
  },
  {
    id: enterprise,
    title: sampleTitles.enterprise,
    description: sampleTexts.enterprise,
    more_info: null,
    active: true,
    fee: null,
    user_fee: null,
    tag: 'v3',
    public: true,
    current: false,
    switch: {
      direction: 'upgrade',
      allowed: false,
      blockers: [
        { code: 'price_on_request', message: 'Enterprise is priced on request. Talk to us to move to it.' },
      ],
    },
  },
];

const app = {
  title: 'Boards',
  currency: 'USD',
  billing_period: 'month',
  contact_url: 'https://boards.example.com/talk',
} as const;

const forOwner: VersionList = {
  success: true,
  message: '',
  data: {
    versions,
    matrix: {
      versions: versions.map(({ title }) => title),
      features: [
        {
          ...sampleFeatures.boards,
          description: 'Lists of cards that everybody can move.',
          versions: { [free]: true, [team]: true, [enterprise]: true },
          group: 'Work',
          values: { [free]: '3', [team]: 'Unlimited', [enterprise]: 'Unlimited' },
          offers: {},
        },
        {
          ...sampleFeatures.guests,
          description: 'People from outside who see one board.',
          versions: { [free]: false, [team]: true, [enterprise]: true },
          group: 'Work',
          values: {},
          offers: { [free]: { title: 'Guest pass', fee: 400, user_fee: null } },
        },
        {
          ...sampleFeatures.auditLog,
          description: 'Who did what, and when.',
          versions: { [free]: false, [team]: false, [enterprise]: true },
          group: 'Safety',
          values: {},
          offers: {},
        },
      ],
    },
    optional_features_available: true,
    app,
  },
};

const forVisitor: VersionList = {
  success: true,
  message: '',
  data: {
    versions: versions.map((version) => ({ ...version, current: false, switch: null })),
    optional_features_available: true,
    app,
  },
};

export const listVersions: Operation = {
  method: 'GET',
  path: '/app/versions',
  atOrigin: true,
  id: 'listVersions',
  tag: 'Versions',
  summary: 'List the versions',
  description:
    'The versions that this caller can see, sorted by tag, with a matrix of their features: the active and public ' +
    'ones, those opened to the account, and always the one it has, also when that is retired. The product role ' +
    'sees those that are not public, too.',
  callers: ['visitor', 'member', 'owner', 'product', 'app_key'],
  query: versionListQuerySchema,
  headers: readHeadersSchema,
  answers: [
    {
      status: 200,
      description: 'The versions and what is in each.',
      headers: ['ETag', 'Content-Encoding'],
      content: {
        'application/json': {
          schema: versionListSchema,
          examples: {
            owner: { summary: 'An owner whose account is on Free', value: forOwner },
            visitor: { summary: 'A visitor, with exclude_matrix=true', value: forVisitor },
          },
        },
      },
    },
    notModified,
  ],
  problems: [...callerProblems, 'parameter_invalid'],
  faults: [invalid('exclude_matrix', 'expected one of "true"|"false"')],
  sample: {},
};
