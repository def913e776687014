import type { Decision, ScheduleFailure } from '@/lib/contract/catalog-editions';
import type { MakeId } from '@/lib/contract/ids';
import {
  cancelSchedule,
  decideOtherwise,
  type EditionText,
  type EditionWithText,
  findAppSlug,
  findEdition,
  findLiveEdition,
  hasTwoPersonRule,
  isDecidedOtherwise,
  listScheduledEditions,
  lockEdition,
  requiresOtherPublisher,
} from '@/lib/db/catalog-editions';
import { countRenewals, type FollowGroup, readFollowGroups } from '@/lib/db/catalog-follows';
import {
  countAccounts,
  type RevisedCatalog,
  readRevisedCatalog,
  readStoredCatalog,
  withCatalogLock,
  withCatalogSnapshot,
} from '@/lib/db/catalog-store';
import type { Database, Queries } from '@/lib/db/connection/client';
import { isStatementTimeout } from '@/lib/db/connection/database-error';
import { setTenant } from '@/lib/db/connection/tenant';
import { readEditionReviews } from '@/lib/db/edition-notes';
import type {
  CatalogCheck,
  CatalogImporter,
  EditionEnd,
  PublicationInput,
} from '@/lib/domain/catalog-importer';
import { BuildError } from '../build/build-texts';
import { comparePriceLists } from '../compare/compare-price-lists';
import { buildStoredCatalog } from '../compare/convert-catalog';
import { describeDifference, digestDifference, digestReview } from '../compare/describe-difference';
import { planAnnouncements } from '../compare/list-announcements';
import { planPublicationRevenue } from '../compare/list-follows';
import {
  type CatalogReader,
  type ImportInput,
  planPublicationInTransaction,
} from '../compare/plan-publication';
import { changesNothing, listPublicationTexts, type Publication } from '../compare/publication';
import { ExportError, exportApp } from '../export/export-catalog';
import { parseEditionText } from '../parse/load-import-files';
import { ImportError } from '../yaml/diagnostics';
import { publishInCatalogLock } from './publish-price-list';
import { replanEdition, reviewScheduledEditions } from './replan-scheduled';
import { findEndProblem, scheduleEnd } from './schedule-end';

/** A file can have a problem in each line. */
const maxProblems = 1000;

/** A check counts more accounts than this once in ten seconds. A publication always counts them. */
const manyAccounts = 10_000;
const countTtlMs = 10_000;

interface Counted {
  appId: string;
  counts: Awaited<ReturnType<typeof countAccounts>>;
  until: number;
  /** What was read after the count, by what was asked for. */
  groups: Map<string, FollowGroup[]>;
  renewals: Map<string, Awaited<ReturnType<typeof countRenewals>>>;
}

/** Importers for the product team: none of them is an operator. */
const checker = { kind: 'session', id: null, name: '', channel: 'portal' } as const;

