import type { Decision } from '@/lib/contract/catalog-editions';
import type { MakeId } from '@/lib/contract/ids';
import { writeAnnouncements } from '@/lib/db/catalog-announcements';
import {
  type EditionActor,
  type EditionWithText,
  insertEdition,
  recordSchedule,
  updateEdition,
} from '@/lib/db/catalog-editions';
import { readStoredCatalog } from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/connection/client';
import type { EditionEnd } from '@/lib/domain/catalog-importer';
import { describeDifference, digestDifference } from '../compare/describe-difference';
import { planAnnouncements } from '../compare/list-announcements';
import { type CatalogReader, planPublicationInTransaction } from '../compare/plan-publication';
import type { Publication } from '../compare/publication';
import { parseEditionText } from '../parse/load-import-files';
import { ImportError } from '../yaml/diagnostics';
import { createPlannedReader } from './replan-scheduled';

interface EndInput {
  slug: string;
  /** The edition that is live before the publication. */
  before: EditionWithText;
  /** The publication that ends. */
  publication: Publication;
  by: EditionActor;
}

/** Why a publication can't end. It is null if it can. */
export async function findEndProblem(
  queries: Queries,
  { before, ...input }: Omit<EndInput, 'before'> & { before: EditionWithText | null },
): Promise<string | null> {
  if (!before) return 'The edition can’t end: no edition was published before it.';
  const { versions, features, addOns } = input.publication.listed;
  // The text from before does not name what was renamed, which would retire.
  const renamed = [...versions, ...features, ...addOns].find(({ before: row, after }) => {
    return row !== null && row.catalogKey !== after.catalogKey;
  });
  if (renamed) {
    const { before: row, after } = renamed;
    return `The edition can’t end: it renames ${row?.catalogKey} to ${after.catalogKey}. Publish the new names before it.`;
  }
  try {
    await planEnd(queries, { ...input, before }, createPlannedReader(input.publication));
    return null;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const message = error.diagnostics[0]?.message ?? error.message;
    return `The edition can’t end: edition ${before.number} could not be published after it. ${message}`;
  }
}

/**
 * Schedules the text from before the publication, which was applied in this transaction, for its end. From then on, it
 * is a scheduled edition as others.
 */
export async function scheduleEnd(
  queries: Queries,
  {
    ended,
    end: { endsAt, endsExisting },
    makeId,
    ...input
  }: EndInput & { ended: Pick<EditionWithText, 'appId' | 'id'>; end: EditionEnd; makeId: MakeId },
): Promise<void> {
  const { before, by } = input;
  // Changes of accounts are blocked: the numbers are still those of the publication.
  const read = { ...createPlannedReader(input.publication), readStoredCatalog };
  const publication = await planEnd(queries, input, read);
  const { versions, add_ons: addOns } = describeDifference(input.publication);
  const changed = new Set([...versions, ...addOns].map(({ key }) => key));
  const decide = (rows: { catalogKey: string }[], decision: Decision) =>
    rows.flatMap(({ catalogKey: key }) => (changed.has(key) ? [[key, decision] as const] : []));
  const existing = [
    ...decide(publication.catalog.versions, endsExisting),
    // The price of an add-on is kept with its content, and has no renewal of its own.
    ...decide(publication.catalog.addOns, endsExisting === 'follow' ? 'follow' : 'keep'),
  ];
  const files = { slug: input.slug, ...parseEditionText(before), by, existing: new Map(existing) };
  const announcements = await planAnnouncements(queries, files, read);
  const at = new Date();
  const inserted = await insertEdition(queries, {
    ...{ appId: ended.appId, id: makeId('edition'), note: '', baseId: before.id, endsId: ended.id },
    ...{ source: before.source, extension: before.extension, createdBy: by, createdAt: at },
  });
  const scheduled = await updateEdition(queries, inserted, {
    schedule: {
      publishAt: endsAt,
      scheduledBy: by,
      existing: Object.fromEntries(existing),
      confirmedDigest: digestDifference(publication),
      confirmedBaseId: ended.id,
      difference: describeDifference(publication),
      ...{ endsAt: null, endsExisting: null },
    },
  });
  await writeAnnouncements(queries, scheduled, announcements, { at, isReplanned: false });
  await recordSchedule(queries, scheduled, { by, at, makeId });
}

/** Plans the text from before a publication on the catalog after it, which `read` reads. Throws `ImportError`. */
async function planEnd(
  queries: Queries,
  { slug, before, by }: EndInput,
  read: CatalogReader,
): Promise<Publication> {
  return planPublicationInTransaction(queries, { slug, ...parseEditionText(before), by }, read);
}
