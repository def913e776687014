import { z } from 'zod';
import { accountChangeSchema } from './account-changes';
import { addOnHistoryEntrySchema } from './add-ons';
import { scheduleConflict, scheduleFailureReasons } from './catalog-editions';
import {
  addOnCauses,
  changeApprovers,
  changeOrigins,
  changeOutcomes,
  historyKinds,
  publicationOutcomes,
} from './enums';
import {
  accountBillingPeriod,
  actor,
  addOnId,
  addOnQuantity,
  changeCommand,
  currencyFields,
  cursorOf,
  direction,
  externalId,
  integerParameter,
  priceFields,
  recordedPays,
  success,
  unixSeconds,
  versionId,
} from './fields';
import { historyEntrySchema } from './history';
import { termsContentSchema } from './terms';
import { boundedPriceSchema } from './versions';

/** Maximum number of features in each list of an event, and maximum size of an event in bytes. */
export const maxEventFeatures = 200;
export const maxEventBytes = 20_000;
/** Maximum number of conflicts in an event. */
export const maxEventConflicts = 10;

const version = z.object({
  id: z.string().describe('Version ID, `ver_…`.'),
  title: z.string().describe('Title of the version at that time.'),
  tag: z.string().describe('Tag of the version at that time.'),
});

const eventFields = {
  id: z
    .string()
    .describe('Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery.'),
  timestamp: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    .meta({ format: 'date-time' })
    .describe('When it happened, in UTC (ISO 8601).'),
};

const accountEventFields = {
  ...eventFields,
  account_id: z.string().describe('Account ID, `acc_…`.'),
  external_id: z
    .string()
    .nullable()
    .describe('ID of the account in your application. `null` if it has none.'),
  sequence: z
    .int()
    .nonnegative()
    .describe('Number of the change within the account: 0 for its creation, then 1, 2, 3 … without gaps.'),
};

const noValue = z.null().describe('Always `null`.');
const noAccountFields = { account_id: noValue, external_id: noValue, sequence: noValue };

const accountEvent = <const Type extends string, Data extends z.ZodType>(
  type: Type,
  description: string,
  data: Data,
) => z.object({ ...accountEventFields, type: z.literal(type).describe(description), data });
const appEvent = <const Type extends string, Data extends z.ZodType>(
  type: Type,
  description: string,
  data: Data,
) => z.object({ ...eventFields, type: z.literal(type).describe(description), ...noAccountFields, data });

const featureIds = (features: string) =>
  z
    .array(z.string())
    .describe(
      `Human-readable slugs of ${features}, at most ${maxEventFeatures}. Fewer if the event would exceed ` +
        `${maxEventBytes / 1000} kB.`,
    );

export const accountCreatedEventSchema = accountEvent(
  'account.created',
  'An account was created.',
  z.object({
    title: z.string().describe('Title of the account at that time.'),
    cause: z
      .enum(['request', 'import'])
      .describe('`request`: a request. `import`: an account file, with accounts that you had before.'),
  }),
);

export const accountDeletedEventSchema = accountEvent(
  'account.deleted',
  'An account was deleted. `external_id` is `null`. Later events have no more of it.',
  z.object({}),
);

const { users, quantity, actor: switchActor } = historyEntrySchema.shape;

