import { z } from 'zod';
import { reviewerSchema } from './edition-notes';
import { editionFiles, existingDecisions, rowChanges } from './enums';
import {
  actor,
  changeReason,
  dataEnvelope,
  envelope,
  externalId,
  featureChangeFields,
  featureRef,
  integerParameter,
  isStorableText,
  notStorableMessage,
  pageEnvelope,
  pageParameters,
  priceFields,
  unixSeconds,
  unixSecondsInput,
} from './fields';
import { listSections } from './price-list-keys';
import { revenueSchema } from './revenue';
import { versionListSchema } from './versions';

/** Size of a request body with a price list, in which JSON can escape characters. */
export const maxPriceListBodyBytes = 8 * 1024 * 1024;

const editionId = z.string().describe('Edition ID, `ced_…`.');
const source = z
  .string()
  .refine(isStorableText, notStorableMessage)
  .describe('The price list as YAML (Pricing2Yaml).');
const extension = z
  .string()
  .refine(isStorableText, notStorableMessage)
  .nullable()
  .describe(
    'The extension as YAML. `null` if there is none, or if the list has it at `custom.app_versions`.',
  );
const note = changeReason.describe(
  'Note for other members of the product team, at most 500 characters. It is also added to the notes of the edition.',
);

const decision = z.enum(existingDecisions);
const existing = z
  .record(externalId(255), decision)
  .refine((record) => Object.keys(record).length <= 1000, 'Expected at most 1,000 names')
  .describe(
    'What happens to the accounts on a plan or with an add-on that changes, by its name in the price list: they `keep` what they ' +
      'have, or `follow`. With `keep_price` of a plan, they keep its price and get its content, also where it is worse. With ' +
      '`follow_renewal` of a plan, each keeps what it has until its `period_ends_at`, and follows then. Without it, accounts that are ' +
      'billed monthly follow at once, others at the next `period_ends_at` that is reported, after 365 days at most. ' +
      'Default: they keep what they have if they would be worse off, and get content at their price as decided before.',
  );
/** Stored with a draft, which can lack what they are about. */
const draftExisting = existing.nullable().optional();

/** Query of `GET /api/catalog/editions/:id`. */
export const editionQuerySchema = z.object({
  compare_to: externalId(255)
    .optional()
    .describe('ID of the edition to compare it with, instead of the live catalog.'),
});

/** Query of `GET /api/catalog/editions`. */
export const editionsQuerySchema = z.object({
  ...pageParameters,
  limit: integerParameter(1, 1000).describe('Maximum number of editions. Default: 100.'),
});

/** Body of `POST /api/catalog/editions`. */
export const editionRequestSchema = z
  .strictObject({
    source: source.optional(),
    extension: extension.optional(),
    note,
    base_id: externalId(255)
      .optional()
      .describe(
        'Edition that the new one is made from: its text, if `source` is left out. `live` is the live catalog, also if no edition ' +
          'records it. Default: the live edition.',
      ),
    existing: draftExisting.describe(
      'What is decided about the accounts on what it changes, as `existing` of a publication. Default: nothing, whatever it is made from.',
    ),
  })
  .check(({ value, issues }) => {
    if (value.source !== undefined || value.base_id !== undefined) return;
    issues.push({
      code: 'custom',
      path: ['source'],
      input: undefined,
      message: 'Expected source or base_id',
    });
  });

/** Body of `PUT /api/catalog/editions/:id`. */
export const editionUpdateSchema = z
  .strictObject({
    source: source
      .optional()
      .describe('The price list as YAML (Pricing2Yaml). Default: the text stays, if `existing` is given.'),
    extension: extension.optional(),
    existing: draftExisting.describe(
      'Replaces what is decided about the accounts on what it changes, as `existing` of a publication. Names that the list does not have ' +
        'have no effect. `null` or `{}` for nothing. Default: the decisions stay.',
    ),
    note,
  })
  .check(({ value, issues }) => {
    if (value.source !== undefined) return;
    if (value.existing === undefined) {
      const message = 'Expected source or existing';
      issues.push({ code: 'custom', path: ['source'], input: undefined, message });
    } else if (value.extension !== undefined) {
      const message = 'Expected only with source';
      issues.push({ code: 'custom', path: ['extension'], input: value.extension, message });
    }
  });

