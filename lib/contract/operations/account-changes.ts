import * as changes from '../account-changes';
import { accountPathSchema } from '../accounts';
import { addOnBlockerCodes } from '../add-ons';
import { roles, staffRoles } from '../current-user';
import type { ApiErrorCode } from '../errors';
import { switchBlockerCodes } from '../fields';
import {
  accountHeaderSchema,
  actorHeaderSchema,
  idempotencyHeadersSchema,
  localizedReadHeadersSchema,
  switchHeadersSchema,
} from '../headers';
import {
  defineOperation,
  example,
  invalidParameter,
  missingParameter,
  type Operation,
  succeed,
} from './operation';
import {
  createTotal,
  sampleActor,
  sampleCurrency,
  sampleIds,
  samplePrices,
  sampleRevision,
  sampleTimes,
  sampleVersionRefs,
} from './sample-data';

const sampleChange: changes.AccountChangeBody = {
  id: sampleIds.change,
  state: 'scheduled',
  version: { ...sampleVersionRefs.free, ...samplePrices.free, ...sampleCurrency },
  previous_version: { ...sampleVersionRefs.team, ...samplePrices.team, ...sampleCurrency },
  billing_period: 'month',
  pays: 'less',
  users: null,
  optional_feature: null,
  quantity: null,
  commands: [
    {
      version_id: sampleIds.free,
      billing_period: 'month',
      users: null,
      optional_feature: null,
      quantity: null,
    },
  ],
  trial: null,
  effective_at: sampleTimes.second + 30 * 86_400,
  at_period_end: true,
  waits_for: null,
  expires_at: null,
  origin: 'owner',
  move_id: null,
  reason: 'Fewer people',
  requests: 1,
  blockers: [],
  created_at: sampleTimes.second,
  created_by: sampleActor,
  decided_by: null,
  message: null,
  ended_at: null,
  history_id: null,
  confirmed: {
    users: 5,
    quantity: null,
    optional_features: [],
    totals: { before: createTotal(samplePrices.team, 5), after: createTotal(samplePrices.free, 5) },
  },
  totals: { before: createTotal(samplePrices.team, 5), after: createTotal(samplePrices.free, 5) },
  options_total: null,
  checkout_url: null,
  cancelable: true,
};

const sampleRequest: changes.AccountChangeBody = {
  ...sampleChange,
  version: sampleChange.previous_version ?? sampleChange.version,
  previous_version: sampleChange.version,
  effective_at: null,
  at_period_end: false,
  waits_for: 'owner',
  totals: null,
  state: 'waiting',
  expires_at: sampleTimes.second + 30 * 86_400,
  origin: 'member',
  reason: 'We need guests',
  requests: 3,
};

const decidedBy = { kind: 'session', name: 'Grace Example', user_id: 'user-7', channel: 'portal' } as const;

const one = (description: string, summary: string, data: changes.AccountChangeBody, status?: 201) =>
  succeed(
    description,
    changes.accountChangeResponseSchema,
    { change: example(summary, { data }) },
    { status },
  );

/** The errors of an operation that makes a change. It never undoes a switch. */
const switchErrors: ApiErrorCode[] = [
  ...switchBlockerCodes.filter((code) => !code.startsWith('undo_')),
  ...addOnBlockerCodes,
  'version_not_found',
  'option_not_found',
  'downgrade_at_period_end',
  'period_end_unknown',
];

const base = {
  tag: 'Changes',
} satisfies Partial<Operation>;

