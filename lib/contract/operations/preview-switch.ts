import { accountHeaderSchema } from '../headers';
import { type SwitchPreview, switchPreviewQuerySchema, switchPreviewSchema } from '../switch';
import { versionPathSchema } from '../versions';
import { callerErrors, invalidParameter, missingAccountId, type Operation } from './operation';
import {
  sampleBoards,
  sampleFeatures,
  sampleIds,
  samplePrices,
  sampleRevision,
  sampleTitles,
} from './sample-data';

const freeToTeam: SwitchPreview = {
  success: true,
  message: '',
  data: {
    direction: 'upgrade',
    allowed: true,
    blockers: [],
    from: { id: sampleIds.free, title: sampleTitles.free, ...samplePrices.free },
    to: { id: sampleIds.team, title: sampleTitles.team, ...samplePrices.team },
    difference: { fee: 2900, user_fee: 500, annual_fee: 29000, annual_user_fee: 5000 },
    gained: [sampleFeatures.guests],
    lost: [],
    kept: [sampleFeatures.boards],
    raised: [{ ...sampleFeatures.boards, from: sampleBoards.free, to: sampleBoards.team }],
    lowered: [],
    changed: [],
    optional_gained: [sampleFeatures.guests],
    optional_lost: [],
    billing_period: 'month',
    previous_billing_period: 'month',
    billing_periods: ['month', 'year'],
    options: [
      {
        id: sampleIds.guestPass,
        title: 'Guest pass',
        outcome: 'included',
        ...samplePrices.guestPass,
        billing_period: null,
        message: 'Team includes Guest pass. It is turned off.',
        features: [sampleFeatures.guests],
        previous: { ...samplePrices.guestPass, billing_period: 'month' },
      },
    ],
    totals: {
      before: {
        billing_period: 'month',
        users: 1,
        fee: 0,
        user_fee: 0,
        amount: 0,
        not_included: [sampleIds.guestPass],
      },
      after: { billing_period: 'month', users: 1, fee: 2900, user_fee: 500, amount: 3400, not_included: [] },
    },
    revision: sampleRevision,
  },
};

export const previewSwitch: Operation = {
  method: 'GET',
  path: '/app/versions/{id}/preview',
  atOrigin: true,
  id: 'previewSwitch',
  tag: 'Versions',
  summary: 'Preview a switch',
  description:
    'Returns the effects of switching the account to this version: gained and lost features, the price difference, and ' +
    'whether the switch is allowed, with what happens to the optional features that are on. Nothing is changed. Send the `ETag` as `If-Match` with the switch, so that it fails ' +
    'if anything changed since the preview.',
  callers: ['member', 'owner', 'product', 'app_key'],
  pathParameters: versionPathSchema,
  query: switchPreviewQuerySchema,
  headers: accountHeaderSchema,
  responses: [
    {
      status: 200,
      description: 'The effects of the switch.',
      headers: ['ETag'],
      content: {
        'application/json': {
          schema: switchPreviewSchema,
          examples: { upgrade: { summary: 'From Free to Team', value: freeToTeam } },
        },
      },
    },
  ],
  errors: [...callerErrors, 'parameter_missing', 'parameter_invalid', 'version_not_found'],
  sampleFieldErrors: [missingAccountId, invalidParameter('users', 'expected at most 10000')],
  sampleParameters: { id: sampleIds.team },
};