/** Body of `POST /api/catalog/check`. */
export const catalogCheckRequestSchema = z.strictObject({
  source,
  extension: extension.optional(),
  existing: existing.optional(),
  revenue: z
    .boolean()
    .optional()
    .describe('Whether to return `revenue`. Slow with many accounts. Default: `false`.'),
  texts: z.boolean().optional().describe('Whether to return `texts`. Default: `false`.'),
});

/** Body of `POST /api/catalog/editions/:id/publish`. */
export const publicationRequestSchema = z
  .strictObject({
    at: unixSecondsInput
      .optional()
      .describe('When to publish it, at most two years ahead. Unix timestamp in seconds. Default: now.'),
    existing: existing
      .optional()
      .describe(
        'What happens to the accounts on a plan or with an add-on that changes, by its name in the price list, as `existing` of the ' +
          'draft. It replaces the decision of the draft about this name. What differs is an edit: under the two-person rule, it is 403.',
      ),
    ends_at: unixSecondsInput
      .optional()
      .describe(
        'When the edition that is live before it is published again, at most two years ahead. Unix timestamp in seconds. Default: never.',
      ),
    ends_existing: decision
      .optional()
      .describe(
        'What the accounts on the plans and with the add-ons that it changes do at `ends_at`: they `keep` what they have then, or `follow`. ' +
          'With `keep_price`, those on plans keep the price and get the content, with `follow_renewal` they follow when their paid period ends, ' +
          'and those with add-ons keep both. Default: `keep`.',
      ),
    note: changeReason.describe('Replaces the note of the edition, if given.'),
  })
  .refine(({ ends_existing, ends_at }) => ends_existing === undefined || ends_at !== undefined, {
    path: ['ends_existing'],
    error: 'Expected only with ends_at',
  });

/** Longest time that a share link is valid, and the default, in seconds. */
export const shareSeconds = { max: 90 * 24 * 60 * 60, default: 14 * 24 * 60 * 60 };

/** Body of `POST /api/catalog/editions/:id/share`. */
export const shareRequestSchema = z.strictObject({
  expires_at: unixSecondsInput
    .optional()
    .describe(
      'When the link expires, at most 90 days ahead. Unix timestamp in seconds. Default: in 14 days.',
    ),
});

/** A problem in a price list. */
export const catalogProblemSchema = z.object({
  file: z.enum(editionFiles).describe('The text with the problem.'),
  line: z.int().nullable().describe('Line, from 1. `null` for a problem of the whole text.'),
  column: z.int().nullable().describe('Column, from 1. `null` for a problem of the whole text.'),
  path: z
    .string()
    .describe('Keys from the root, joined by dots: `plans.PRO.price`. Empty for the whole text.'),
  message: z.string().describe('What the problem is. The command `catalog` prints the same.'),
});

/** A field of a row that changes, such as a title. */
const fieldChange = z.object({
  field: z.string().describe('Name of the field.'),
  from: z.string().nullable().describe('Value before. Lists and numbers are JSON. `null` for none.'),
  to: z.string().nullable().describe('Value after, in the same form.'),
});
const fields = z.array(fieldChange).describe('Other fields that change, such as texts.');
const kind = z.enum(rowChanges);

const decisionFields = {
  accounts: z
    .int()
    .nullable()
    .describe(
      'Number of accounts that have it. With `compare_to`, `null` for add-ons, and unless one of the editions is live.',
    ),
  decision: decision
    .nullable()
    .describe('What these accounts do if it is published like this. `null` if there is nothing to decide.'),
  default_decision: decision.nullable().describe('The decision without `existing`.'),
  requested_decision: decision
    .nullable()
    .optional()
    .describe(
      'What `existing` says of it, under this name or the one that it had before a rename. `null` for nothing. Absent in what earlier versions published.',
    ),
  following_accounts: z
    .int()
    .describe(
      'How many of these accounts get what the list has at once. With `keep`, the accounts that no loss concerns, unless `existing` says `keep`. Of an add-on, also those that follow to another version as `existing` says.',
    ),
  renewals: z
    .object({
      at_once: z
        .int()
        .describe(
          'Number of accounts that follow at once: billed monthly, without `period_ends_at`, or due already.',
        ),
      at_period_end: z.int().describe('Number of accounts that follow at their `period_ends_at`.'),
      unknown: z
        .int()
        .describe(
          'Number of accounts whose next `period_ends_at` is not known. They follow then, at `last_at` at most.',
        ),
      first_at: unixSeconds
        .nullable()
        .describe('When the first account follows later. Unix timestamp in seconds. `null` for none.'),
      last_at: unixSeconds
        .nullable()
        .describe('When the last account follows. Unix timestamp in seconds. `null` for none.'),
    })
    .optional()
    .describe(
      'When these accounts follow with `follow_renewal`, as far as it is known. Absent with another decision.',
    ),
  default_following_accounts: z
    .int()
    .optional()
    .describe('`following_accounts` without `existing`. Absent in what earlier versions published.'),
  losses: z
    .array(
      z.object({
        reason: z.string().describe('Why accounts would be worse off. In English.'),
        accounts: z
          .int()
          .describe('Number of accounts that it concerns, such as those that are billed yearly.'),
      }),
    )
    .describe(
      'Why these accounts would be worse off if they followed. What concerns none of them is left out.',
    ),
};

