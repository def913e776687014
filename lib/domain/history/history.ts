import { getCachedCatalog } from '@/lib/cache/cached-queries';
import { ApiError } from '@/lib/contract/errors';
import type { AppCatalog } from '@/lib/db/catalog';
import { limitReads } from '@/lib/db/connection/limit-connections';
import { findSequenceAt, maxSequence, readHistoryRows } from '@/lib/db/history';
import type { AccountCaller } from '../caller';
import { type CatalogView, createView, readCatalogView } from '../catalog/catalog-view';
import { compareSnapshots, type FeatureChanges } from '../catalog/compare-features';
import { agreeSnapshot, type Terms } from '../catalog/terms';
import type { Service } from '../service';
import { toUndoneSwitch } from '../subscription/apply-command';
import { undoPeriodMs } from '../subscription/change-rules';
import { tryEvaluateChange } from '../subscription/evaluate-change';
import { type HistoryEntry, toHistoryEntries } from '../subscription/history-entry';
import { findRenewal } from '../subscription/renewals';
import { type ActorViewer, showActor } from './actors';
import {
  type CatalogChange,
  groupVersionChanges,
  listCatalogChanges,
  readVersionContents,
  type VersionContent,
} from './catalog-changes';

/** An entry with what it changed, and what publications changed until the next. */
export interface HistoryEntryDetail {
  entry: HistoryEntry;
  changes: FeatureChanges;
  /** The oldest is first. */
  catalogChanges: CatalogChange[];
  /** When the account came to the plan of its version. */
  planSince: Date;
  /** Time of the next entry; null for the current one. */
  deactivatedAt: Date | null;
  /** Until when it can be undone. It is null if it can't, whatever the time. */
  undoUntil: Date | null;
  /**
   * When the account follows to another version because its paid period ends. It is null if it does not, or has another one now.
   */
  followsAt: Date | null;
  /** When its content was the newest, by the clock that publications have, in Unix milliseconds. */
  recordedAt: number;
  /** Its fields that are in the language of the price list although another one was asked for. */
  untranslated?: string[] | undefined;
}

export interface HistoryPage {
  entries: HistoryEntryDetail[];
  /** Sequence to continue below; null on the last page. */
  next: number | null;
}

interface PageOptions {
  limit: number;
  /** Sequence to continue below; null for the newest. */
  before: number | null;
  /** The time whose contents entries have. The default is those that they had first. */
  at?: Date;
}

/** Who reads the history of an account. */
type HistoryCaller = ActorViewer & Pick<AccountCaller, 'account'> & Partial<Pick<CatalogView, 'state'>>;

/** A page of the account's version changes, newest first (spec 4.4). */
export async function listHistory(
  source: Service,
  caller: HistoryCaller,
  { limit, before, at }: PageOptions,
): Promise<HistoryPage> {
  const { app, account } = caller;
  const key = { appId: app.id, accountId: account.id };
  // One more at each end: the entry that ended the page's newest, and whether there is another page.
  const range = { newest: before ?? maxSequence, limit: limit + 2 };
  const page = await limitReads(source.pool, app.id, async () => {
    const rows = await readHistoryRows(source.pool, key, range);
    const { entries: found, lastHistorySequence } = await toHistoryEntries(source, key, rows.entries);
    const recordedAt = new Map(found.map((each, index) => [each, rows.entries[index]?.[19]]));
    const planSince = new Map(found.map((each, index) => [each, rows.entries[index]![23]]));
    const successor = found[0]?.sequence === before ? found[0] : null;
    const remaining = successor ? found.slice(1) : found;
    const shown = remaining.slice(0, limit);
    const changes = groupVersionChanges(
      found,
      (each) => recordedAt.get(each) ?? each.activatedAt.getTime(),
      rows.versionChanges,
    );
    const published = await readVersionContents(
      source,
      app.id,
      shown.map((each) => changes.get(each) ?? []),
    );
    const hasTerms = shown.some(({ terms }) => terms !== null);
    const catalog = hasTerms ? await getCachedCatalog(source, app) : null;
    const contents = published.map((each, index) =>
      catalog ? agreeContents(catalog, each, shown[index]!.terms) : each,
    );
    const entries = shown.map((entry, index): HistoryEntryDetail => {
      const { version, previous, activatedAt } = entry;
      const deactivatedAt = (index === 0 ? successor : shown[index - 1])?.activatedAt ?? null;
      const until = deactivatedAt?.getTime() ?? rows.clockAt ?? Number.POSITIVE_INFINITY;
      const limited = limitTimes(contents[index] ?? [], activatedAt.getTime(), until);
      const known = at ? limited.filter(({ changedAt }) => changedAt <= at) : limited;
      const made = recordedAt.get(entry) ?? activatedAt.getTime();
      const content = (at && known.at(-1)?.version) ?? version;
      // The title is that of the entry.
      const shownVersion = content === version ? version : { ...content, title: version.title };
      return {
        entry: { ...entry, version: shownVersion, actor: showActor(caller, entry.actor) },
        changes: compareSnapshots(previous, content),
        catalogChanges: listCatalogChanges(known),
        planSince: new Date(planSince.get(entry)!),
        deactivatedAt,
        undoUntil: null,
        followsAt: null,
        recordedAt: (at && known.at(-1)?.changedAt.getTime()) ?? made,
      };
    });
    const next = remaining.length > limit ? (shown.at(-1)?.sequence ?? null) : null;
    return { entries, next, newest: successor ? [] : found, lastHistorySequence };
  });
  const { entries, next, newest, lastHistorySequence } = page;
  // This is outside of the limit, because it reads the account if the caller's state is outdated.
  const undoUntil = await getUndoEnd(source, caller, newest, lastHistorySequence);
  if (entries[0]) entries[0].undoUntil = undoUntil;
  if (entries[0]?.deactivatedAt === null)
    entries[0].followsAt = await getFollowsAt(source, caller, entries[0]);
  return { entries, next };
}

