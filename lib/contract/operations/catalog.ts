import { z } from 'zod';
import * as editions from '../catalog-editions';
import * as notes from '../edition-notes';
import { actorHeaderSchema, idempotencyHeadersSchema } from '../headers';
import type { RevenueBody } from '../revenue';
import {
  defineOperation,
  example,
  invalidParameter,
  missingParameter,
  type Operation,
  succeed,
  succeedWith,
  unknownParameter,
} from './operation';
import {
  sameFeatures,
  sampleActor,
  sampleFeatures,
  sampleIds,
  samplePrices,
  sampleTimes,
  sampleVersionRefs,
} from './sample-data';
import { sampleApp } from './versions';

const draft: editions.EditionBody = {
  id: sampleIds.edition,
  number: 7,
  state: 'draft',
  live: false,
  note: 'Guests for Team',
  revision: 2,
  base_id: null,
  created_by: sampleActor,
  created_at: sampleTimes.first,
  updated_at: sampleTimes.second,
  updated_by: sampleActor,
  publish_at: null,
  confirmation_required: false,
  schedule_failure: null,
  ends_at: null,
  ends_existing: null,
  ended_by: null,
  ends_edition: null,
  published_at: null,
  published_by: null,
  share_expires_at: null,
};

const published: editions.EditionBody = {
  ...draft,
  state: 'published',
  live: true,
  published_at: sampleTimes.second,
  published_by: sampleActor,
};

const source = `syntaxVersion: "3.1"
saasName: Example
currency: USD
features:
  guests: { valueType: BOOLEAN, defaultValue: false, type: DOMAIN }
plans:
  TEAM: { price: 29, unit: /month, features: { guests: { value: true } } }
`;

const difference: editions.CatalogDifference = {
  app: [],
  versions: [
    {
      key: 'TEAM',
      id: sampleIds.team,
      title: 'Team',
      tag: 'v2',
      kind: 'changed',
      accounts: 12,
      decision: 'follow',
      default_decision: 'follow',
      following_accounts: 12,
      losses: [],
      previous_price: null,
      price: samplePrices.team,
      ...sameFeatures,
      gained: [sampleFeatures.guests],
      fields: [],
    },
  ],
  earlier_versions: [],
  features: [],
  add_ons: [],
  earlier_add_ons: [],
  included_add_ons: [{ version: 'Team', add_on: 'Guest pass', accounts: 3 }],
  renames: [
    {
      ...{
        section: 'features',
        from: 'visitors',
        to: 'guests',
        title: 'Visitors',
        new_title: 'Guests',
        accounts: null,
      },
      extension: 'features: { guests: { renamed_from: visitors } }',
    },
  ],
  grants: { added: 0, removed: 0 },
  warnings: [],
};

const problem: editions.CatalogProblem = {
  file: 'source',
  line: 7,
  column: 17,
  path: 'plans.TEAM.price',
  message: 'This value is required.',
};

const revenue: RevenueBody = {
  ...{
    previous_currency: 'USD',
    previous_currency_digits: 2,
    currency: 'USD',
    currency_digits: 2,
    accounts: 12,
    users: 40,
    previous_amount: 116_000,
    amount: 120_000,
  },
  versions: [
    {
      ...sampleVersionRefs.team,
      ...{ accounts: 12, users: 40, previous_amount: 116_000, amount: 120_000, unpriced_accounts: 0 },
      periods: [
        { billing_period: 'month', accounts: 12, users: 40, previous_amount: 116_000, amount: 120_000 },
      ],
      largest_accounts: [
        {
          ...{ id: sampleIds.account, external_id: 'customer-7', title: 'Acme' },
          ...{ users: 10, previous_amount: 29_000, amount: 30_000 },
        },
      ],
    },
  ],
};

const preview: editions.EditionPreview = {
  versions: [],
  optional_features_available: false,
  billing_period: null,
  trial_ends_at: null,
  users: 1,
  quantity: null,
  app: sampleApp,
  checks: [{ code: 'no_description', subjects: ['Team'] }],
};

const details: editions.EditionDetails = {
  ...draft,
  ...{ source, extension: null, etag: '"2-9vXn1kTq0bA3dYw5sLcR7e"', compared_to: null },
  ...{ other_publisher_required: false, edited_by_you: true },
  ...{ reviewer: null, changes_requested_by: null },
  existing: null,
  existing_changes: [],
  live_edition: { id: sampleIds.edition, number: 6 },
  scheduled_editions: [],
  ...{ problems: [], difference, preview, revenue },
};

const listed: editions.ListedEditionBody = {
  ...published,
  ...{ reviewer: null, changes_requested_by: null },
  changes: { versions: [{ title: 'Team', kind: 'changed' }], features: 1, add_ons: 0 },
};

const note: notes.EditionNoteBody = {
  number: 1,
  kind: 'changes_requested',
  text: 'Guests belong to Business, too.',
  revision: 2,
  reviewer: null,
  created_by: sampleActor,
  created_at: sampleTimes.second,
};