const changedVersion = z.object({
  key: z.string().describe('Name of the plan in the price list.'),
  id: z.string().nullable().describe('Version ID, `ver_…`. `null` for a new one.'),
  title: z.string().describe('Title of the version.'),
  tag: z.string().describe('Tag of the version.'),
  kind: kind.describe('What happens to the version.'),
  scheduled_changes: z
    .int()
    .optional()
    .describe(
      'Of a version that is retired: number of scheduled changes that lead to it. When one is due, it waits for the owner, who can’t approve it, and the account ' +
        'stays as it is. Ends of trials lead to it nevertheless. Absent for none.',
    ),
  waiting_changes: z
    .int()
    .optional()
    .describe(
      'Of a version that is retired: number of changes that wait for the owner or your system and lead to it. They can’t be approved, unless the version is offered ' +
        'again, and expire. Absent for none.',
    ),
  ...decisionFields,
  previous_price: z
    .object(priceFields)
    .nullable()
    .describe('Price before. `null` if it is the same, or new.'),
  price: z.object(priceFields).describe('Price after.'),
  gained: z.array(featureRef).describe('Features that the version includes from then on.'),
  lost: z.array(featureRef).describe('Features that it does not include any more.'),
  ...featureChangeFields,
  fields,
});

const presentKey = z.string().describe('Name in the price list of what has replaced it.');

const earlierVersion = changedVersion
  .omit({ kind: true, scheduled_changes: true, waiting_changes: true, fields: true })
  .extend({ key: z.string().describe('Name for `existing`: `PRO~1`.'), present_key: presentKey });

const changedFeature = featureRef.extend({ kind: kind.describe('What happens to the feature.'), fields });

const changedAddOn = z.object({
  key: z.string().describe('Name of the add-on in the price list.'),
  id: z.string().describe('Human-readable slug of the add-on.'),
  title: z.string().describe('Title of the add-on.'),
  kind: kind.describe('What happens to the add-on.'),
  ...decisionFields,
  unavailable_accounts: z
    .int()
    .optional()
    .describe(
      'Number of accounts on versions that they have kept, which can’t turn it on although their plan has it: these versions lack what it extends or requires. Absent for none.',
    ),
  prices: z
    .array(
      z.object({
        version: z.string().describe('Name of the plan in the price list.'),
        from: z.object(priceFields).nullable().describe('Price before. `null` if it was not available.'),
        to: z.object(priceFields).nullable().describe('Price after. `null` if it is not available.'),
      }),
    )
    .describe('Prices that change, by plan.'),
  features: z
    .array(
      z.object({
        feature: z.string().describe('Title of the feature or limit.'),
        from: z.string().nullable().describe('What the add-on did to it. `null` for nothing. In English.'),
        to: z.string().nullable().describe('What it does to it. `null` for nothing. In English.'),
      }),
    )
    .describe('What the add-on does, as far as it changes.'),
  fields,
});

const earlierAddOn = z.object({
  key: z.string().describe('Name for `existing`: `storage~1`.'),
  present_key: presentKey,
  title: z.string().describe('Title of the add-on.'),
  ...decisionFields,
});

