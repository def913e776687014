import { z } from 'zod';
import {
  actor,
  cursorOf,
  displayName,
  envelope,
  externalId,
  isStorableText,
  limitOf,
  notStorableMessage,
  pageEnvelope,
  textOf,
  unixSeconds,
} from './fields';

/** What callers add. A save with a note adds the kind `saved`. */
export const postedNoteKinds = ['comment', 'review_requested', 'changes_requested', 'approved'] as const;
export type PostedNoteKind = (typeof postedNoteKinds)[number];

/** A person that a review is requested from. */
export const reviewerSchema = z.object({
  name: z.string().describe('Name of the person.'),
  user_id: z.string().nullable().describe('ID of the person in your system. `null` if it is unknown.'),
});

export const editionNoteSchema = z.object({
  number: z.int().describe('Number of the note, from 1 for each edition.'),
  kind: z
    .enum([...postedNoteKinds, 'saved'])
    .describe(
      '`comment`; `saved`: the note of a saved text; `review_requested`: from `reviewer`; `changes_requested`: the edition can’t be published ' +
        'before the same person, or one whom a review was requested from, approves it; `approved`.',
    ),
  text: z
    .string()
    .describe('Text of the person. Can be empty, unless it is a comment or changes are requested.'),
  revision: z.int().describe('The `revision` of the edition that it is about.'),
  reviewer: reviewerSchema.nullable().describe('Whom a review is requested from. `null` for other kinds.'),
  created_by: actor.describe('Who has written it.'),
  created_at: unixSeconds.describe('When it was written. Unix timestamp in seconds.'),
});

/** Query of `GET /api/catalog/editions/:id/notes`. */
export const editionNotesQuerySchema = z.object({
  limit: limitOf('notes'),
  cursor: cursorOf(/^\d{1,9}$/),
});

/** Body of `POST /api/catalog/editions/:id/notes`. */
export const editionNoteRequestSchema = z
  .strictObject({
    kind: z.enum(postedNoteKinds).optional().describe('What it is. Default: `comment`.'),
    text: textOf(4000)
      .trim()
      .refine(isStorableText, notStorableMessage)
      .optional()
      .describe('Required for a comment, and if changes are requested.'),
    reviewer: z
      .strictObject({
        name: displayName(200).describe('Name of the person.'),
        user_id: externalId(255).optional().describe('ID of the person in your system, as in sign-in links.'),
      })
      .optional()
      .describe('Whom a review is requested from. Required for `review_requested`, and only for it.'),
  })
  .check(({ value: { kind = 'comment', text = '', reviewer }, issues }) => {
    const expect = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], input: undefined, message });
    if ((kind === 'comment' || kind === 'changes_requested') && text === '')
      expect('text', 'Expected a text');
    if (kind === 'review_requested' && !reviewer) expect('reviewer', 'Expected a reviewer');
    if (kind !== 'review_requested' && reviewer)
      expect('reviewer', 'Expected only with the kind review_requested');
  });

export const editionNoteListSchema = pageEnvelope(
  z.array(editionNoteSchema).describe('The notes, newest first.'),
);
export const editionNoteResponseSchema = envelope(editionNoteSchema);

export type EditionNoteBody = z.infer<typeof editionNoteSchema>;
export type EditionNoteList = z.infer<typeof editionNoteListSchema>;
export type ReviewerBody = z.infer<typeof reviewerSchema>;
