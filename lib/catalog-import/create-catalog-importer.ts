import type { MakeId } from '@/lib/contract/ids';
import {
  cancelSchedule,
  type EditionText,
  findAppSlug,
  lockEdition,
  requiresOtherPublisher,
  updateEdition,
} from '@/lib/db/catalog-editions';
import {
  countAccounts,
  type RevisedCatalog,
  readRevisedCatalog,
  readStoredCatalog,
  withCatalogLock,
  withCatalogSnapshot,
} from '@/lib/db/catalog-store';
import type { Database, Queries } from '@/lib/db/client';
import { isStatementTimeout } from '@/lib/db/database-error';
import { setTenant } from '@/lib/db/tenant';
import type { CatalogCheck, CatalogImporter, PublicationInput } from '@/lib/domain/catalog-importer';
import { buildStoredCatalog } from './changes/build-changed-catalog';
import { comparePriceLists } from './changes/compare-price-lists';
import { describeDifference, digestDifference } from './changes/describe-difference';
import { ImportError } from './diagnostics';
import { ExportError, exportApp } from './export/export-catalog';
import {
  applyImportInTransaction,
  type CatalogReader,
  type ImportInput,
  planImportInTransaction,
} from './import-catalog';
import type { ImportPlan } from './import-plan';
import { parseImportFiles } from './load-import-files';

/** A file can have a problem in each line. */
const maxProblems = 1000;

/** A check counts more accounts than this once in ten seconds. A publication always counts them. */
const manyAccounts = 10_000;
const countTtlMs = 10_000;

/** Importers for the product team: none of them is an operator. */
const checker = { kind: 'session', id: null, name: '', channel: 'portal' } as const;

/** Checks and publishes texts under the rights of `db`. */
export function createCatalogImporter(db: Database, makeId: MakeId): CatalogImporter {
  // The catalog and the accounts of the last check: while a user types, only the text changes.
  let known: RevisedCatalog | null = null;
  let counted: { appId: string; accounts: Map<string, number>; until: number } | null = null;
  const live: CatalogReader = {
    async readStoredCatalog(queries, slug) {
      known = await readRevisedCatalog(queries, slug, known);
      return known?.stored ?? null;
    },
    async countAccounts(queries, appId) {
      if (counted?.appId === appId && counted.until > Date.now()) return counted.accounts;
      const accounts = await countAccounts(queries, appId);
      const total = [...accounts.values()].reduce((sum, count) => sum + count, 0);
      counted = { appId, accounts, until: total < manyAccounts ? 0 : Date.now() + countTtlMs };
      return accounts;
    },
  };
  return {
    async check({ appId, existing = {}, ...text }) {
      const slug = await readSlug(db, appId);
      return withProblems(
        () =>
          withCatalogSnapshot(db, async (queries) => {
            const input = {
              slug,
              ...parseText(text),
              existing: new Map(Object.entries(existing)),
              by: checker,
            };
            return toCheck(await planImportInTransaction(queries, input, live));
          }),
        (problems): CatalogCheck => ({ problems, difference: null, catalog: null, digest: null }),
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
            const parsedFrom = parseText(from);
            read = 'to';
            const files = { from: parsedFrom, to: parseText(to) };
            const accounts = counted ? await countAccounts(queries, appId) : null;
            return { difference: comparePriceLists(live, files, accounts) };
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
  const edition = await lockEdition(queries, appId, editionId);
  if (!edition) return { outcome: 'not_found' } as const;
  if (edition.publishedAt || edition.discardedAt || (scheduled && !edition.publishAt)) {
    return { outcome: scheduled ? 'skipped' : 'not_draft' } as const;
  }
  const confirmed = scheduled
    ? {
        by: edition.scheduledBy ?? edition.createdBy,
        existing: edition.existing ?? {},
        note: null,
        digest: edition.confirmedDigest,
      }
    : input;
  const note = confirmed.note ?? edition.note;
  return withProblems(
    async () => {
      const files: ImportInput = { slug, ...parseText(edition), by: confirmed.by };
      // Without decisions that were made for another difference, and that it may not have any more.
      const check = toCheck(await planImportInTransaction(queries, files));
      const isSameText = scheduled || input.revision === null || input.revision === edition.revision;
      if (!isSameText || (confirmed.digest !== null && confirmed.digest !== check.digest)) {
        if (!scheduled) return { outcome: 'stale', check } as const;
        await cancelSchedule(queries, edition, { reason: 'difference_changed', makeId });
        return { outcome: 'canceled' } as const;
      }
      if (await requiresOtherPublisher(queries, editionId, confirmed.by)) {
        if (!scheduled) return { outcome: 'other_publisher_required' } as const;
        await cancelSchedule(queries, edition, { reason: 'other_publisher_required', makeId });
        return { outcome: 'canceled' } as const;
      }
      if (note !== edition.note) await updateEdition(queries, edition, { note });
      const existing = new Map(Object.entries(confirmed.existing));
      await applyImportInTransaction(
        queries,
        { ...files, existing, draft: { id: editionId, number: edition.number, note } },
        makeId,
      );
      return { outcome: 'published' } as const;
    },
    async (problems) => {
      if (!scheduled) return { outcome: 'invalid', problems } as const;
      await cancelSchedule(queries, edition, { reason: 'invalid', makeId });
      return { outcome: 'canceled' } as const;
    },
  );
}

function parseText({ source, extension }: EditionText) {
  return parseImportFiles(
    { name: 'source', text: source },
    extension === null ? null : { name: 'extension', text: extension },
  );
}

function toCheck(plan: ImportPlan): CatalogCheck {
  return {
    problems: [],
    difference: describeDifference(plan),
    catalog: plan.changed ?? (plan.stored && buildStoredCatalog(plan.stored)),
    digest: digestDifference(plan),
  };
}

/** Runs `work`, or else `report` with the problems that it throws. These were found before anything was written. */
async function withProblems<T, R>(
  work: () => Promise<T>,
  report: (problems: CatalogCheck['problems']) => R | Promise<R>,
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
    );
  }
}
