import type { EditionNoteBody } from '@/lib/contract/edition-notes';
import type { EditionActor } from './catalog-editions';
import type { Queries } from './connection/client';
import { Prisma } from './generated/client';
import type { EditionNoteModel } from './generated/models';

/** What a person has written about an edition. `revision` is that of the edition then. */
export interface EditionNote extends Pick<EditionNoteModel, 'number' | 'text' | 'revision' | 'createdAt'> {
  kind: EditionNoteBody['kind'];
  /** The person that a review is requested from. Null for other kinds. */
  reviewer: EditionActor | null;
  createdBy: EditionActor;
}

export type NewEditionNote = Omit<EditionNote, 'number'> & { appId: string; editionId: string };

/** Adds a note with the next number. The transaction has locked the edition. */
export async function insertEditionNote(
  queries: Queries,
  { appId, editionId, kind, text, revision, reviewer, createdBy, createdAt }: NewEditionNote,
): Promise<EditionNote> {
  const last = await queries.editionNote.aggregate({ where: { appId, editionId }, _max: { number: true } });
  const note = await queries.editionNote.create({
    data: {
      ...{ appId, editionId, kind, text, revision, createdAt },
      number: (last._max.number ?? 0) + 1,
      reviewer: reviewer ? { ...reviewer } : Prisma.DbNull,
      createdBy: { ...createdBy },
    },
  });
  return note as unknown as EditionNote;
}

/** The notes before the one with the number `before`, newest first. */
export async function listEditionNotes(
  queries: Queries,
  { appId, editionId }: { appId: string; editionId: string },
  { before, limit }: { before: number | null; limit: number },
): Promise<EditionNote[]> {
  const notes = await queries.editionNote.findMany({
    where: { appId, editionId, ...(before !== null && { number: { lt: before } }) },
    orderBy: { number: 'desc' },
    take: limit,
  });
  return notes as unknown as EditionNote[];
}

/** Whom a review was requested from last, and who has requested changes of a draft that are open. */
export interface EditionReview {
  reviewer: EditionActor | null;
  changesRequestedBy: EditionActor | null;
}

/** By the ID of the edition. */
export async function readEditionReviews(
  queries: Queries,
  ids: string[],
): Promise<Map<string, EditionReview>> {
  const rows = await queries.$queryRaw<(EditionReview & { id: string })[]>`
    SELECT id, reviewer, changes_requested_by AS "changesRequestedBy" FROM edition_reviews(${ids})`;
  return new Map(rows.map(({ id, ...review }) => [id, review]));
}

/** Whether the actor is the one who last changed the text of the edition. */
export async function isLastEditor(
  queries: Queries,
  { appId, editionId }: { appId: string; editionId: string },
  actor: EditionActor,
): Promise<boolean> {
  const rows = await queries.$queryRaw<{ is_same: boolean }[]>`
    SELECT is_same_actor(coalesce(updated_by, created_by), ${JSON.stringify(actor)}::jsonb) AS is_same
    FROM catalog_editions WHERE app_id = ${appId} AND id = ${editionId}`;
  return rows[0]?.is_same === true;
}

/** Other people who can review: those with a session of the product role, and who have worked on the newest 100 editions. */
export function listReviewers(
  queries: Queries,
  appId: string,
  actor: EditionActor,
): Promise<{ name: string; userId: string | null }[]> {
  return queries.$queryRaw`
    SELECT person->>'name' AS name, person->>'userId' AS "userId" FROM (
      SELECT DISTINCT ON (coalesce(person->>'userId', person->>'name')) person FROM (
        SELECT jsonb_build_object('kind', 'session', 'name', actor_name, 'userId', actor_id), created_at
        FROM portal_sessions WHERE app_id = ${appId} AND role = 'product'
        UNION ALL
        SELECT v.person, v.at FROM (
          SELECT * FROM catalog_editions WHERE app_id = ${appId} ORDER BY number DESC LIMIT 100) AS e,
          LATERAL (VALUES (e.created_by, e.created_at), (e.updated_by, e.updated_at), (e.published_by, e.published_at)) AS v (person, at)
        WHERE v.person->>'kind' = 'session') AS known (person, at)
      ORDER BY coalesce(person->>'userId', person->>'name'), at DESC) AS people
    WHERE NOT is_same_actor(person, ${JSON.stringify(actor)}::jsonb)
    ORDER BY lower(person->>'name') LIMIT 100`;
}
