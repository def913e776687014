import type { MakeId } from '@/lib/contract/ids';
import { insertAuditEntry } from '@/lib/db/audit-entries';
import { readCatalog } from '@/lib/db/catalog';
import { deleteAnnouncements } from '@/lib/db/catalog-announcements';
import { insertVersionChanges, lockAccountChanges, readPublicationClock } from '@/lib/db/catalog-changes';
import { findEdition, findLiveEdition, insertEdition, updateEdition } from '@/lib/db/catalog-editions';
import { writeCatalogFollows } from '@/lib/db/catalog-follows';
import {
  countAddOn,
  countAddOnAccounts,
  hasAccountOn,
  insertApp,
  publishRows,
  readStoredCatalog,
  withCatalogLock,
  withCatalogSnapshot,
} from '@/lib/db/catalog-store';
import type { Database, Queries } from '@/lib/db/connection/client';
import { convertAmounts } from '@/lib/db/convert-amounts';
import { insertEvent } from '@/lib/db/events';
import { readPlannedRevenue } from '@/lib/domain/editions/revenue';
import { recordAddOnChanges } from '@/lib/domain/history/add-on-catalog-changes';
import { createRows } from '../compare/convert-catalog';
import { describeDifference } from '../compare/describe-difference';
import { isNeeded, listFollows, planPublicationRevenue } from '../compare/list-follows';
import { listAddOnOutcomes, listOutcomes } from '../compare/list-outcomes';
import { type ImportInput, operator, planPublicationInTransaction } from '../compare/plan-publication';
import { changesNothing, type Publication } from '../compare/publication';
import { createPublishedData } from './create-published-data';
import { replanScheduledEditions, reviewScheduledEditions } from './replan-scheduled';

/**
 * Plans an import without changing anything, with what becomes of scheduled editions, and with `revenue` what accounts pay.
 * Throws `ImportError`.
 */
export function planPublication(
  db: Database,
  input: ImportInput,
  { revenue = false } = {},
): Promise<Publication> {
  return withCatalogSnapshot(db, async (queries) => {
    const publication = await planPublicationInTransaction(queries, input);
    // A list that changes nothing is not published.
    if (changesNothing(publication)) return publication;
    const review = { slug: input.slug, live: getText(input) };
    // What accounts pay is read from rows that are not converted yet.
    const planned =
      revenue && !publication.conversion ? await planPublicationRevenue(queries, publication) : null;
    return {
      ...publication,
      scheduled: await reviewScheduledEditions(queries, publication, review),
      revenue:
        planned &&
        publication.stored &&
        (await readPlannedRevenue(queries, publication.stored.app.id, planned)),
    };
  });
}

/** A conversion of amounts takes minutes for each million entries of histories. */
const maxImportMs = 6 * 60 * 60 * 1000;

/** Applies an import in one transaction. Throws `ImportError`. */
export function publishPriceList(db: Database, input: ImportInput, makeId: MakeId): Promise<Publication> {
  const apply = (queries: Queries) => publishInCatalogLock(queries, input, makeId);
  return withCatalogLock(db, input.slug, apply, maxImportMs);
}

