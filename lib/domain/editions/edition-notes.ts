import type { PostedNoteKind } from '@/lib/contract/edition-notes';
import { ApiError } from '@/lib/contract/errors';
import { lockEdition } from '@/lib/db/catalog-editions';
import { readTenant, withTenant } from '@/lib/db/connection/tenant';
import {
  type EditionNote,
  insertEditionNote,
  isLastEditor,
  listReviewers as listPeople,
  listEditionNotes as listRows,
} from '@/lib/db/edition-notes';
import type { Service } from '../service';
import { lockDraft, type Manager, requireEdition, toEditionActor } from './catalog-editions';

export type { EditionNote };

/** What is written about an edition, newest first. Throws 404 for an unknown one. */
export function listEditionNotes(
  { db }: Service,
  { app }: Manager,
  id: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<{ notes: EditionNote[]; next: number | null }> {
  return readTenant(db, { appId: app.id }, async (queries) => {
    await requireEdition(queries, app.id, id);
    const rows = await listRows(queries, { appId: app.id, editionId: id }, { before, limit: limit + 1 });
    const notes = rows.slice(0, limit);
    return { notes, next: rows.length > limit ? (notes.at(-1)?.number ?? null) : null };
  });
}

interface PostedNote {
  kind: PostedNoteKind;
  text: string;
  /** It is null unless a review is requested. */
  reviewer: { name: string; userId: string | null } | null;
  ifMatch: string | null;
}

/**
 * Adds a comment, or a decision on a draft. Throws 404 for an unknown edition. A decision throws as `updateEdition`, and a review
 * 403 if the caller edited the text last.
 */
export function addEditionNote(
  { db, now }: Service,
  caller: Manager,
  id: string,
  { kind, text, reviewer, ifMatch }: PostedNote,
): Promise<EditionNote> {
  const appId = caller.app.id;
  const createdBy = toEditionActor(caller);
  return withTenant(
    db,
    { appId },
    async (queries) => {
      const { revision } =
        kind === 'comment'
          ? await requireEdition(queries, appId, id, lockEdition)
          : await lockDraft(queries, caller, { id, ifMatch });
      const isReview = kind === 'changes_requested' || kind === 'approved';
      if (isReview && (await isLastEditor(queries, { appId, editionId: id }, createdBy))) {
        throw new ApiError(
          'other_person_required',
          'You edited this edition last. Another person reviews it.',
        );
      }
      const person = reviewer && { ...reviewer, kind: 'session' as const, id: null, channel: 'portal' };
      const note = { kind, text, revision, reviewer: person, createdBy, createdAt: now() };
      return insertEditionNote(queries, { appId, editionId: id, ...note });
    },
    { cached: false },
  );
}

/** Other people of the product team, by name. */
export function listReviewers({ db }: Service, caller: Manager): ReturnType<typeof listPeople> {
  const appId = caller.app.id;
  return readTenant(db, { appId }, (queries) => listPeople(queries, appId, toEditionActor(caller)));
}