export const accountChangeOperations = {
  listChanges: defineOperation({
    method: 'GET',
    path: '/api/account/changes',
    tag: 'Changes',
    summary: 'List changes',
    description:
      'Returns the changes of the account that are scheduled, wait for consent, or have ended in the last 90 days, newest first.',
    callers: { scope: 'account', roles },
    query: changes.changesQuerySchema,
    headers: localizedReadHeadersSchema,
    responses: succeed('The changes.', changes.accountChangeListSchema, {
      changes: example('A scheduled change and a request', {
        payload: [sampleRequest, sampleChange],
        has_more: false,
      }),
    }),
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  listRequests: defineOperation({
    method: 'GET',
    path: '/api/changes',
    tag: 'Changes',
    summary: 'List changes that wait for consent',
    description:
      'Returns the changes of all accounts of the app that wait for an owner or for your system, newest first. For staff and jobs.',
    callers: { scope: 'app', roles: staffRoles },
    query: changes.requestsQuerySchema,
    responses: succeed('The changes.', changes.requestListSchema, {
      requests: example('A request of a member', {
        data: [
          {
            ...sampleRequest,
            account: { id: sampleIds.account, external_id: 'customer-7', title: 'Example Ltd' },
          },
        ],
        has_more: false,
      }),
    }),
    sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  }),
  createChange: defineOperation({
    method: 'POST',
    path: '/api/account/changes',
    tag: 'Changes',
    summary: 'Create a change',
    description:
      'Schedules a switch for an owner, support or an app key, in place of the one that is scheduled. For a member, asks the owners: identical ' +
      'requests are decided together, and expire after 30 days. If the app has a `checkout_url`, the change of an owner waits ' +
      'for your system for 30 minutes: send the owner to its `checkout_url`. With `now` and no consent to wait for, the switch is made at once. ' +
      'When a scheduled change is due, it is applied unless the price is higher or something is lost that the preview did not ' +
      'name. Then it waits for the owner, with `blockers`. Any switch supersedes what is scheduled. What an owner can only do at the end of ' +
      'the billing period (`period_end_only`) joins what an owner has scheduled for then: the new change has the `commands` of both, and ' +
      'its preview shows them together.',
    callers: { scope: 'account', roles: ['member', 'owner', 'support'] },
    isSwitch: true,
    headers: switchHeadersSchema,
    body: {
      schema: changes.changeRequestSchema,
      examples: {
        periodEnd: {
          summary: 'At the end of the billing period',
          value: { version_id: sampleIds.free, effective: 'period_end', reason: 'Fewer people' },
        },
        time: {
          summary: 'At a time',
          value: { version_id: sampleIds.free, effective: sampleTimes.second + 30 * 86_400 },
        },
        now: { summary: 'As soon as possible', value: { version_id: sampleIds.team } },
        addOn: { summary: 'An optional feature', value: { optional_feature_id: 'guest-pass', quantity: 2 } },
      },
    },
    responses: [
      ...one('The new change.', 'Scheduled', sampleChange, 201),
      ...one('The change waits already.', 'Asked before', sampleRequest),
    ],
    errors: [...switchErrors, 'version_current', 'change_limit_reached'],
    sampleFieldErrors: [
      missingParameter('version_id'),
      invalidParameter('effective', 'expected a time in the future, at most two years ahead'),
    ],
    sampleParameters: { 'Idempotency-Key': 'boards-downgrade-1c2d', 'If-Match': `"${sampleRevision}"` },
  }),
  getChange: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/account/changes/:id',
    summary: 'Get a change',
    description: 'Returns a change of the account. An app key can leave out `X-Account-Id`.',
    callers: { scope: 'account_item', roles },
    headers: accountHeaderSchema,
    responses: one('The change.', 'Scheduled', sampleChange),
  }),
  cancelChange: defineOperation({
    ...base,
    method: 'DELETE',
    path: '/api/account/changes/:id',
    summary: 'Cancel a change',
    description:
      'Withdraws a change that is scheduled or waits. The plan of the account does not change. Members can withdraw their own requests. The ' +
      'product team can take an account out of a move.',
    callers: { scope: 'account', roles },
    query: changes.changeCancelationSchema,
    headers: accountHeaderSchema.extend(actorHeaderSchema.shape),
    responses: one('The canceled change.', 'Canceled', {
      ...sampleChange,
      state: 'canceled',
      decided_by: decidedBy,
      ended_at: sampleTimes.second + 60,
      cancelable: false,
    }),
    errors: ['change_ended', 'change_locked', 'switch_conflict'],
  }),
  approveChange: defineOperation({
    ...base,
    method: 'POST',
    path: '/api/account/changes/:id/approve',
    summary: 'Approve a change',
    description:
      'Gives the consent that the change waits for: an owner to the request of a member, your system (app key) to the change of an ' +
      'owner. The switch is made at once, or scheduled if `effective_at` is later. Send the `ETag` of a preview as ' +
      '`If-Match`. Your system always confirms what the owner has seen: 412 if it has changed. A repeated request returns the change.',
    callers: { scope: 'account', roles: ['owner'] },
    isSwitch: true,
    headers: switchHeadersSchema,
    responses: one('The change.', 'Applied', {
      ...sampleRequest,
      state: 'applied',
      waits_for: null,
      expires_at: null,
      requests: 1,
      decided_by: decidedBy,
      ended_at: sampleTimes.second + 60,
      history_id: sampleIds.secondEntry,
      cancelable: false,
    }),
    errors: ['change_ended', 'change_not_waiting', ...switchErrors],
  }),
  declineChange: defineOperation({
    ...base,
    method: 'POST',
    path: '/api/account/changes/:id/decline',
    summary: 'Decline a change',
    description: 'Refuses the consent that the change waits for. Callers are those of `approve`.',
    callers: { scope: 'account', roles: ['owner'] },
    isSwitch: true,
    headers: switchHeadersSchema.omit({ 'If-Match': true }),
    body: {
      schema: changes.changeRefusalSchema,
      examples: { message: { summary: 'With a message', value: { message: 'Remove 12 members first.' } } },
    },
    responses: one('The declined change.', 'Declined', {
      ...sampleRequest,
      state: 'declined',
      requests: 1,
      decided_by: decidedBy,
      message: 'Remove 12 members first.',
      ended_at: sampleTimes.second + 60,
      cancelable: false,
    }),
    errors: ['change_ended', 'change_not_waiting'],
    sampleFieldErrors: [invalidParameter('message', 'expected at most 500 characters')],
  }),
  advanceClock: defineOperation({
    method: 'POST',
    path: '/api/accounts/:external_id/clock',
    tag: 'Changes',
    summary: 'Advance the clock of an account',
    description:
      'For tests, in an app that was created with `--test`. Sets the time of the account, which then stands still until the next request, and ' +
      'applies or ends what is due until then, each change at its time, before it responds. The rules of changes that wait, the end of the ' +
      'billing period, undo, the `Idempotency-Key` of changes of the account and the history use this time. Before the first request, the ' +
      'account has the real time. Publications, sessions and webhook deliveries always do.',
    callers: { scope: 'app', roles: [] },
    pathParameters: accountPathSchema,
    headers: idempotencyHeadersSchema,
    isSlow: true,
    body: {
      schema: changes.clockRequestSchema,
      examples: {
        month: { summary: 'A month later', value: { now: sampleTimes.second + 30 * 86_400 } },
      },
    },
    responses: succeed('The time, and what happened until then.', changes.clockResponseSchema, {
      applied: example('A change was applied', {
        data: {
          now: sampleTimes.second + 30 * 86_400,
          changes: [
            {
              ...sampleChange,
              state: 'applied',
              ended_at: sampleTimes.second + 30 * 86_400,
              history_id: sampleIds.secondEntry,
              cancelable: false,
            },
          ],
        },
      }),
    }),
    errors: ['clock_unavailable', 'clock_in_past'],
    sampleFieldErrors: [
      missingParameter('now'),
      invalidParameter('now', 'expected a time at most two years after that of the account'),
    ],
  }),
};
