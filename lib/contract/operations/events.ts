import { type Event, eventsQuerySchema, eventsSchema } from '../events';
import { defineOperation, example, invalidParameter, succeed } from './operation';
import {
  sameFeatures,
  sampleActor,
  sampleCurrency,
  sampleFeatures,
  sampleIds,
  samplePrices,
  sampleTimes,
  sampleVersionRefs,
} from './sample-data';

type AddOnData = Extract<Event, { type: 'account.option_enabled' }>['data'];

const addOnData: Omit<AddOnData, 'history_id' | 'active' | 'quantity' | 'price' | 'previous_price'> = {
  option: { id: sampleIds.guestPass, title: 'Guest pass' },
  version_id: sampleIds.free,
  pays: 'more',
  ...samplePrices.guestPass,
  ...sampleCurrency,
  billing_period: 'month',
  cause: 'toggle',
  switch_history_id: null,
  features: [sampleFeatures.guests.id, sampleFeatures.boards.id],
  features_count: 2,
  actor: sampleActor,
  reason: null,
};

const sampleEdition = { id: sampleIds.edition, number: 7, note: 'Guests for Team' };
type ChangeData = Extract<Event, { type: 'account.change_ended' }>['data'];

const changeData: ChangeData = {
  change_id: sampleIds.change,
  version: sampleVersionRefs.free,
  billing_period: 'month',
  pays: 'less',
  users: null,
  option: null,
  quantity: null,
  effective_at: sampleTimes.second + 30 * 86_400,
  at_period_end: true,
  waits_for: null,
  expires_at: null,
  origin: 'owner',
  batch_id: null,
  reason: 'Fewer people',
  blockers: [],
  created_by: sampleActor,
  decided_by: null,
  message: null,
  outcome: null,
  history_id: null,
};

const sampleAccount = { account_id: sampleIds.account, external_id: 'customer-7' };
const noAccount = { account_id: null, external_id: null, sequence: null };
const changeEvent = { ...sampleAccount, sequence: 4 };