/** Checks and publishes texts under the rights of `db`. */
export function createCatalogImporter(db: Database, makeId: MakeId): CatalogImporter {
  // The catalog and the accounts of the last check: while a user types, only the text changes.
  let known: RevisedCatalog | null = null;
  let counted: Counted | null = null;
  const live: CatalogReader = {
    async readStoredCatalog(queries, slug) {
      known = await readRevisedCatalog(queries, slug, known);
      return known?.stored ?? null;
    },
    async countAccounts(queries, appId) {
      if (counted?.appId === appId && counted.until > Date.now()) return counted.counts;
      const counts = await countAccounts(queries, appId);
      const total = [...counts.accounts.values()].reduce((sum, count) => sum + count, 0);
      const until = total < manyAccounts ? 0 : Date.now() + countTtlMs;
      counted = { appId, counts, until, groups: new Map(), renewals: new Map() };
      return counts;
    },
    async readFollowGroups(queries, appId, unpriced) {
      const known = counted?.appId === appId ? counted.groups : new Map<string, FollowGroup[]>();
      const key = JSON.stringify(unpriced);
      const groups = known.get(key) ?? (await readFollowGroups(queries, appId, unpriced));
      known.set(key, groups);
      return groups;
    },
    async countRenewals(queries, appId, versionIds) {
      const key = versionIds.join();
      const renewals = counted?.renewals.get(key) ?? (await countRenewals(queries, appId, versionIds));
      counted?.renewals.set(key, renewals);
      return renewals;
    },
  };
  return {
    async check(checked) {
      const { appId, decided, existing = {}, editionId } = checked;
      const { ends = false, revenue = false, texts = false } = checked;
      const { announces = false, source, extension } = checked;
      const text = { source, extension };
      const slug = await readSlug(db, appId);
      return withProblems(
        () =>
          withCatalogSnapshot(db, async (queries) => {
            const decisions = { decided: toMap(decided), existing: toMap(existing) };
            const input = { slug, ...parseEditionText(text), ...decisions, by: checker };
            const publication = await planPublicationInTransaction(queries, input, live);
            const money = { revenue: revenue ? await planPublicationRevenue(queries, publication) : null };
            if (editionId === undefined)
              return {
                ...toCheck(publication),
                ...money,
                texts: texts ? listPublicationTexts(publication) : null,
              };
            const review = await reviewEdition(queries, publication, { appId, slug, editionId, text });
            const announcements = announces ? await planAnnouncements(queries, input, live) : [];
            if (!ends) return { ...review, ...money, announcements };
            const before = await readLiveEdition(queries, appId);
            const endProblem = await findEndProblem(queries, {
              slug,
              before,
              publication,
              by: checker,
            });
            return { ...review, endProblem, announcements };
          }),
        (problems, error): CatalogCheck => ({
          ...noReview,
          ...{ problems, difference: null, catalog: null, digest: null, reviewDigest: null },
          texts: texts && error instanceof BuildError ? error.texts : null,
        }),
      );
    },
    async publish(input) {
      const slug = await readSlug(db, input.appId);
      try {
        return await withCatalogLock(db, slug, (queries) =>
          publishInTransaction(queries, { slug, makeId, input }),
        );
      } catch (error) {
        if (input.scheduled && isStatementTimeout(error)) return { outcome: 'invalid', problems: [] };
        throw error;
      }
    },
    async compare({ appId, from, to, counted }) {
      const slug = await readSlug(db, appId);
      let read: 'from' | 'to' = 'from';
      return withProblems(
        () =>
          withCatalogSnapshot(db, async (queries) => {
            const live = await readStoredCatalog(queries, slug);
            if (!live) throw new Error(`There is no app ${slug}.`);
            const parsedFrom = parseEditionText(from);
            read = 'to';
            const files = { from: parsedFrom, to: parseEditionText(to) };
            const counts = counted ? await countAccounts(queries, appId) : null;
            return { difference: comparePriceLists(live, files, counts?.accounts ?? null) };
          }),
        (problems) => ({ invalid: read, problems }),
      );
    },
    async export({ appId }) {
      try {
        const exported = await exportApp(db, await readSlug(db, appId), new Date());
        return { source: exported?.priceList ?? '', extension: exported?.extension ?? null };
      } catch (error) {
        if (!(error instanceof ExportError)) throw error;
        const { message } = error;
        return { problems: [{ file: 'source', line: null, column: null, path: '', message }] };
      }
    },
  };
}

async function readSlug(db: Database, appId: string): Promise<string> {
  const slug = await findAppSlug(db, appId);
  if (slug === null) throw new Error(`There is no app ${appId}.`);
  return slug;
}

type Publishing = { slug: string; makeId: MakeId; input: PublicationInput };

async function publishInTransaction(queries: Queries, { slug, makeId, input }: Publishing) {
  const { appId, editionId, scheduled } = input;
  await setTenant(queries, { appId });
  const found = await lockEdition(queries, appId, editionId);
  if (!found) return { outcome: 'not_found' } as const;
  if (found.publishedAt || found.discardedAt || (scheduled && !found.publishAt)) {
    return { outcome: scheduled ? 'skipped' : 'not_draft' } as const;
  }
  const cancel = async (edition: EditionWithText, reason: ScheduleFailure['reason']) => {
    const by = edition.scheduledBy ?? edition.createdBy;
    await cancelSchedule(queries, edition, { reason, by, at: new Date(), makeId });
    return { outcome: 'canceled' } as const;
  };
  const edition = scheduled ? await replanOutdated(queries, found, { slug, makeId }) : found;
  if (!edition || (scheduled && !edition.publishAt)) return { outcome: 'canceled' } as const;
  if (scheduled && edition.confirmedDigest === null) return cancel(edition, 'confirmation_missing');
  const confirmed = scheduled
    ? {
        by: edition.scheduledBy ?? edition.createdBy,
        existing: {},
        note: null,
        digest: edition.confirmedDigest,
        end: readEnd(edition),
      }
    : input;
  const note = confirmed.note ?? edition.note;
  const { end } = confirmed;
  const before = end && (await readLiveEdition(queries, appId));
  const result = await withProblems(
    async () => {
      const decided = toMap(edition.existing);
      const files: ImportInput = { slug, ...parseEditionText(edition), decided, by: confirmed.by };
      // It is planned without the requested decisions: they were made for another difference.
      const publication = await planPublicationInTransaction(queries, files);
      const isSameText = scheduled || input.revision === null || input.revision === edition.revision;
      const others = scheduled ? [] : await listOtherSchedules(queries, appId, editionId);
      const digest = digestReview(digestDifference(publication), others);
      if (!isSameText || (confirmed.digest !== null && confirmed.digest !== digest)) {
        if (scheduled) return cancel(edition, 'difference_changed');
        const check = await reviewEdition(queries, publication, { appId, slug, editionId, text: edition });
        return { outcome: 'stale', check } as const;
      }
      if (await requiresOtherPublisher(queries, editionId, confirmed.by)) {
        if (!scheduled) return { outcome: 'other_publisher_required' } as const;
        return cancel(edition, 'other_publisher_required');
      }
      const isDecided = isDecidedOtherwise(edition, confirmed.existing);
      if (isDecided && (await hasTwoPersonRule(queries, appId)))
        return { outcome: 'decided_by_publisher' } as const;
      if ((await readEditionReviews(queries, [editionId])).get(editionId)?.changesRequestedBy) {
        return scheduled ? cancel(edition, 'changes_requested') : ({ outcome: 'changes_requested' } as const);
      }
      const existing = toMap(confirmed.existing);
      if (!scheduled && changesNothing(publication) && (await findLiveEdition(queries, appId))) {
        const decided = await planPublicationInTransaction(queries, { ...files, existing });
        if (changesNothing(decided)) return { outcome: 'unchanged' } as const;
      }
      const problem = end && (await findEndProblem(queries, { slug, before, publication, by: confirmed.by }));
      if (problem !== null)
        return scheduled
          ? cancel(edition, 'end_unavailable')
          : ({ outcome: 'end_unavailable', problem } as const);
      const { endsAt = null, endsExisting = null } = end ?? {};
      const decisions = isDecided && decideOtherwise(edition, confirmed.existing, confirmed.by);
      const draft = {
        ...{ id: editionId, number: edition.number, endsId: edition.endsId },
        edit: { note, endsAt, endsExisting, ...decisions },
      };
      const applied = await publishInCatalogLock(
        queries,
        { ...files, existing, draft: { ...draft, note, endsAt } },
        makeId,
      );
      return { outcome: 'published', publication: applied } as const;
    },
    async (problems) =>
      scheduled ? cancel(edition, 'invalid') : ({ outcome: 'invalid', problems } as const),
  );
  if (result.outcome !== 'published') return result;
  // Problems with it were found before: another one ends the transaction.
  if (end && before) {
    const input = { slug, before, publication: result.publication, by: confirmed.by };
    await scheduleEnd(queries, { ...input, ended: edition, end, makeId });
  }
  return { outcome: 'published' } as const;
}

