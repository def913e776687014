import { isDeepStrictEqual } from 'node:util';
import type { CatalogDifference, ScheduleConflict, ScheduleOutcome } from '@/lib/contract/catalog-editions';
import { withdrawAnnouncements, writeAnnouncements } from '@/lib/db/catalog-announcements';
import {
  cancelSchedule,
  type EditionText,
  type EditionWithText,
  findEdition,
  listScheduledEditions,
  lockEdition,
  recordSchedule,
  type ScheduleChange,
  updateEdition,
} from '@/lib/db/catalog-editions';
import { countAccounts } from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/connection/client';
import type { ScheduledOutcome } from '@/lib/domain/catalog-importer';
import { applyChanges } from '../compare/convert-catalog';
import { describeDifference, digestDifference } from '../compare/describe-difference';
import { planAnnouncements } from '../compare/list-announcements';
import { type CatalogReader, planPublicationInTransaction } from '../compare/plan-publication';
import type { Publication } from '../compare/publication';
import { parseEditionText } from '../parse/load-import-files';
import { ImportError } from '../yaml/diagnostics';
import { createTextMerger } from './merge-texts';

/** What becomes of a scheduled edition with another live text than the one that it was confirmed for. */
type ReplannedEdition = { edition: EditionWithText } & (
  | {
      outcome: Extract<ScheduleOutcome, 'scheduled' | 'confirmation_required'>;
      text: EditionText;
      publication: Publication;
    }
  | { outcome: Extract<ScheduleOutcome, 'conflict' | 'invalid'>; conflicts: ScheduleConflict[] }
);

/** The text that is live, with the end of its edition, or the edition that it ends. */
type LiveText = EditionText & Partial<Pick<EditionWithText, 'endsAt' | 'endsId'>>;

interface ReplanInput {
  slug: string;
  edition: EditionWithText;
  /** The text that is live then. */
  live: LiveText;
  /** Reads the catalog as it is then. */
  read?: CatalogReader;
  /** That of other editions with the same live text. */
  mergeTexts?: ReturnType<typeof createTextMerger>;
}

const maxConflicts = 100;

/**
 * Plans a scheduled edition on another live text (docs/decisions/0030-catalog-editions.md). Without a recorded text
 * that it was confirmed for, its own text is planned as it is.
 */
async function replanScheduled(
  queries: Queries,
  { slug, edition, live, read, mergeTexts = createTextMerger() }: ReplanInput,
): Promise<ReplannedEdition> {
  const { appId, confirmedBaseId, source, extension, existing, scheduledBy, createdBy } = edition;
  const base = confirmedBaseId === null ? null : await findEdition(queries, appId, confirmedBaseId);
  const scheduled = { source, extension };
  const isTemporary = isTemporaryFor(live, edition);
  try {
    const { text, conflicts } = base
      ? mergeTexts({ base, live, scheduled }, { prefersScheduled: isTemporary })
      : { text: scheduled, conflicts: [] };
    if (conflicts.length > 0)
      return { edition, outcome: 'conflict', conflicts: conflicts.slice(0, maxConflicts) };
    const decided = new Map(Object.entries(existing ?? {}));
    const files = { slug, ...parseEditionText(text), by: scheduledBy ?? createdBy, decided };
    const publication = await planPublicationInTransaction(queries, files, read);
    const isConfirmed = !hasOtherEffects(edition.difference!, describeDifference(publication), isTemporary);
    return {
      edition,
      outcome: isConfirmed ? 'scheduled' : 'confirmation_required',
      text,
      publication: publication,
    };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { edition, outcome: 'invalid', conflicts: [] };
  }
}

/**
 * Whether an edition is for after a promotion that begins, or that ends now. What it says of a value is then not about the one
 * that the promotion gave it.
 */
function isTemporaryFor({ endsAt, endsId }: LiveText, { publishAt }: EditionWithText): boolean {
  return endsId != null || (endsAt != null && publishAt !== null && endsAt <= publishAt);
}

interface Replanning extends ScheduleChange {
  slug: string;
  /** The edition that is live from now on. */
  live: LiveText & { id: string };
  read?: CatalogReader;
  mergeTexts?: ReturnType<typeof createTextMerger>;
}

/** Plans every scheduled edition of the app on the text that was published in this transaction. */
export async function replanScheduledEditions(
  queries: Queries,
  appId: string,
  replanning: Replanning,
): Promise<ScheduledOutcome[]> {
  const outcomes: ScheduledOutcome[] = [];
  const mergeTexts = createTextMerger();
  for (const { id } of await listScheduledEditions(queries, appId)) {
    const edition = await lockEdition(queries, appId, id);
    const isScheduled = edition?.publishAt && !edition.publishedAt && !edition.discardedAt;
    if (isScheduled) outcomes.push(await replanEdition(queries, edition, { ...replanning, mergeTexts }));
  }
  return outcomes;
}

/** What becomes of the other scheduled editions if an import with the plan is applied now. */
export async function reviewScheduledEditions(
  queries: Queries,
  publication: Publication,
  { slug, live, editionId = null }: Pick<ReplanInput, 'slug' | 'live'> & { editionId?: string | null },
): Promise<ScheduledOutcome[]> {
  const { stored } = publication;
  if (!stored) return [];
  const outcomes: ScheduledOutcome[] = [];
  const input = { slug, live, read: createPlannedReader(publication), mergeTexts: createTextMerger() };
  for (const { id } of await listScheduledEditions(queries, stored.app.id)) {
    const edition = id === editionId ? null : await findEdition(queries, stored.app.id, id);
    if (edition) outcomes.push(toOutcome(await replanScheduled(queries, { ...input, edition })));
  }
  return outcomes;
}