export const versionSwitchedEventSchema = accountEvent(
  'account.version_switched',
  'An account was switched to a version, or its number of users or its quantity changed. A new account is switched to its first version.',
  z.object({
    history_id: z.string().describe('ID of the history entry, `avh_…`.'),
    kind: z
      .enum(historyKinds)
      .describe(
        '`users`: only the number of users or the quantity changed. `from` and `to` are the same version then. `publication`: a publication gave the account ' +
          'the version that has replaced its own, or another billing period. `terms`: terms of the account were agreed, began or ended: `price` has them.',
      ),
    cause: z
      .enum(['request', 'publication', 'import'])
      .describe(
        '`request`: someone requested or approved it, perhaps earlier. `publication`: a publication of the catalog. `import`: an account file, ' +
          'which says what the account already had. It is no sale.',
      ),
    activated_at: unixSeconds.describe(
      'Since when the account has it: for an import, a time before the event. Unix timestamp in seconds.',
    ),
    from: version.nullable().describe('The previous version. `null` for the first one.'),
    to: version.describe('The new version.'),
    direction,
    pays: recordedPays,
    gained: featureIds('the features that the account gained'),
    gained_count: z.int().nonnegative().describe('Number of features that the account gained.'),
    lost: featureIds('the features that the account lost'),
    lost_count: z.int().nonnegative().describe('Number of features that the account lost.'),
    actor: switchActor,
    reason: z.string().nullable().describe('The reason that was given.'),
    billing_period: accountBillingPeriod,
    users,
    quantity,
    trial_ends_at: unixSeconds
      .nullable()
      .describe(
        'When the trial ends that the account is in since then, and until when it pays nothing. Unix timestamp in seconds. `null` if it is ' +
          'in none.',
      ),
    price: z.object(priceFields).describe('Price of the new version.'),
    terms: termsContentSchema
      .nullable()
      .describe('What was agreed with the account, of which `price` has the fees. `null` for nothing.'),
    previous_price: z
      .object(priceFields)
      .nullable()
      .describe(
        'Price of the previous version at that time. `null` for the first version, and after another currency.',
      ),
    ...currencyFields,
  }),
);

const option = z.object({
  id: addOnId,
  title: z.string().describe('Title of the optional feature at that time.'),
});

const { version_id, switch_history_id, actor: addOnActor } = addOnHistoryEntrySchema.shape;

const addOnChangeData = z.object({
  history_id: z.string().describe('ID of the history entry, `aoh_…`.'),
  option,
  active: z.boolean().describe('Whether it is on.'),
  quantity: addOnQuantity,
  version_id,
  pays: recordedPays,
  ...priceFields,
  price: z.object(priceFields).nullable().describe('Price of one. `null` if it is off.'),
  previous_price: z.object(priceFields).nullable().describe('Price of one before. `null` if it was off.'),
  ...currencyFields,
  billing_period: accountBillingPeriod,
  cause: z
    .enum(addOnCauses)
    .describe(
      '`toggle`: it was turned on or off, or its quantity changed. `switch`: a switch turned it off or changed its price, or ' +
        'its undo, or the end of a trial, turned it on again. `publication`: the version includes it from then on, or another generation has replaced it.',
    ),
  switch_history_id,
  features: featureIds('its features and limits'),
  features_count: z.int().nonnegative().describe('Number of its features and limits.'),
  actor: addOnActor,
  reason: z.string().nullable().describe('The reason that was given.'),
});

export const addOnEnabledEventSchema = accountEvent(
  'account.option_enabled',
  'An optional feature was turned on, its quantity changed, or it stays on at another price after a switch.',
  addOnChangeData,
);

export const addOnDisabledEventSchema = accountEvent(
  'account.option_disabled',
  'An optional feature was turned off.',
  addOnChangeData,
);

const edition = z.object({
  id: z.string().describe('Edition ID, `ced_…`.'),
  number: z.int().describe('Number of the edition.'),
  note: z.string().describe('Note of its author.'),
});

const { effective_at, at_period_end, expires_at, reason, created_by, decided_by, message } =
  accountChangeSchema.shape;