const toMap = (decisions: Record<string, Decision> | null = {}) => new Map(Object.entries(decisions ?? {}));

function readEnd({ endsAt, endsExisting }: EditionWithText): EditionEnd | null {
  return endsAt && endsExisting && { endsAt, endsExisting };
}

async function readLiveEdition(queries: Queries, appId: string): Promise<EditionWithText | null> {
  const live = await findLiveEdition(queries, appId);
  return live && findEdition(queries, appId, live.id);
}

/** Plans a due edition on the live text if it was scheduled while another one was published. Returns it as it is then. */
async function replanOutdated(
  queries: Queries,
  edition: EditionWithText,
  { slug, makeId }: Pick<Publishing, 'slug' | 'makeId'>,
): Promise<EditionWithText | null> {
  const { appId, id, confirmedBaseId } = edition;
  const live = await readLiveEdition(queries, appId);
  if (!live || live.id === confirmedBaseId) return edition;
  const by = edition.scheduledBy ?? edition.createdBy;
  await replanEdition(queries, edition, { slug, live, by, at: new Date(), makeId });
  return findEdition(queries, appId, id);
}

const noReview = { scheduled: [], endProblem: null, revenue: null, texts: null, announcements: [] };

function toCheck(publication: Publication): CatalogCheck {
  return {
    problems: [],
    difference: describeDifference(publication),
    catalog: publication.changed ?? (publication.stored && buildStoredCatalog(publication.stored)),
    digest: digestDifference(publication),
    reviewDigest: digestDifference(publication),
    ...noReview,
  };
}

interface Review {
  appId: string;
  slug: string;
  editionId: string;
  text: EditionText;
}

/** The check of a draft, with what becomes of the other scheduled editions if it is published now. */
async function reviewEdition(
  queries: Queries,
  publication: Publication,
  { appId, slug, editionId, text }: Review,
): Promise<CatalogCheck> {
  const edition = await findEdition(queries, appId, editionId);
  const live = { ...text, endsAt: edition?.endsAt ?? null, endsId: edition?.endsId ?? null };
  const scheduled = await reviewScheduledEditions(queries, publication, { slug, live, editionId });
  const others = await listOtherSchedules(queries, appId, editionId);
  return {
    ...toCheck(publication),
    reviewDigest: digestReview(digestDifference(publication), others),
    scheduled,
  };
}

/** The scheduled editions that a publication of the edition plans again. */
async function listOtherSchedules(queries: Queries, appId: string, editionId: string) {
  const scheduled = await listScheduledEditions(queries, appId);
  return scheduled.filter(({ id }) => id !== editionId);
}

/** Runs `work`, or else `report` with the problems that it throws. These were found before anything was written. */
async function withProblems<T, R>(
  work: () => Promise<T>,
  report: (problems: CatalogCheck['problems'], error: ImportError) => R | Promise<R>,
): Promise<T | R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return report(
      error.diagnostics.slice(0, maxProblems).map((diagnostic) => ({
        ...diagnostic,
        file: diagnostic.file === 'extension' ? 'extension' : 'source',
      })),
      error,
    );
  }
}
