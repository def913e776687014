import * as addOns from '../add-ons';
import { roles } from '../current-user';
import {
  localizedConditionalReadHeadersSchema,
  localizedReadHeadersSchema,
  switchHeadersSchema,
} from '../headers';
import {
  defineOperation,
  example,
  invalidParameter,
  missingParameter,
  succeed,
  unknownParameter,
} from './operation';
import {
  createTotal,
  guestPass,
  sameFeatures,
  sampleAddOnTime,
  sampleBoards,
  sampleContent,
  sampleFeatures,
  sampleIds,
  samplePrices,
  sampleRevision,
  sampleVersions,
} from './sample-data';

const listedGuestPass: addOns.AddOnEntry = {
  ...guestPass,
  ...samplePrices.guestPass,
  price_version_id: sampleIds.free,
  billing_period: 'month',
  active: true,
  quantity: 1,
  since: sampleAddOnTime,
  included: false,
  available: true,
  retired: false,
  change: { pays: 'more', allowed: true, blockers: [] },
  confirmation_required: false,
  revision: sampleRevision,
};

const free = createTotal(samplePrices.free, 1);
const withGuestPass = createTotal(samplePrices.guestPass, 1);

const forOwner: addOns.AddOnList['data'] = {
  optional_features: [listedGuestPass],
  total: withGuestPass,
};

const forVisitor: addOns.AddOnList['data'] = {
  optional_features: [
    { ...listedGuestPass, active: false, quantity: 0, since: null, change: null, revision: null },
  ],
  total: null,
};

const onForFree: addOns.AddOnPreview['data'] = {
  pays: 'more',
  allowed: true,
  blockers: [],
  id: sampleIds.guestPass,
  title: guestPass.title,
  quantity: 1,
  previous_quantity: 0,
  min_quantity: guestPass.min_quantity,
  max_quantity: guestPass.max_quantity,
  version: {
    id: sampleIds.free,
    title: sampleVersions.free.title,
    replaced_by: null,
    ...sampleContent.free,
  },
  billing_period: 'month',
  ...sameFeatures,
  gained: [sampleFeatures.guests],
  raised: [
    {
      ...sampleFeatures.boards,
      from: sampleBoards.free,
      to: { ...sampleBoards.free, value: '4 boards', amount: 4 },
      improved: true,
    },
  ],
  options: [
    {
      id: sampleIds.guestPass,
      title: guestPass.title,
      quantity: 1,
      previous_quantity: 0,
      ...samplePrices.guestPass,
      billing_period: 'month',
    },
  ],
  supersedes: null,
  joins: null,
  terms_end: null,
  confirmation_required: false,
  totals: {
    before: free,
    after: withGuestPass,
    difference: 400,
  },
  revision: sampleRevision,
};

const turnedOn: addOns.AddOnChangeResult['data'] = {
  history_id: sampleIds.firstAddOnChange,
  id: sampleIds.guestPass,
  active: true,
  quantity: 1,
  timestamp: sampleAddOnTime,
};

export const accountAddOnOperations = {
  listOptionalFeatures: defineOperation({
    method: 'GET',
    path: '/api/app/optional-features',
    tag: 'Optional features',
    summary: 'List optional features',
    description:
      'Returns the optional features that are available for at least one version that the caller can see, and those that ' +
      'are on, in catalog order. Each has its price for the current version, and whether the caller can turn it on or off. ' +
      'Without an account, the state is left out. Send the `revision` of an optional feature as `If-Match` when you turn ' +
      'it on or off.',
    callers: { scope: 'catalog' },
    query: addOns.addOnsQuerySchema,
    headers: localizedConditionalReadHeadersSchema,
    responses: succeed('The optional features.', addOns.addOnListSchema, {
      owner: example('For an owner, with one that is on', { data: forOwner }),
      visitor: example('For a visitor', { data: forVisitor }),
    }),
    sampleFieldErrors: [invalidParameter('users', 'expected at most 1000000')],
  }),
  previewOptionalFeature: defineOperation({
    method: 'GET',
    path: '/api/account/optional-features/:id/preview',
    tag: 'Optional features',
    summary: 'Preview a change of an optional feature',
    description:
      'Returns the effects of turning an optional feature of the account on or off, or of another quantity: gained and lost ' +
      'features, totals with the version, and whether the change is allowed. Nothing is changed. Send the `ETag` as ' +
      '`If-Match` with the change, so that it fails if anything changed since the preview.',
    callers: { scope: 'account', roles },
    query: addOns.addOnPreviewQuerySchema,
    headers: localizedReadHeadersSchema,
    responses: succeed(
      'The effects of the change.',
      addOns.addOnPreviewSchema,
      { on: example('Turn on', { data: onForFree }) },
      { headers: ['ETag'] },
    ),
    sampleFieldErrors: [invalidParameter('quantity', 'expected at most 1000000')],
  }),
  changeOptionalFeature: defineOperation({
    method: 'POST',
    path: '/api/account/optional-features/:id',
    tag: 'Optional features',
    summary: 'Turn an optional feature on or off',
    description:
      'Turns an optional feature of the account on or off, or changes how many the account has, and adds an entry to its ' +
      'history. Concurrent changes and switches ' +
      'of an account are executed one after the other. If it already is in that state, nothing changes and the newest entry ' +
      'is returned.',
    callers: { scope: 'account', roles: ['owner', 'support'] },
    forbidden: addOns.ownersOnlyOptions,
    isSwitch: true,
    headers: switchHeadersSchema,
    body: {
      schema: addOns.addOnChangeRequestSchema,
      examples: {
        on: { summary: 'Turn on', value: { active: true } },
        quantity: { summary: 'Have three of it', value: { active: true, quantity: 3 } },
        off: { summary: 'Turn off, with a reason', value: { active: false, reason: 'No guests in winter' } },
      },
    },
    responses: succeed('The history entry.', addOns.addOnChangeResultSchema, {
      on: example('Turned on', { message: 'Guest pass is on.', data: turnedOn }),
      unchanged: example('Already on', { message: 'Guest pass is already on.', data: turnedOn }),
    }),
    errors: [
      ...addOns.addOnBlockerCodes,
      'downgrade_at_period_end',
      'period_end_unknown',
      'confirmation_required',
    ],
    sampleFieldErrors: [
      missingParameter('active'),
      invalidParameter('active', 'expected boolean, received string'),
      unknownParameter('status'),
    ],
    sampleParameters: { 'Idempotency-Key': 'guest-pass-4c1e' },
  }),
};
