import { accountHeaderSchema, conditionalReadHeadersSchema, switchHeadersSchema } from '../headers';
import {
  type OptionalFeature,
  type OptionalFeatures,
  type OptionChangeResult,
  type OptionHistoryEntry,
  optionalFeaturesQuerySchema,
  optionalFeaturesSchema,
  optionChangeRequestSchema,
  optionChangeResultSchema,
  optionHistoryQuerySchema,
  optionHistorySchema,
  optionPathSchema,
} from '../optional-features';
import {
  bodyErrors,
  callerErrors,
  invalidParameter,
  missingAccountId,
  missingParameter,
  notModifiedResponse,
  type Operation,
  unknownParameter,
} from './operation';
import {
  sampleBoards,
  sampleFeatures,
  sampleIds,
  sampleOptionTime,
  samplePrices,
  sampleRevision,
  sampleTimes,
} from './sample-data';

const guestPass: OptionalFeature = {
  id: sampleIds.guestPass,
  human_id: 'guest-pass',
  title: 'Guest pass',
  description: 'Lets one guest work on a board.',
  more_info: null,
  features: [
    { ...sampleFeatures.guests, value: null, amount: null, unlimited: false, unit: null, period: null },
  ],
  limits: [{ ...sampleFeatures.boards, change: 'add', ...sampleBoards.free, value: '1 board', amount: 1 }],
  depends_on: [],
  excludes: [],
  versions: { [sampleIds.free]: samplePrices.guestPass },
  ...samplePrices.guestPass,
  price_version_id: sampleIds.free,
  billing_period: 'month',
  active: true,
  since: sampleOptionTime,
  included: false,
  available: true,
  retired: false,
  change: { allowed: true, blockers: [] },
  revision: sampleRevision,
};

const forOwner: OptionalFeatures = {
  success: true,
  message: '',
  data: {
    optional_features: [guestPass],
    total: {
      billing_period: 'month',
      users: 1,
      fee: 0,
      user_fee: 0,
      amount: 0,
      not_included: [sampleIds.guestPass],
    },
  },
};

const forVisitor: OptionalFeatures = {
  success: true,
  message: '',
  data: {
    optional_features: [{ ...guestPass, active: false, since: null, change: null, revision: null }],
    total: null,
  },
};

const turnedOn: OptionChangeResult = {
  success: true,
  message: 'Guest pass is on.',
  data: {
    history_id: sampleIds.firstOptionChange,
    id: sampleIds.guestPass,
    active: true,
    timestamp: sampleOptionTime,
  },
};

const toggled: OptionHistoryEntry = {
  id: sampleIds.guestPass,
  title: 'Guest pass',
  status: 'active',
  timestamp: sampleOptionTime,
  ...samplePrices.guestPass,
  cause: 'toggle',
  by: 'Ada Example',
  history_id: sampleIds.firstOptionChange,
  sequence: 1,
  version_id: sampleIds.free,
  switch_history_id: null,
  currency: 'USD',
  billing_period: 'month',
  account_billing_period: 'month',
  features: [sampleFeatures.guests, sampleFeatures.boards],
  actor: { kind: 'session', name: 'Ada Example', channel: 'portal' },
  reason: null,
};

const switchedOff: OptionHistoryEntry = {
  ...toggled,
  status: 'inactive',
  timestamp: sampleTimes.second,
  cause: 'switch',
  history_id: sampleIds.secondOptionChange,
  sequence: 2,
  version_id: sampleIds.team,
  switch_history_id: sampleIds.secondActivation,
  reason: 'Our team has grown',
};