/** What a price list changes. */
export const catalogDifferenceSchema = z.object({
  app: z
    .array(fieldChange)
    .describe(
      'Settings of the app that change, and texts in other languages by their paths in the extension, such as ' +
        '`texts.de.plans.TEAM.title`: the first 200, and `texts` with the number of others.',
    ),
  versions: z.array(changedVersion).describe('Versions that change, by tag.'),
  earlier_versions: z
    .array(earlierVersion)
    .describe(
      'Versions that accounts have kept, by tag, compared with the version that has replaced theirs. By default, accounts that lose nothing follow when it ' +
        'changes.',
    ),
  features: z.array(changedFeature).describe('Features and usage limits that change, in catalog order.'),
  add_ons: z.array(changedAddOn).describe('Add-ons that change, in catalog order.'),
  earlier_add_ons: z
    .array(earlierAddOn)
    .describe('Add-ons that accounts have kept, of those that change or that `existing` names.'),
  included_add_ons: z
    .array(
      z.object({
        version: z.string().describe('Title of the version.'),
        add_on: z.string().describe('Title of the add-on.'),
        accounts: z.int().describe('Number of accounts of the version that have it on.'),
      }),
    )
    .describe(
      'Add-ons of which a version includes everything from then on. After the publication, they are turned off for its accounts.',
    ),
  renames: z
    .array(
      z.object({
        section: z.enum(listSections).describe('Where the price list has it.'),
        from: z.string().describe('Name in the live price list.'),
        to: z.string().describe('Name in this one.'),
        title: z.string().describe('Title in the live catalog.'),
        new_title: z.string().describe('Title of the new one.'),
        accounts: z
          .int()
          .nullable()
          .describe('Number of accounts on the plan, which keep it without the line. `null` for others.'),
        extension: z.string().describe('Line of the extension with which it is a rename.'),
      }),
    )
    .describe(
      'What is missing while something new has the same content or a similar name: probably renamed. The extension says so, so that accounts follow.',
    ),
  grants: z
    .object({
      added: z.int().describe('Number of accounts and versions.'),
      removed: z.int().describe('Number of accounts and versions.'),
    })
    .describe('Grants of versions that `granted_to` adds and removes.'),
  warnings: z
    .array(catalogProblemSchema)
    .describe('Possible mistakes, and what customers may not get as the list means it. In English.'),
});

/** The plans of a text as visitors would see them. */
export const previewSchema = z.object({
  ...versionListSchema.shape.data.shape,
  checks: z
    .array(
      z.object({
        code: z
          .enum([
            'feature_in_no_version',
            'feature_in_all_versions',
            'no_price',
            'no_description',
            'duplicate_title',
          ])
          .describe('What may be wrong.'),
        subjects: z.array(z.string()).describe('Titles of the versions or features.'),
      }),
    )
    .describe('Possible mistakes.'),
});

/** A value that a scheduled edition and another one change differently. */
export const scheduleConflict = z.object({
  file: z.enum(editionFiles).describe('The text with the value.'),
  path: z.string().describe('Keys from the root, joined by dots: `plans.PRO.price`.'),
  base: z
    .string()
    .nullable()
    .describe(
      'The value of the edition that was live when this one was scheduled. JSON, cut after 200 characters. `null` for none.',
    ),
  live: z
    .string()
    .nullable()
    .describe('The value of the edition that was published since, in the same form.'),
  scheduled: z.string().nullable().describe('The value of the scheduled edition, in the same form.'),
});
export type ScheduleConflict = z.infer<typeof scheduleConflict>;

/** Why a scheduled edition is not published. */
export const scheduleFailureReasons = [
  'conflict',
  'confirmation_missing',
  'difference_changed',
  'invalid',
  'limit_exceeded',
  'end_unavailable',
  'other_publisher_required',
  'changes_requested',
] as const;

const scheduleFailure = z.object({
  reason: z
    .enum(scheduleFailureReasons)
    .describe(
      '`conflict`: an edition that was published since changes the same values. `confirmation_missing`: it does something else for accounts ' +
        'than what was confirmed, and was not scheduled again. `difference_changed`: what it changes in the live catalog is not what was ' +
        'confirmed. `invalid`: it has problems now. `limit_exceeded`: its publication takes too much time or memory. ' +
        '`end_unavailable`: the edition that was live before it could not be published again at its end. ' +
        '`other_publisher_required`: the two-person rule was turned on, and the person who scheduled it edited it last. ' +
        '`changes_requested`: changes of it were requested.',
    ),
  publish_at: unixSeconds.describe('When it was to be published. Unix timestamp in seconds.'),
  failed_at: unixSeconds.describe('When its schedule ended. Unix timestamp in seconds.'),
  conflicts: z.array(scheduleConflict).describe('Values that both editions change. At most 100.'),
});
export type ScheduleFailure = z.infer<typeof scheduleFailure>;

/** What leads to another edition. */
const editionRef = z.object({
  id: editionId,
  number: z.int().describe('Number of the edition.'),
});