/** An example of each type of event, also for the `webhooks` of the OpenAPI document. */
export const sampleEvents = {
  'account.created': {
    id: sampleIds.accountCreated,
    type: 'account.created',
    timestamp: '2026-11-21T00:00:00.000Z',
    ...sampleAccount,
    sequence: 0,
    data: { title: 'Example Ltd', cause: 'request' },
  },
  'account.deleted': {
    id: sampleIds.accountDeleted,
    type: 'account.deleted',
    timestamp: '2027-01-21T00:00:00.000Z',
    account_id: sampleIds.account,
    external_id: null,
    sequence: 4,
    data: {},
  },
  'account.version_switched': {
    id: sampleIds.versionSwitched,
    type: 'account.version_switched',
    timestamp: '2026-11-22T00:00:00.000Z',
    ...sampleAccount,
    sequence: 3,
    data: {
      history_id: sampleIds.secondEntry,
      kind: 'switch',
      cause: 'request',
      activated_at: sampleTimes.second,
      from: sampleVersionRefs.free,
      to: sampleVersionRefs.team,
      direction: 'upgrade',
      pays: 'more',
      gained: [sampleFeatures.guests.id],
      gained_count: 1,
      lost: [],
      lost_count: 0,
      actor: sampleActor,
      reason: 'Our team has grown',
      billing_period: 'month',
      users: 5,
      quantity: null,
      terms: null,
      trial_ends_at: null,
      price: samplePrices.team,
      previous_price: samplePrices.free,
      ...sampleCurrency,
    },
  },
  'account.option_enabled': {
    id: sampleIds.addOnEnabled,
    type: 'account.option_enabled',
    timestamp: '2026-11-21T12:00:00.000Z',
    ...sampleAccount,
    sequence: 2,
    data: {
      ...addOnData,
      history_id: sampleIds.firstAddOnChange,
      active: true,
      quantity: 1,
      price: samplePrices.guestPass,
      previous_price: null,
    },
  },
  'account.option_disabled': {
    id: sampleIds.addOnDisabled,
    type: 'account.option_disabled',
    timestamp: '2026-11-22T00:00:00.000Z',
    ...sampleAccount,
    sequence: 4,
    data: {
      ...addOnData,
      history_id: sampleIds.secondAddOnChange,
      active: false,
      quantity: 0,
      price: null,
      previous_price: samplePrices.guestPass,
      version_id: sampleIds.team,
      cause: 'switch',
      switch_history_id: sampleIds.secondEntry,
      reason: 'Our team has grown',
    },
  },
  'account.change_scheduled': {
    ...changeEvent,
    id: sampleIds.changeScheduled,
    type: 'account.change_scheduled',
    timestamp: '2026-11-22T00:00:00.000Z',
    data: changeData,
  },
  'account.change_waiting': {
    ...changeEvent,
    id: sampleIds.changeWaiting,
    type: 'account.change_waiting',
    timestamp: '2026-12-22T00:00:00.000Z',
    data: {
      ...changeData,
      waits_for: 'owner',
      expires_at: sampleTimes.second + 60 * 86_400,
      blockers: [
        {
          code: 'price_increased',
          message: 'The price of Free is higher than when the change was confirmed.',
        },
      ],
    },
  },
  'account.change_ended': {
    ...changeEvent,
    id: sampleIds.changeEnded,
    type: 'account.change_ended',
    timestamp: '2026-12-23T00:00:00.000Z',
    data: {
      ...changeData,
      outcome: 'canceled',
      decided_by: sampleActor,
    },
  },
  'account.trial_ending': {
    ...changeEvent,
    id: sampleIds.trialEnding,
    type: 'account.trial_ending',
    timestamp: '2026-12-19T00:00:00.000Z',
    data: {
      ...changeData,
      at_period_end: false,
      origin: 'host',
      created_by: { kind: 'key', name: 'Boards', user_id: null, channel: 'api' },
      reason: null,
      trial_version: sampleVersionRefs.team,
    },
  },
  'account.change_announced': {
    ...changeEvent,
    id: sampleIds.changeAnnounced,
    type: 'account.change_announced',
    timestamp: '2026-11-20T09:00:01.000Z',
    data: {
      edition: sampleEdition,
      withdrawn: false,
      effective_at: sampleTimes.second,
      ends_at: null,
      version: sampleVersionRefs.team,
      price: { ...samplePrices.team, fee: 3500 },
      previous_price: samplePrices.team,
      lost: [],
      gained: [sampleFeatures.guests.id],
      raised: [],
      lowered: [],
      changed: [],
      billing_period: 'month',
      previous_billing_period: null,
      changed_options: [],
      ...sampleCurrency,
    },
  },
  'move.scheduled': {
    id: sampleIds.moveScheduled,
    type: 'move.scheduled',
    timestamp: '2026-11-22T00:00:00.000Z',
    ...noAccount,
    data: {
      move_id: sampleIds.move,
      from_version_id: sampleIds.free,
      to_version_id: sampleIds.team,
      reason: 'Free is retired',
      scheduled: 499,
      skipped: 1,
    },
  },
  'catalog.published': {
    id: sampleIds.catalogPublished,
    type: 'catalog.published',
    timestamp: '2026-11-23T00:00:00.000Z',
    ...noAccount,
    data: {
      catalog_revision: 42,
      versions: 2,
      features: 1,
      offers: 0,
      changed_versions: [
        {
          ...sampleVersionRefs.team,
          outcome: 'follow',
          kept_version_id: null,
          accounts: 12,
          ...sameFeatures,
          gained: [sampleFeatures.guests.id],
          previous_price: null,
          price: samplePrices.team,
        },
      ],
      changed_options: [
        {
          id: addOnData.option.id,
          title: addOnData.option.title,
          outcome: 'follow',
          kept_option_id: null,
          accounts: 3,
          prices: [{ version_id: sampleIds.team, previous_price: null, price: samplePrices.guestPass }],
        },
      ],
      edition: sampleEdition,
      actor: addOnData.actor,
    },
  },
  'catalog.scheduled': {
    id: sampleIds.catalogScheduled,
    type: 'catalog.scheduled',
    timestamp: '2026-11-20T09:00:00.000Z',
    ...noAccount,
    data: {
      edition: sampleEdition,
      publish_at: sampleTimes.second,
      ends_edition: null,
      confirmation_required: false,
      actor: addOnData.actor,
    },
  },
  'catalog.schedule_canceled': {
    id: sampleIds.scheduleCanceled,
    type: 'catalog.schedule_canceled',
    timestamp: '2026-11-23T00:00:00.000Z',
    ...noAccount,
    data: {
      edition: sampleEdition,
      publish_at: sampleTimes.second,
      ends_edition: null,
      reason: 'conflict',
      conflicts: [{ file: 'source', path: 'plans.TEAM.price', base: '29', live: '31', scheduled: '35' }],
      actor: addOnData.actor,
    },
  },
} satisfies Record<Event['type'], Event>;

export const listEvents = defineOperation({
  method: 'GET',
  path: '/api/events',
  tag: 'Events',
  summary: 'List events',
  description:
    'Returns what happened to the accounts and the catalog of the app in the last 90 days, oldest first. Store ' +
    '`next_cursor` and send it as `cursor` to get what happened since. No event is skipped or returned twice. An event ' +
    'appears when all transactions that started before its own have ended. The events of an account are in the order ' +
    'of `sequence`.',
  callers: { scope: 'app', roles: ['product'] },
  query: eventsQuerySchema,
  responses: succeed('The events.', eventsSchema, {
    events: example('One event of each type', {
      payload: Object.values(sampleEvents),
      next_cursor: `81234-${sampleIds.catalogPublished}`,
      has_more: false,
    }),
  }),
  sampleFieldErrors: [invalidParameter('limit', 'expected at most 1000')],
  sampleParameters: { cursor: `81230-${sampleIds.versionSwitched}` },
});