export const listOptionalFeatures: Operation = {
  method: 'GET',
  path: '/app/optional-features',
  atOrigin: true,
  id: 'listOptionalFeatures',
  tag: 'Optional features',
  summary: 'List optional features',
  description:
    'Returns the optional features that are available for at least one version that the caller can see, and those that ' +
    'are on, in catalog order. Each has its price for the current version, and whether the caller can turn it on or off. ' +
    'Without an account, the state is left out. Send the `revision` of an optional feature as `If-Match` when you turn ' +
    'it on or off.',
  callers: ['visitor', 'member', 'owner', 'product', 'app_key'],
  query: optionalFeaturesQuerySchema,
  headers: conditionalReadHeadersSchema,
  responses: [
    {
      status: 200,
      description: 'The optional features.',
      headers: ['ETag'],
      content: {
        'application/json': {
          schema: optionalFeaturesSchema,
          examples: {
            owner: { summary: 'For an owner, with one that is on', value: forOwner },
            visitor: { summary: 'For a visitor', value: forVisitor },
          },
        },
      },
    },
    notModifiedResponse,
  ],
  errors: [...callerErrors, 'parameter_invalid'],
  sampleFieldErrors: [invalidParameter('users', 'expected at most 10000')],
  sampleParameters: {},
};

export const changeOptionalFeature: Operation = {
  method: 'POST',
  path: '/account/optional-features/{id}',
  atOrigin: true,
  id: 'changeOptionalFeature',
  tag: 'Optional features',
  summary: 'Turn an optional feature on or off',
  description:
    'Turns an optional feature of the account on or off and adds an entry to its history. Concurrent changes and switches ' +
    'of an account are executed one after the other. If it already is in that state, nothing changes and the newest entry ' +
    'is returned.',
  callers: ['owner', 'app_key'],
  pathParameters: optionPathSchema,
  headers: switchHeadersSchema,
  body: {
    schema: optionChangeRequestSchema,
    examples: {
      on: { summary: 'Turn on', value: { active: true } },
      off: { summary: 'Turn off, with a reason', value: { active: false, reason: 'No guests in winter' } },
    },
  },
  responses: [
    {
      status: 200,
      description: 'The history entry.',
      headers: ['Idempotent-Replayed'],
      content: {
        'application/json': {
          schema: optionChangeResultSchema,
          examples: {
            on: { summary: 'Turned on', value: turnedOn },
            unchanged: {
              summary: 'Already on',
              value: { ...turnedOn, message: 'Guest pass is already on.' },
            },
          },
        },
      },
    },
  ],
  errors: [
    ...callerErrors,
    ...bodyErrors,
    'cross_site',
    'option_not_found',
    'preview_stale',
    'option_included',
    'option_not_offered',
    'price_on_request',
    'billing_period_unavailable',
    'option_dependency_missing',
    'option_excluded',
    'option_required',
    'idempotency_key_reused',
    'switch_conflict',
  ],
  sampleFieldErrors: [
    missingParameter('active'),
    invalidParameter('active', 'expected boolean, received string'),
    unknownParameter('status'),
  ],
  sampleParameters: { id: sampleIds.guestPass, 'Idempotency-Key': 'guest-pass-4c1e' },
};

export const listOptionHistory: Operation = {
  method: 'GET',
  path: '/account/optional-features',
  atOrigin: true,
  id: 'listOptionHistory',
  tag: 'History',
  summary: 'List the history of optional features',
  description:
    'Returns when optional features of the account were turned on and off, newest first. Entries never change. A switch ' +
    'adds entries for optional features that it turns off or that have another price for the new version.',
  callers: ['member', 'owner', 'product', 'app_key'],
  query: optionHistoryQuerySchema,
  headers: accountHeaderSchema,
  responses: [
    {
      status: 200,
      description: 'The history entries.',
      content: {
        'application/json': {
          schema: optionHistorySchema,
          examples: {
            full: {
              summary: 'Turned on, and turned off by a switch',
              value: { success: true, message: '', payload: [switchedOff, toggled] },
            },
          },
        },
      },
    },
  ],
  errors: [...callerErrors, 'parameter_missing', 'parameter_invalid'],
  sampleFieldErrors: [missingAccountId, invalidParameter('limit', 'expected at most 1000')],
  sampleParameters: {},
};
