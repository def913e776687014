import { roles } from '../current-user';
import { switchBlockerCodes } from '../fields';
import { localizedReadHeadersSchema, switchHeadersSchema } from '../headers';
import * as switches from '../switch';
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
  sampleBoards,
  sampleContent,
  sampleFeatures,
  sampleIds,
  samplePrices,
  sampleRevision,
  sampleTimes,
  sampleVersions,
} from './sample-data';

const freeToTeam: switches.SwitchPreview['data'] = {
  direction: 'upgrade',
  pays: 'more',
  gets: 'more',
  allowed: true,
  blockers: [],
  from: { id: sampleIds.free, title: sampleVersions.free.title, replaced_by: null, ...sampleContent.free },
  to: { id: sampleIds.team, title: sampleVersions.team.title, replaced_by: null, ...sampleContent.team },
  difference: { fee: 2900, user_fee: 500, annual_fee: 29000, annual_user_fee: 5000 },
  gained: [sampleFeatures.guests],
  lost: [],
  kept: [sampleFeatures.boards],
  raised: [{ ...sampleFeatures.boards, from: sampleBoards.free, to: sampleBoards.team, improved: true }],
  lowered: [],
  changed: [],
  optional_gained: [sampleFeatures.guests],
  optional_lost: [],
  billing_period: 'month',
  previous_billing_period: 'month',
  billing_periods: ['month', 'year'],
  users: 5,
  previous_users: 1,
  quantity: null,
  previous_quantity: null,
  options: [
    {
      id: sampleIds.guestPass,
      title: 'Guest pass',
      outcome: 'included',
      quantity: 1,
      ...samplePrices.guestPass,
      billing_period: null,
      message: 'Team includes Guest pass. It is turned off.',
      features: [sampleFeatures.guests],
      previous: { ...samplePrices.guestPass, billing_period: 'month' },
    },
  ],
  supersedes: null,
  joins: null,
  ends_terms: null,
  confirmation_required: false,
  trial: null,
  previous_trial_ends_at: null,
  terms_end: null,
  totals: {
    before: createTotal(samplePrices.guestPass, 1),
    after: createTotal(samplePrices.team, 5),
  },
  revision: sampleRevision,
};

const sampleRequest: switches.SwitchRequest = { version_id: sampleIds.team, reason: 'Our team has grown' };

const switched: switches.SwitchResult['data'] = {
  history_id: sampleIds.secondEntry,
  version_id: sampleIds.team,
  timestamp: sampleTimes.second,
};

export const switchOperations = {
  previewSwitch: defineOperation({
    method: 'GET',
    path: '/api/app/versions/:id/preview',
    tag: 'Versions',
    summary: 'Preview a switch',
    description:
      'Returns the effects of switching the account to this version: gained and lost features, the price difference, and ' +
      'whether the switch is allowed, with what happens to the optional features that are on. Nothing is changed. Send the `ETag` as `If-Match` with the switch, so that it fails ' +
      'if anything changed since the preview. With `restore`, previews the undo of the newest switch.',
    callers: { scope: 'account', roles },
    query: switches.switchPreviewQuerySchema,
    headers: localizedReadHeadersSchema,
    responses: succeed(
      'The effects of the switch.',
      switches.switchPreviewSchema,
      { upgrade: example('From Free to Team', { data: freeToTeam }) },
      { headers: ['ETag'] },
    ),
    errors: ['history_entry_not_found', 'change_not_found', 'undo_unavailable'],
    sampleFieldErrors: [invalidParameter('users', 'expected at most 1000000')],
  }),
  switchVersion: defineOperation({
    method: 'POST',
    path: '/api/app/versions',
    tag: 'Versions',
    summary: 'Switch to a version',
    description:
      'Switches the account to a version and adds an entry to its history. Concurrent switches of an account are executed ' +
      'one after the other. If the account is already on the version with the same billing period and number of users, nothing changes ' +
      'and the existing entry is returned. Optional features that are on stay on if they are available for the version, at its price. ' +
      '`restore` undoes the newest switch within 24 hours, while neither the version nor an optional feature has changed since. ' +
      'It returns to the prices before the switch, also if the version or an optional feature is no longer offered.',
    callers: { scope: 'account', roles: ['owner', 'support'] },
    isSwitch: true,
    headers: switchHeadersSchema,
    body: {
      schema: switches.switchRequestSchema,
      examples: {
        reason: { summary: 'With a reason', value: sampleRequest },
        annual: {
          summary: 'With annual billing',
          value: { version_id: sampleIds.team, billing_period: 'year' },
        },
        users: { summary: 'With a number of users', value: { version_id: sampleIds.team, users: 5 } },
        plain: { summary: 'Without a reason', value: { version_id: sampleIds.team } },
        undo: { summary: 'Undo of the newest switch', value: { restore: sampleIds.secondEntry } },
      },
    },
    responses: succeed('The history entry.', switches.switchResultSchema, {
      switched: example('Switched', { message: 'Switched to Team.', data: switched }),
      unchanged: example('Already on this version', {
        message: 'The account is already on Team.',
        data: switched,
      }),
    }),
    errors: [
      ...switchBlockerCodes,
      'version_not_found',
      'history_entry_not_found',
      'downgrade_at_period_end',
      'period_end_unknown',
      'confirmation_required',
    ],
    sampleFieldErrors: [
      missingParameter('version_id'),
      invalidParameter('version_id', 'expected string, received number'),
      unknownParameter('versionId'),
    ],
    sampleParameters: { 'Idempotency-Key': 'boards-upgrade-7f3a', 'If-Match': `"${sampleRevision}"` },
  }),
};