const accountChangeData = z.object({
  change_id: z.string().describe('Change ID, `chg_…`.'),
  version,
  billing_period: accountBillingPeriod,
  pays: recordedPays,
  users: z.int().positive().nullable().describe('Number of users to set. `null`: it stays.'),
  option: option.nullable().describe('Optional feature that the change is about. `null` for a switch.'),
  quantity: z
    .int()
    .min(0)
    .nullable()
    .describe('How many of it are on then, or how many `fee_unit` of the version to set. `null`: it stays.'),
  commands: z
    .array(
      z.object({
        ...changeCommand,
        option: option.nullable().describe('Optional feature to change. `null` for a version.'),
      }),
    )
    .optional()
    .describe(
      'All that it does, together and in this order. The end of a trial turns on again the optional features that its start ended. Absent ' +
        'in events of before this field.',
    ),
  effective_at,
  at_period_end,
  waits_for: z.enum(changeApprovers).nullable().describe('Who has, or had, to approve it.'),
  expires_at,
  origin: z.enum(changeOrigins).describe('Who made it.'),
  batch_id: z.string().nullable().describe('Move that it belongs to, `mov_…`. `null` for none.'),
  reason,
  blockers: z
    .array(z.object({ code: z.string().describe('Code.'), message: z.string().describe('Explanation.') }))
    .describe('Why it could not be applied when it was due.'),
  created_by,
  decided_by,
  message,
  outcome: z.enum(changeOutcomes).nullable().describe('How it ended. `null` for an open change.'),
  history_id: z
    .string()
    .nullable()
    .describe('History entry that applied it, `avh_…` or `aoh_…`. `null` for none.'),
});

export const changeScheduledEventSchema = accountEvent(
  'account.change_scheduled',
  'A switch was scheduled, or its time has moved. `sequence` is that of the last change of the account.',
  accountChangeData,
);

export const changeWaitingEventSchema = accountEvent(
  'account.change_waiting',
  'A change waits for the owner or your system. `sequence` is that of the last change of the account.',
  accountChangeData,
);

export const changeEndedEventSchema = accountEvent(
  'account.change_ended',
  'A change was applied, canceled, declined or superseded, or has expired. `sequence` is that of the last change of the ' +
    'account before.',
  accountChangeData,
);

export const trialEndingEventSchema = accountEvent(
  'account.trial_ending',
  'The trial of an account ends at `effective_at`. Its `version` follows. `sequence` is that of the last change of the account.',
  accountChangeData.extend({ trial_version: version.describe('The version that the account has on trial.') }),
);

const announcedContent = {
  price: boundedPriceSchema
    .nullable()
    .describe('Price from then on. `null` for an optional feature that is turned off.'),
  previous_price: boundedPriceSchema.nullable().describe('Price today. `null` if the account pays the same.'),
  lost: featureIds('the features that are not included any more'),
  gained: featureIds('the features that are included from then on'),
  raised: featureIds('the features with a higher amount'),
  lowered: featureIds('the features with a lower amount'),
  changed: featureIds('the features with a value that can’t be compared with the one before'),
};

export const changeAnnouncedEventSchema = accountEvent(
  'account.change_announced',
  'A scheduled edition changes what the account has or pays at `effective_at`, or does so no longer (`withdrawn`). `sequence` is that of ' +
    'the last change of the account.',
  z.object({
    edition: edition.describe('The edition that is scheduled.'),
    withdrawn: z
      .boolean()
      .describe(
        'Whether the change was announced before, and is not made: the edition is not scheduled any more, or changes nothing for the account.',
      ),
    effective_at: unixSeconds.describe(
      'When the edition is, or was, to be published. Unix timestamp in seconds.',
    ),
    ends_at: unixSeconds
      .nullable()
      .describe(
        'When the account gets back what it has now, such as after a promotion. Unix timestamp in seconds. `null` if it does not.',
      ),
    version: version.describe('Version of the account.'),
    ...announcedContent,
    billing_period: accountBillingPeriod,
    previous_billing_period: accountBillingPeriod
      .nullable()
      .describe('Period that the account is billed for today. `null` if it is the same.'),
    changed_options: z
      .array(option.extend(announcedContent))
      .describe('Optional features of the account that change.'),
    ...currencyFields,
  }),
);