const endsEdition = editionRef
  .nullable()
  .describe('The edition that this one ends, with the text that was live before it. `null` if it ends none.');

/** What becomes of a scheduled edition when another one is published. */
export const scheduleOutcomes = ['scheduled', 'confirmation_required', 'conflict', 'invalid'] as const;
export type ScheduleOutcome = (typeof scheduleOutcomes)[number];

const scheduledEdition = editionRef.extend({
  note: z.string().describe('Note of its author.'),
  publish_at: unixSeconds.describe('When it is to be published. Unix timestamp in seconds.'),
  ends_edition: endsEdition,
  outcome: z
    .enum(scheduleOutcomes)
    .describe(
      'What becomes of it: it stays `scheduled`, or stays and has to be confirmed (`confirmation_required`). `conflict` and `invalid`: it ' +
        'becomes a draft with a `schedule_failure`.',
    ),
  conflicts: z.array(scheduleConflict).describe('Values that both editions change. At most 100.'),
});

const checkFields = {
  problems: z.array(catalogProblemSchema).describe('Why it can’t be published. Empty if it can.'),
  difference: catalogDifferenceSchema
    .nullable()
    .describe(
      'What it changes in the live catalog; of a published edition, what it has changed. `null` with problems.',
    ),
  preview: previewSchema
    .nullable()
    .describe(
      'The plans as visitors would see them if it were published. The IDs of new ones are names of the list. `null` with problems, and of an edition ' +
        'that is published.',
    ),
  revenue: revenueSchema
    .nullable()
    .describe(
      'What accounts pay per month by list, now and if it is published: with their billing periods, users and optional features. An annual price ' +
        'counts a twelfth. Accounts that keep a version or an optional feature pay what they pay now. It is neither what was billed nor what ' +
        'you have agreed with them. `null` with problems, of an edition that is published, and with `compare_to`.',
    ),
};

const listTextsSchema = z.object({
  language: z.string().nullable().describe('The language of the price list, if it says so.'),
  entries: z
    .array(
      z.object({
        path: z
          .array(z.string())
          .describe('Keys of the text in `texts` of the extension, below the language.'),
        text: z.string().describe('The text of the price list.'),
      }),
    )
    .describe(
      'The texts, by section. Those at `features.KEY.values` replace that of `values` for the feature.',
    ),
});

/** An edition without its text. */
export const editionSchema = z.object({
  id: editionId,
  number: z.int().describe('Number of the edition, from 1.'),
  state: z
    .enum(['draft', 'scheduled', 'published', 'discarded'])
    .describe('`scheduled` until `publish_at`, or until its text is edited or its publication fails.'),
  live: z.boolean().describe('Whether it is the newest published edition.'),
  note: z.string().describe('Note of its author.'),
  revision: z.int().describe('Increases with each change of the text, the decisions or the note.'),
  base_id: editionId.nullable().describe('Edition that it was made from. `null` if there is none.'),
  created_by: actor.describe('Who created it.'),
  created_at: unixSeconds.describe('When it was created. Unix timestamp in seconds.'),
  updated_at: unixSeconds.describe(
    'When its text, decisions or note last changed. Unix timestamp in seconds.',
  ),
  updated_by: actor.describe('Who last changed its text or its decisions.'),
  publish_at: unixSeconds
    .nullable()
    .describe(
      'When it is to be published, or was. Unix timestamp in seconds. `null` if it is not scheduled.',
    ),
  confirmation_required: z
    .boolean()
    .describe(
      'Whether a publication since it was scheduled has changed what it does for accounts. It is not published at `publish_at` unless it is ' +
        'scheduled again before.',
    ),
  schedule_failure: scheduleFailure
    .nullable()
    .describe('Why it was not published. `null` once it is edited, scheduled, published or discarded.'),
  ends_at: unixSeconds
    .nullable()
    .describe(
      'When it ends: of a scheduled edition as requested, of a published one when `ended_by` is to be published, or was. Unix timestamp in ' +
        'seconds. `null` if it has no end.',
    ),
  ends_existing: decision
    .nullable()
    .describe('What accounts on what it changes do at its end, as requested. `null` if no end was.'),
  ended_by: editionRef
    .extend({
      state: z
        .enum(['draft', 'scheduled', 'published'])
        .describe('State of that edition. As a `draft`, it ends nothing unless it is published.'),
    })
    .nullable()
    .describe(
      'The edition that ends it, which its publication creates. `null` before, without an end, and if that one was discarded.',
    ),
  ends_edition: endsEdition,
  published_at: unixSeconds.nullable().describe('When it was published. Unix timestamp in seconds.'),
  published_by: actor.nullable().describe('Who published or scheduled it. `null` for a draft.'),
  share_expires_at: unixSeconds
    .nullable()
    .describe('When its share link expires. Unix timestamp in seconds. `null` without a valid one.'),
});