/** Reads the catalog as it is once an import with the plan is applied. */
export function createPlannedReader({ stored, changes, accounts, yearly }: Publication): CatalogReader {
  const published = stored && applyChanges(stored, changes);
  return {
    readStoredCatalog: async () => published,
    // An import without changes has not counted them.
    countAccounts: accounts.size > 0 ? async () => ({ accounts, yearly }) : countAccounts,
  };
}

function toOutcome(replanned: ReplannedEdition): ScheduledOutcome {
  const { edition, outcome } = replanned;
  return { edition, outcome, conflicts: 'conflicts' in replanned ? replanned.conflicts : [] };
}

/** Plans a scheduled edition, which is locked, on another live text, and stores what becomes of it. */
export async function replanEdition(
  queries: Queries,
  edition: EditionWithText,
  { slug, live, read, mergeTexts, ...change }: Replanning,
): Promise<ScheduledOutcome> {
  const replanned = await replanScheduled(queries, {
    ...{ slug, edition, live },
    ...(read && { read }),
    ...(mergeTexts && { mergeTexts }),
  });
  if ('conflicts' in replanned) {
    const { outcome: reason, conflicts } = replanned;
    await cancelSchedule(queries, edition, { reason, conflicts, ...change });
    return toOutcome(replanned);
  }
  const { text, publication, outcome } = replanned;
  const isConfirmed = outcome === 'scheduled';
  const isSameText = text.source === edition.source && text.extension === edition.extension;
  const updated = await updateEdition(queries, edition, {
    ...(!isSameText && { ...text, revision: edition.revision + 1, updatedAt: change.at }),
    schedule: {
      publishAt: edition.publishAt!,
      scheduledBy: edition.scheduledBy ?? edition.createdBy,
      existing: edition.existing ?? {},
      confirmedDigest: isConfirmed ? digestDifference(publication) : null,
      confirmedBaseId: live.id,
      difference: isConfirmed ? describeDifference(publication) : edition.difference!,
      ...{ endsAt: edition.endsAt, endsExisting: edition.endsExisting },
    },
  });
  if (isConfirmed) {
    const files = { slug, ...parseEditionText(text), by: edition.scheduledBy ?? edition.createdBy };
    const input = { ...files, decided: new Map(Object.entries(updated.existing ?? {})) };
    const announcements = await planAnnouncements(queries, input, read);
    await writeAnnouncements(queries, updated, announcements, { at: change.at, isReplanned: true });
  } else {
    await withdrawAnnouncements(queries, updated, change.at);
    await recordSchedule(queries, updated, change);
  }
  return toOutcome(replanned);
}

/**
 * Whether a difference does something to accounts that the confirmed one does not. Texts, numbers of accounts and
 * decisions do not count, nor with `ignoresEarlier` what values were before.
 */
function hasOtherEffects(
  confirmed: CatalogDifference,
  present: CatalogDifference,
  ignoresEarlier: boolean,
): boolean {
  const [known, effects] = [confirmed, present].map((difference) => {
    const listed = listEffects(difference);
    return ignoresEarlier ? listed.map(omitEarlier) : listed;
  }) as [unknown[], unknown[]];
  return effects.some((effect) => !known.some((each) => isDeepStrictEqual(each, effect)));
}

/** An effect without the values from before, and without whether others are better than these. */
function omitEarlier(effect: unknown): unknown {
  if (Array.isArray(effect)) return effect.map(omitEarlier);
  if (typeof effect !== 'object' || effect === null) return effect;
  const { version, addOn, kind } = effect as Record<string, unknown>;
  if (kind === 'retired') return { version, addOn, kind };
  const { from: _, improved: __, ...rest } = effect as Record<string, unknown>;
  const { raised = [], lowered = [], changed = [], ...others } = rest;
  const amounts = [raised, lowered, changed].flat().map(omitEarlier) as { id: string }[];
  const entries = Object.entries(others).map(([key, value]) => [key, omitEarlier(value)]);
  return { ...Object.fromEntries(entries), amounts: amounts.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

function listEffects({
  app,
  versions,
  add_ons: addOns,
  included_add_ons: included,
  grants,
}: CatalogDifference) {
  const ids = (features: { id: string }[]) => features.map(({ id }) => id);
  return JSON.parse(
    JSON.stringify([
      ...app.flatMap((each) => (/^(texts|languages)\b/.test(each.field) ? [] : [{ app: each }])),
      ...versions.flatMap((version) => {
        const { key, kind, previous_price: from, price, gained, lost, raised, lowered, changed } = version;
        const amounts = { raised, lowered, changed };
        const lists = { gained: ids(gained), lost: ids(lost) };
        const isOther =
          kind !== 'changed' ||
          from ||
          Object.values({ ...amounts, ...lists }).some(({ length }) => length > 0);
        return isOther
          ? {
              version: key,
              kind,
              from,
              ...(kind !== 'changed' || from ? { price } : {}),
              ...amounts,
              ...lists,
            }
          : [];
      }),
      ...addOns.flatMap(({ key, kind, prices, features }) =>
        kind !== 'changed' || prices.length + features.length > 0
          ? { addOn: key, kind, prices, features }
          : [],
      ),
      ...included.map(({ version, add_on: addOn }) => ({ version, addOn })),
      ...(grants.added + grants.removed > 0 ? [{ grants }] : []),
    ]),
  ) as unknown[];
}