export const moveScheduledEventSchema = appEvent(
  'move.scheduled',
  'Changes were scheduled for accounts of a version. Each has an event when it ends.',
  z.object({
    move_id: z.string().describe('Move ID, `mov_…`.'),
    from_version_id: versionId.describe('Version of the accounts.'),
    to_version_id: versionId.describe('Version that they get.'),
    reason: z.string().nullable().describe('The reason that was given.'),
    scheduled: z.int().nonnegative().describe('Number of changes that were scheduled.'),
    skipped: z.int().nonnegative().describe('Number of accounts that are not moved.'),
  }),
);

/** A version in `catalog.published`. */
const changedVersion = z.object({
  ...version.shape,
  outcome: z
    .enum(publicationOutcomes)
    .describe(
      '`keep`: accounts keep the version `kept_version_id`, which this one replaces. `follow`: the content of the version has ' +
        'changed, also for its accounts.',
    ),
  kept_version_id: versionId
    .nullable()
    .describe('ID of the version that accounts keep, with the content from before. `null` unless `keep`.'),
  accounts: z
    .int()
    .nonnegative()
    .describe(
      'Number of accounts that are on the version, or on the one that it replaces, also of those that follow.',
    ),
  gained: featureIds('the features that the version includes from now on'),
  lost: featureIds('the features that it does not include any more'),
  raised: featureIds('the features with a higher amount'),
  lowered: featureIds('the features with a lower amount'),
  changed: featureIds('the features with a value that can’t be compared with the one before'),
  previous_price: z
    .object(priceFields)
    .nullable()
    .describe('Price before. `null` if it is the same, or added.'),
  price: z.object(priceFields).describe('Price from now on.'),
});

/** An optional feature in `catalog.published`. */
const changedOption = z.object({
  id: z.string().describe('ID of the optional feature, `off_…`.'),
  title: z.string().describe('Its title.'),
  outcome: z
    .enum(publicationOutcomes)
    .describe(
      '`keep`: accounts that have it keep `kept_option_id`, which this one replaces. `follow`: its prices or features have changed, ' +
        'also for accounts that have it.',
    ),
  kept_option_id: z
    .string()
    .nullable()
    .describe('ID of the optional feature that accounts keep. `null` unless `keep`.'),
  accounts: z.int().nonnegative().describe('Number of accounts that have it on, or keep the earlier one.'),
  prices: z
    .array(
      z.object({
        version_id: versionId.describe('Version that it is offered for.'),
        previous_price: z
          .object(priceFields)
          .nullable()
          .describe('Price before. `null` if it was not offered.'),
        price: z
          .object(priceFields)
          .nullable()
          .describe('Price from now on. `null` if it is not offered any more.'),
      }),
    )
    .describe('The prices that have changed, by version.'),
});

export const catalogPublishedEventSchema = appEvent(
  'catalog.published',
  'Versions, features or optional features of the app changed.',
  z.object({
    catalog_revision: z.int().describe('Revision of the catalog. Increases with each change.'),
    versions: z.int().describe('Number of versions that were added, changed or retired.'),
    features: z.int().describe('Number of features that were added, changed or retired.'),
    offers: z.int().describe('Number of optional features that were added, changed or retired.'),
    changed_versions: z
      .array(changedVersion)
      .describe(
        'Versions that were added, retired or restored, or whose price, features or limits changed. Fewer if the event would exceed ' +
          `${maxEventBytes / 1000} kB.`,
      ),
    changed_options: z
      .array(changedOption)
      .describe(
        'Optional features that were added, retired or restored, or whose prices or features changed. Fewer if the event would exceed ' +
          `${maxEventBytes / 1000} kB.`,
      ),
    edition: edition.describe('The edition that was published.'),
    actor: actor.describe('Who published or scheduled it.'),
  }),
);