/** What people have decided about an edition. */
const reviewFields = {
  reviewer: reviewerSchema.nullable().describe('Whom a review was requested from last. `null` for no one.'),
  changes_requested_by: actor
    .nullable()
    .describe(
      'Who has requested changes of the draft last. It can’t be published before this person, or one whom a review was requested from, ' +
        'approves it, unless this person edits the text. `null` if nothing is open.',
    ),
};

/** An edition with its text, and what it changes. */
export const editionDetailsSchema = editionSchema.extend({
  ...reviewFields,
  source,
  extension,
  etag: z.string().describe('The `ETag`, to send as `If-Match`.'),
  compared_to: editionSchema
    .nullable()
    .describe('The edition of `compare_to`, which `difference` starts from. `null` without `compare_to`.'),
  other_publisher_required: z
    .boolean()
    .describe(
      'Whether another person has to publish it: the app has the two-person rule, and you edited it last.',
    ),
  edited_by_you: z
    .boolean()
    .describe('Whether you edited its text or its decisions last. Then another person reviews it.'),
  existing: existing
    .nullable()
    .describe(
      'What is decided about existing accounts, by names of the price list; of a published edition, what was decided. `null` for nothing, ' +
        'of what the command published, and of a discarded edition.',
    ),
  existing_changes: z
    .array(
      z.object({
        key: z.string().describe('Name in the price list.'),
        from: decision.nullable().describe('Decision of the edition of `compare_to`. `null` for none.'),
        to: decision.nullable().describe('Decision of this edition. `null` for none.'),
      }),
    )
    .describe('With `compare_to`: the decisions that differ. Empty otherwise.'),
  live_edition: editionRef
    .nullable()
    .describe(
      'The newest published edition. `null` if there is none: then `ends_at` of a publication is rejected.',
    ),
  scheduled_editions: z
    .array(scheduledEdition)
    .describe(
      'Of a draft: other editions that are scheduled, and what becomes of each if this one is published now. Empty for others.',
    ),
  ...checkFields,
});

/** An edition in a list. */
export const listedEditionSchema = editionSchema.extend({
  ...reviewFields,
  changes: z
    .object({
      versions: z
        .array(
          z.object({
            title: z.string().describe('Title of the version.'),
            kind: kind.describe('What happens to it.'),
          }),
        )
        .describe('Versions that change, by tag.'),
      features: z.int().describe('Number of features and usage limits.'),
      add_ons: z.int().describe('Number of add-ons.'),
    })
    .nullable()
    .describe('What it has changed, or what was confirmed for its time. `null` for a draft.'),
});

export const editionListSchema = pageEnvelope(
  z.array(listedEditionSchema).describe('The editions, newest first.'),
);
export const editionResponseSchema = envelope(editionSchema);
export const editionDetailsResponseSchema = envelope(editionDetailsSchema);
export const shareResponseSchema = dataEnvelope({
  url: z.string().describe('Page that shows the plans of the draft to anyone.'),
  expires_at: unixSeconds.describe('When the link expires. Unix timestamp in seconds.'),
});
export const editionDeletedSchema = dataEnvelope({ id: editionId });
export const catalogCheckResponseSchema = dataEnvelope({
  ...checkFields,
  texts: listTextsSchema
    .nullable()
    .describe(
      'What can be translated into other languages. `null` if problems keep it from being known, and unless requested.',
    ),
});

export type Decision = z.infer<typeof decision>;
export type CatalogProblem = z.infer<typeof catalogProblemSchema>;
export type ListTexts = z.infer<typeof listTextsSchema>;
export type CatalogDifference = z.infer<typeof catalogDifferenceSchema>;
export type EditionPreview = z.infer<typeof previewSchema>;
export type ListedEditionBody = z.infer<typeof listedEditionSchema>;
export type EditionBody = z.infer<typeof editionSchema>;
export type EditionList = z.infer<typeof editionListSchema>;
export type EditionDetails = z.infer<typeof editionDetailsSchema>;