const base = {
  tag: 'Catalog',
  callers: { scope: 'app', roles: ['product'] },
} satisfies Partial<Operation>;

const ifMatch = z
  .string()
  .optional()
  .describe(
    '`ETag` of the edition as you have seen it, or its `revision`. If the edition changed since, the request fails with 412. A ' +
      'publication with the `ETag` also fails if what it changes in the live catalog is not the same any more.',
  );
const changeHeaders = z.object({ 'If-Match': ifMatch });
const createHeaders = z.object({ ...actorHeaderSchema.shape, ...idempotencyHeadersSchema.shape });
const publishHeaders = createHeaders.extend({ 'If-Match': ifMatch });
const changeErrors = ['edition_stale', 'edition_not_draft'] as const;

const sourceErrors = [missingParameter('source'), invalidParameter('source', 'expected string')];

export const catalogOperations = {
  checkCatalog: defineOperation({
    ...base,
    method: 'POST',
    path: '/api/catalog/check',
    summary: 'Check a price list',
    description:
      'Returns the problems of a price list, or what it would change in the live catalog and the plans after it, and stores nothing. For a repository, ' +
      'before it publishes.',
    body: {
      schema: editions.catalogCheckRequestSchema,
      maxBytes: editions.maxPriceListBodyBytes,
      examples: { list: { summary: 'A price list', value: { source } } },
    },
    responses: succeed('Problems, or the difference.', editions.catalogCheckResponseSchema, {
      difference: example('Difference', {
        data: { problems: [], difference, preview, revenue: null, texts: null },
      }),
      problems: example('Problems', {
        data: { problems: [problem], difference: null, preview: null, revenue: null, texts: null },
      }),
    }),
    sampleFieldErrors: [...sourceErrors, unknownParameter('file')],
  }),
  listEditions: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/catalog/editions',
    summary: 'List editions',
    description:
      'Returns the drafts and publications of the app’s price list, newest first, without their texts.',
    query: editions.editionsQuerySchema,
    responses: succeedWith('The editions.', editions.editionListSchema, {
      data: [{ ...draft, reviewer: null, changes_requested_by: null, changes: null }, listed],
      has_more: false,
    }),
  }),
  createEdition: defineOperation({
    ...base,
    method: 'POST',
    headers: createHeaders,
    path: '/api/catalog/editions',
    summary: 'Create an edition',
    description:
      'Creates a draft from a text, from the text of an edition, to publish that one again, or from the live catalog. A draft can have problems.',
    body: {
      schema: editions.editionRequestSchema,
      maxBytes: editions.maxPriceListBodyBytes,
      examples: {
        text: { summary: 'From a text', value: { source, note: draft.note } },
        again: { summary: 'From an edition', value: { base_id: sampleIds.edition } },
        live: { summary: 'From the live catalog', value: { base_id: 'live' } },
      },
    },
    responses: succeedWith(
      'The edition.',
      editions.editionResponseSchema,
      { data: { ...draft, revision: 1 } },
      {
        status: 201,
      },
    ),
    errors: ['edition_not_found', 'edition_invalid'],
    sampleFieldErrors: [...sourceErrors, unknownParameter('text')],
  }),
  getEdition: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/catalog/editions/:id',
    summary: 'Get an edition',
    description:
      'Returns an edition with its text. Of a draft, also its problems or what it would change in the live catalog, and how many ' +
      'accounts that concerns; of a published one, what it has changed. With `compare_to`, what differs between the texts of two ' +
      'editions, whatever their state.',
    query: editions.editionQuerySchema,
    responses: succeedWith(
      'The edition.',
      editions.editionDetailsResponseSchema,
      { data: details },
      { headers: ['ETag'] },
    ),
    errors: ['edition_invalid'],
  }),
  updateEdition: defineOperation({
    ...base,
    method: 'PUT',
    headers: changeHeaders,
    path: '/api/catalog/editions/:id',
    summary: 'Replace the text of a draft',
    description:
      'Replaces what is given: the text, what is decided about existing accounts, and the note. A scheduled edition becomes a draft. If someone ' +
      'else has changed it, 412 returns the present edition in `data`.',
    body: {
      schema: editions.editionUpdateSchema,
      maxBytes: editions.maxPriceListBodyBytes,
      examples: {
        text: { summary: 'A text', value: { source } },
        existing: {
          summary: 'Decisions about existing accounts',
          value: { existing: { TEAM: 'keep_price' } },
        },
      },
    },
    responses: succeedWith('The edition.', editions.editionResponseSchema, { data: draft }),
    errors: [...changeErrors],
    sampleFieldErrors: sourceErrors,
  }),
  shareEdition: defineOperation({
    ...base,
    method: 'POST',
    headers: createHeaders,
    path: '/api/catalog/editions/:id/share',
    summary: 'Share a draft',
    description:
      'Returns a link to a page that shows the plans and the comparison of the draft to anyone, read-only, as they are when the page is ' +
      'opened. It replaces an earlier link. The link ends when the draft is published or discarded.',
    body: {
      schema: editions.shareRequestSchema,
      examples: { default: { summary: 'For 14 days', value: {} } },
    },
    responses: succeedWith('The link.', editions.shareResponseSchema, {
      data: { url: 'https://plans.example.com/shared/boards/avd_example', expires_at: sampleTimes.second },
    }),
    errors: ['edition_not_draft'],
    sampleFieldErrors: [
      invalidParameter('expires_at', 'expected a time in the future'),
      unknownParameter('days'),
    ],
  }),
  unshareEdition: defineOperation({
    ...base,
    method: 'DELETE',
    path: '/api/catalog/editions/:id/share',
    summary: 'Stop sharing a draft',
    description: 'Makes the link of the draft invalid at once. To do it again has no effect.',
    responses: succeedWith('The link is not valid any more.', editions.editionDeletedSchema, {
      data: { id: draft.id },
    }),
    errors: ['edition_not_draft'],
  }),
  listEditionNotes: defineOperation({
    ...base,
    method: 'GET',
    path: '/api/catalog/editions/:id/notes',
    summary: 'List the notes of an edition',
    description:
      'Returns what people have written about an edition and decided on it, with the notes of its saved texts, newest first.',
    query: notes.editionNotesQuerySchema,
    responses: succeedWith('The notes.', notes.editionNoteListSchema, { data: [note], has_more: false }),
  }),
  addEditionNote: defineOperation({
    ...base,
    method: 'POST',
    headers: publishHeaders,
    path: '/api/catalog/editions/:id/notes',
    summary: 'Add a note to an edition',
    description:
      'Adds a comment. Of a draft, it can also request a review from a person, request changes, or approve. Who edited the text last can do ' +
      'neither of the last two (403). While changes are requested, the edition can’t be published, until the same person, or one whom a ' +
      'review was requested from, approves it. With `If-Match`, only of the text that was reviewed. Notes can’t be changed.',
    body: {
      schema: notes.editionNoteRequestSchema,
      examples: {
        comment: { summary: 'A comment', value: { text: note.text } },
        changes: { summary: 'Request changes', value: { kind: 'changes_requested', text: note.text } },
        review: {
          summary: 'Request a review',
          value: { kind: 'review_requested', reviewer: { name: 'Grace Example', user_id: 'user-7' } },
        },
        approval: { summary: 'Approve', value: { kind: 'approved' } },
      },
    },
    responses: succeedWith('The note.', notes.editionNoteResponseSchema, { data: note }, { status: 201 }),
    errors: [...changeErrors, 'other_person_required'],
    sampleFieldErrors: [invalidParameter('text', 'expected a text'), unknownParameter('note')],
  }),
  publishEdition: defineOperation({
    ...base,
    method: 'POST',
    isSlow: true,
    headers: publishHeaders,
    path: '/api/catalog/editions/:id/publish',
    summary: 'Publish an edition',
    description:
      'Publishes a draft now, or schedules it. With `If-Match`, what was reviewed is published: if the text or the difference to the ' +
      'live catalog is another one, or other editions are scheduled, 412 returns the edition with the present difference in `data`. Other editions ' +
      'that are scheduled are planned again on the published text, as `scheduled_editions` of the edition says. In an app with the two-person rule, ' +
      'the person who edited the text or the decisions last can neither publish nor schedule it (403). While changes are requested, no one can (422). What changes nothing is not published now (422). With `ends_at`, its publication creates an edition with ' +
      'the text that was live before it, scheduled for that time.',
    body: {
      schema: editions.publicationRequestSchema,
      examples: {
        now: { summary: 'Now', value: {} },
        later: {
          summary: 'At a time',
          value: { at: sampleTimes.second, existing: { TEAM: 'keep' }, note: draft.note },
        },
        promotion: {
          summary: 'Now, with an end',
          value: { ends_at: sampleTimes.second, ends_existing: 'follow' },
        },
      },
    },
    responses: succeedWith('The edition.', editions.editionResponseSchema, { data: published }),
    errors: [
      ...changeErrors,
      'edition_invalid',
      'edition_unchanged',
      'end_unavailable',
      'other_publisher_required',
      'changes_requested',
    ],
    sampleFieldErrors: [invalidParameter('at', 'expected a time in the future'), unknownParameter('when')],
  }),
  cancelSchedule: defineOperation({
    ...base,
    method: 'DELETE',
    headers: changeHeaders,
    path: '/api/catalog/editions/:id/publish',
    summary: 'Cancel a schedule',
    description: 'Makes a scheduled edition a draft with the same text. To do it again has no effect.',
    responses: succeedWith('The edition.', editions.editionResponseSchema, { data: draft }),
    errors: [...changeErrors],
  }),
  deleteEdition: defineOperation({
    ...base,
    method: 'DELETE',
    headers: changeHeaders,
    path: '/api/catalog/editions/:id',
    summary: 'Discard a draft',
    description: 'Discards a draft or a scheduled edition. It stays in the list.',
    responses: succeedWith('The edition was discarded.', editions.editionDeletedSchema, {
      data: { id: draft.id },
    }),
    errors: [...changeErrors],
  }),
};