const schedule = {
  edition: edition.describe('The edition.'),
  publish_at: unixSeconds.describe('When it is, or was, to be published. Unix timestamp in seconds.'),
  ends_edition: edition
    .pick({ id: true, number: true })
    .nullable()
    .describe('The edition that this one ends, such as a promotion. `null` if it ends none.'),
};

export const catalogScheduledEventSchema = appEvent(
  'catalog.scheduled',
  'An edition was scheduled, or has to be scheduled again.',
  z.object({
    ...schedule,
    confirmation_required: z
      .boolean()
      .describe(
        'Whether it has to be scheduled again, because a publication has changed what it does for accounts. It is not published otherwise.',
      ),
    actor: actor.describe('Who scheduled it, or published the other edition.'),
  }),
);

export const scheduleCanceledEventSchema = appEvent(
  'catalog.schedule_canceled',
  'A scheduled edition is not published, for the `reason` in the data. It is a draft again, or discarded.',
  z.object({
    ...schedule,
    reason: z
      .enum([...scheduleFailureReasons, 'canceled', 'edited', 'discarded'])
      .describe('`canceled`, `edited`, `discarded`, or the `reason` of the edition’s `schedule_failure`.'),
    conflicts: z
      .array(scheduleConflict)
      .describe(
        `Values that an edition which was published since changes too. At most ${maxEventConflicts}.`,
      ),
    actor: actor.describe(
      'Who canceled, edited or discarded it or published the other edition, else who scheduled it.',
    ),
  }),
);

const eventSchemas = [
  accountCreatedEventSchema,
  accountDeletedEventSchema,
  versionSwitchedEventSchema,
  addOnEnabledEventSchema,
  addOnDisabledEventSchema,
  changeScheduledEventSchema,
  changeWaitingEventSchema,
  changeEndedEventSchema,
  trialEndingEventSchema,
  changeAnnouncedEventSchema,
  moveScheduledEventSchema,
  catalogPublishedEventSchema,
  catalogScheduledEventSchema,
  scheduleCanceledEventSchema,
] as const;

export const eventSchema = z.discriminatedUnion('type', eventSchemas);

export type Event = z.infer<typeof eventSchema>;
export type EventType = Event['type'];

/** All types of events that are stored. */
export const eventTypes: readonly EventType[] = eventSchemas.map(({ shape }) => shape.type.value);

export type ScheduleCanceledData = z.infer<typeof scheduleCanceledEventSchema>['data'];
export type ChangeAnnouncedData = z.infer<typeof changeAnnouncedEventSchema>['data'];
export type CatalogPublishedData = z.infer<typeof catalogPublishedEventSchema>['data'];

const typePattern = eventTypes.join('|').replaceAll('.', '\\.');

/** Query of `GET /events`. */
export const eventsQuerySchema = z.object({
  types: z
    .string()
    .regex(new RegExp(`^(${typePattern})(,(${typePattern}))*$`), `expected types of ${eventTypes.join(', ')}`)
    .optional()
    .describe('Event types to return, separated by commas. Default: all.'),
  account_id: externalId(255)
    .optional()
    .describe('Account ID, `acc_…`, whose events to return. Default: all.'),
  limit: integerParameter(1, 1000, 'Expected a whole number').describe(
    'Maximum number of events. Default: 100.',
  ),
  cursor: cursorOf(/^-?\d{1,19}(-evt_[0-9a-z]{26})?$/).describe(
    '`next_cursor` of the previous response. Default: the oldest event, 90 days ago.',
  ),
});

export const eventsSchema = z.object({
  success,
  message: z.string().describe('Always empty.'),
  payload: z.array(eventSchema).describe('The events, oldest first.'),
  next_cursor: z
    .string()
    .describe('Cursor for the events that follow. Store it, also if there are no events yet.'),
  has_more: z
    .boolean()
    .describe(
      'Whether to request the next page at once. A page with a filter can be empty and have a next one.',
    ),
});
export type Events = z.infer<typeof eventsSchema>;