/** The contents for an account with terms. */
function agreeContents(catalog: AppCatalog, contents: VersionContent[], terms: Terms | null) {
  return contents.map(({ changedAt, version, previous }) => ({
    changedAt,
    version: agreeSnapshot(catalog, version, terms),
    previous: previous && agreeSnapshot(catalog, previous, terms),
  }));
}

/** The time of a publication is not that of an account with a clock: within an entry, it is the closest time of the entry. */
function limitTimes(contents: VersionContent[], from: number, until: number): VersionContent[] {
  return contents.map((content) => ({
    ...content,
    changedAt: new Date(Math.max(from, Math.min(until, content.changedAt.getTime()))),
  }));
}

/**
 * Until when the caller can undo the newest entry. It is null if no one could undo it now, such as the first one, one
 * before a change of an add-on, and one whose price the catalog no longer has, or if only the host can.
 */
async function getUndoEnd(
  service: Service,
  caller: HistoryCaller,
  [entry, before]: HistoryEntry[],
  lastHistorySequence: number,
): Promise<Date | null> {
  const { app, account, appKey } = caller;
  const undone = entry && toUndoneSwitch(entry, before ?? null);
  if (!undone || entry.historySequence !== lastHistorySequence) return null;
  const catalog = await getCachedCatalog(service, app);
  const isCurrent =
    catalog.app.catalogRevision === app.catalogRevision &&
    caller.state?.historySequence === lastHistorySequence &&
    !caller.state.hasUsage;
  const view =
    isCurrent && caller.state
      ? createView(catalog, caller.state)
      : await readCatalogView(service, app.id, account.id);
  const now = entry.activatedAt.getTime();
  const evaluation = tryEvaluateChange(view, { role: 'owner', appKey }, { type: 'undo', undone, now });
  const isAllowed = !(evaluation instanceof ApiError) && evaluation.blockers.length === 0;
  return isAllowed ? new Date(now + undoPeriodMs) : null;
}

/** When the account leaves the version of its current entry at its renewal, or null if it does not. */
async function getFollowsAt(
  service: Service,
  { app, account }: HistoryCaller,
  { entry }: HistoryEntryDetail,
): Promise<Date | null> {
  const { versions } = await getCachedCatalog(service, app);
  const isRenewed = versions.some(({ id, renewsTo }) => id === entry.version.versionId && renewsTo !== null);
  if (!isRenewed) return null;
  const renewal = findRenewal(await readCatalogView(service, app.id, account.id));
  return renewal && new Date(renewal.at);
}

/**
 * The entry in force at a time, with the content that its version had then, as a page of one; an empty page before the first. The
 * title is that of the entry.
 */
export async function getHistoryAt(source: Service, caller: HistoryCaller, at: Date): Promise<HistoryPage> {
  const { app, account } = caller;
  const key = { appId: app.id, accountId: account.id };
  const sequence = await limitReads(source.pool, app.id, () => findSequenceAt(source.pool, key, at));
  if (sequence === 0) return { entries: [], next: null };
  const { entries } = await listHistory(source, caller, { limit: 1, before: sequence + 1, at });
  return { entries, next: null };
}