/** Applies an import within a transaction that holds the catalog lock. Throws `ImportError`. */
export async function publishInCatalogLock(
  queries: Queries,
  input: ImportInput,
  makeId: MakeId,
): Promise<Publication> {
  let publication = await planPublicationInTransaction(queries, input);
  const { draft, by = operator } = input;
  const isSame = changesNothing(publication);
  const { conversion } = publication;
  if (isSame && !draft && !conversion) return publication;
  const appId = publication.stored?.app.id ?? makeId('app');
  if (publication.stored) {
    await lockAccountChanges(queries, appId);
    if (conversion) await convertAmounts(queries, appId, conversion);
    if (isSame && !draft)
      return { ...publication, scheduled: await replanConverted(queries, appId, input, makeId) };
    if (await hasNewAccounts(queries, publication, appId)) {
      publication = { ...(await planPublicationInTransaction(queries, input)), conversion };
    }
  } else if (publication.changes.app)
    await insertApp(queries, {
      ...publication.changes.app.after,
      id: appId,
      slug: input.slug,
      isTest: input.isTest ?? false,
      twoPersonRule: false,
    });
  const before = publication.stored && (await readCatalog(queries, appId));
  const publishedAt = input.publishedAt ?? (await readPublicationClock(queries, appId));
  const text = getText(input);
  const { id, number, note } =
    draft ??
    (await insertEdition(queries, {
      appId,
      id: makeId('edition'),
      ...text,
      note: '',
      baseId: (await findLiveEdition(queries, appId))?.id ?? null,
      createdBy: by,
      createdAt: publishedAt,
    }));
  if (draft?.edit) await updateEdition(queries, { appId, id }, draft.edit);
  const record = { editionId: id, at: publishedAt, by, difference: describeDifference(publication) };
  await publishRows(queries, record, createRows(publication.stored, publication.changes, makeId));
  await deleteAnnouncements(queries, { appId, editionId: id });
  const live = { id, ...text, endsAt: draft?.endsAt ?? null, endsId: draft?.endsId ?? null };
  const replanning = { slug: input.slug, live, by, at: publishedAt, makeId };
  if (isSame) return { ...publication, scheduled: await replanScheduledEditions(queries, appId, replanning) };
  const after = await readCatalog(queries, appId);
  await insertVersionChanges(queries, { before, after, at: publishedAt });
  await recordAddOnChanges(queries, { before, after, at: publishedAt });
  const follows = before ? listFollows(before, after, publication) : [];
  await writeCatalogFollows(queries, { appId, editionId: id }, follows, (each) =>
    isNeeded(after, publication, each),
  );
  const addOnOutcomes = listAddOnOutcomes(before, after);
  const addOnCounts =
    addOnOutcomes.length > 0
      ? (publication.addOnCounts ?? (await countAddOnAccounts(queries, appId)))
      : new Map();
  const addOnAccounts = addOnOutcomes.map(({ addOn, keptId }): [string, number] => {
    const id = keptId ?? addOn.id;
    return [id, countAddOn(addOnCounts, id)];
  });
  const data = createPublishedData(
    after,
    {
      changes: publication.changes,
      outcomes: listOutcomes(before, after),
      addOnOutcomes,
      accounts: new Map([...publication.accounts, ...addOnAccounts]),
    },
    {
      edition: { id, number, note },
      actor: { kind: by.kind, name: by.name, user_id: by.userId ?? null, channel: by.channel },
    },
  );
  // One event for the app, however many accounts are affected.
  const type = 'catalog.published';
  await insertEvent(queries, { appId, id: makeId('event'), type, occurredAt: publishedAt, data });
  await insertAuditEntry(queries, {
    appId,
    id: makeId('auditEntry'),
    type,
    actor: by,
    channel: by.channel,
    targetId: id,
    occurredAt: publishedAt,
    data: {
      edition: number,
      catalog_revision: data.catalog_revision,
      // The text of a draft has no file.
      ...(!draft && { price_list: input.priceListFile.file.name }),
      changed_versions: data.changed_versions.map(({ title }) => title),
    },
  });
  // Changes of accounts are blocked: the numbers are still those of the plan.
  const { accounts, yearly } = publication;
  const read = { readStoredCatalog, countAccounts: async () => ({ accounts, yearly }) };
  return {
    ...publication,
    scheduled: await replanScheduledEditions(queries, appId, { ...replanning, read }),
  };
}

/** What scheduled editions change, with the amounts that are converted now. */
async function replanConverted(
  queries: Queries,
  appId: string,
  { slug, by = operator }: ImportInput,
  makeId: MakeId,
): Promise<Publication['scheduled']> {
  const found = await findLiveEdition(queries, appId);
  const live = found && (await findEdition(queries, appId, found.id));
  if (!live) return [];
  const at = await readPublicationClock(queries, appId);
  return replanScheduledEditions(queries, appId, { slug, live, by, at, makeId });
}

const getText = ({ priceListFile, extensionFile }: ImportInput) => ({
  source: priceListFile.file.text ?? '',
  extension: extensionFile?.file.text ?? null,
});

/**
 * Whether a plan or an add-on that is about to change in place has got its first account that would be worse off since
 * the accounts were counted. Changes of accounts are blocked only after the count, because it can take seconds.
 */
async function hasNewAccounts(queries: Queries, publication: Publication, appId: string): Promise<boolean> {
  const { stored, changes, decisions, addOnDecisions, accounts } = publication;
  const followed = new Map(
    decisions.flatMap((each) => (each.decision === 'follow' ? [[each.key, each] as const] : [])),
  );
  const unexpected = (stored?.versions ?? []).flatMap(({ id: versionId, catalogKey }) => {
    const periods = accounts.has(versionId) ? followed.get(catalogKey)?.unconcerned : [null];
    return followed.has(catalogKey)
      ? (periods ?? []).map((billingPeriod) => ({ versionId, billingPeriod }))
      : [];
  });
  if (await hasAccountOn(queries, appId, unexpected)) return true;
  // Nothing was decided about those without accounts.
  const changed = new Set(
    [...changes.addOnPrices, ...changes.addOnEffects].map(({ before, after }) => (before ?? after)?.addOn),
  );
  for (const { key } of addOnDecisions) changed.delete(key);
  const addOns = (stored?.addOns ?? []).filter(({ catalogKey }) => changed.has(catalogKey));
  if (addOns.length === 0) return false;
  const counts = await countAddOnAccounts(queries, appId);
  return addOns.some(({ id }) => counts.has(id));
}
