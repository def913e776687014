import { getCachedCatalog, getCachedSnapshots } from '@/lib/cache/cached-queries';
import { ApiError, apiErrors } from '@/lib/contract/errors';
import { isWellFormedId, toEventId } from '@/lib/contract/ids';
import { readAccountPage } from '@/lib/db/accounts';
import { type Actor, toActorColumns } from '@/lib/db/activations';
import type { AppCatalog } from '@/lib/db/catalog';
import type { Queries } from '@/lib/db/client';
import { insertEvent } from '@/lib/db/events';
import {
  cancelMoveChanges,
  countMoveChanges,
  findUnfinishedMove,
  finishMove,
  insertMove,
  listMoveRows,
  type MoveCounts,
} from '@/lib/db/moves';
import { withTenant } from '@/lib/db/tenant';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import { recordAudit } from './audit';
import { type AppCaller, getChannel } from './caller';
import { findVersion } from './catalog-view';
import { type ChangeCaller, type ChangeDecision, commitAccountChange } from './commit-account-change';
import { toConfirmed } from './confirmed-change';
import { evaluateChange, findScheduled } from './evaluate-change';
import { estimateRevenue, planRevenue, type Revenue } from './revenue';
import { getTime, type Service } from './service';
import { toApiError } from './to-api-error';
import { type ChangeRequest, resolveEffective } from './waiting-changes';
import { keepChanges, undecided, writeChanges } from './write-waiting-change';

export type { MoveCounts };

// A move schedules a change for each account of a version. Each is an ordinary change: its account sees it, can choose
// otherwise, and gets it when it is due.

export interface MoveRequest {
  fromVersionId: string;
  toVersionId: string;
  effective: ChangeRequest['effective'];
  reason: string | null;
  /** Accounts to look at, newest first. */
  limit: number;
  /** The last account of the previous page. */
  after: string | null;
  isDryRun: boolean;
  channel: string;
}

export interface Move {
  /** Null if nothing was scheduled. */
  id: string | null;
  scheduled: number;
  skipped: { accountId: string; externalId: string | null; code: string; message: string }[];
  /** The account to continue after. */
  next: string | null;
  /** What all accounts of the version pay before and after. Null but for the first page of a dry run. */
  revenue: Revenue | null;
}

type MoveCaller = AppCaller & { actor: Actor };

/** How long a repeated request continues an interrupted move, as an `Idempotency-Key` is kept. */
const continueMs = 24 * 60 * 60_000;

/**
 * Schedules the changes of a move. The same request continues one that was interrupted. Throws 404 for an unknown
 * version, and 400 for a time that is not in the future of any account.
 */
export async function createMove(service: Service, caller: MoveCaller, request: MoveRequest): Promise<Move> {
  const { fromVersionId: versionId, toVersionId, limit, after, isDryRun } = request;
  const catalog = await getCachedCatalog(service, caller.app);
  const [from, to] = [versionId, toVersionId].map((id) =>
    findVersion(catalog, id, { ...caller, role: 'product' }),
  );
  const position = after === null ? null : ([0, '', after] as [number, string, string]);
  const filter = { search: null, versionId, after: position, limit };
  const page = await readAccountPage(service.pool, caller.app.id, filter);
  const batchId = isDryRun ? '' : await beginMove(service, caller, request);
  const revenue = isDryRun && after === null ? await estimateMove(service, catalog, request) : null;
  const move: Move = { id: null, scheduled: 0, skipped: [], next: page.next?.[2] ?? null, revenue };
  let timeError: ApiError | null = null;
  // An account that can't be moved does not stop the others.
  for (const account of page.accounts) {
    const reason = await scheduleMove(service, caller, account, { ...request, batchId }).catch((thrown) => {
      const error = toApiError(thrown);
      const { status } = apiErrors[error.code];
      // Without the database, no account can be moved.
      if (status === 503) throw thrown;
      if (status === 500) service.onSkip(thrown);
      // In an app with clocks, a time can be wrong for some accounts.
      if (status === 400) timeError = error;
      return { code: error.code, message: error.message };
    });
    if (!reason) move.scheduled += 1;
    else move.skipped.push({ accountId: account.id, externalId: account.externalId, ...reason });
  }
  if (!isDryRun) {
    if (move.scheduled > 0) move.id = batchId;
    const titles = { previous_version: from?.title ?? '', version: to?.title ?? '' };
    await endMove(service, caller, { ...request, batchId, titles }, move);
  }
  if (timeError && move.scheduled === 0) throw timeError;
  return move;
}

/** What the accounts of the version pay before and after a move of all of them. */
function estimateMove(
  service: Service,
  catalog: AppCatalog,
  { fromVersionId: versionId, toVersionId }: MoveRequest,
): Promise<Revenue> {
  const ids = [versionId];
  const follow = { versionId, toVersionId, billingPeriod: null, addOnId: null, requested: true };
  const change = {
    before: catalog,
    after: catalog,
    follows: [follow],
    versionIds: ids,
    listedIds: new Set(ids),
  };
  return estimateRevenue(service, catalog.app.id, planRevenue(change));
}

/** Writes a move before its changes, or finds the one to continue. Returns its ID. */
function beginMove(
  { db, makeId, now }: Service,
  { app: { id: appId } }: AppCaller,
  { fromVersionId, toVersionId, effective, reason, after }: MoveRequest,
): Promise<string> {
  const key = { fromVersionId, toVersionId, effective: String(effective), reason, afterAccountId: after };
  const createdAt = now();
  const since = new Date(createdAt.getTime() - continueMs);
  const begin = async (queries: Queries) => {
    const unfinished = await findUnfinishedMove(queries, appId, key, since);
    if (unfinished !== null) return unfinished;
    const id = makeId('move');
    await insertMove(queries, { appId, id, createdAt, ...key });
    return id;
  };
  return withTenant(db, { appId }, begin, { cached: false });
}

/** Writes the end of a move and, if any account is moved, one event for all accounts of the request. */
async function endMove(
  service: Service,
  caller: MoveCaller,
  request: MoveRequest & { batchId: string; titles: Record<string, string> },
  { scheduled, skipped }: Move,
): Promise<void> {
  const { db, onEvent, now } = service;
  const { batchId: id, fromVersionId, toVersionId, reason, titles } = request;
  const appId = caller.app.id;
  const versions = { from_version_id: fromVersionId, to_version_id: toVersionId };
  const counts = { scheduled, skipped: skipped.length };
  const event = { appId, id: toEventId(id), type: 'move.scheduled' };
  const end = async (queries: Queries) => {
    if (!(await finishMove(queries, appId, id, now())) || scheduled === 0) return;
    const data = { move_id: id, ...versions, reason, ...counts };
    await insertEvent(queries, { ...event, occurredAt: now(), data });
    const audited = { ...titles, reason, ...counts };
    await recordAudit(queries, service, caller, { type: 'move.created', targetId: id, data: audited });
  };
  await withTenant(db, { appId }, end, { cached: false });
  onEvent();
}

type SkipReason = Pick<Move['skipped'][number], 'code' | 'message'>;

/** Decides about one account, and schedules its change unless it is a dry run. Returns or throws why not. */
async function scheduleMove(
  service: Service,
  { app, actor, via }: MoveCaller,
  account: { id: string; title: string },
  request: MoveRequest & { batchId: string },
): Promise<SkipReason | null> {
  const { fromVersionId, toVersionId, effective, reason, channel, batchId, isDryRun } = request;
  const caller: ChangeCaller = { via, app, account, role: 'owner', actor, appKey: true };
  const input = { reason, channel, ifMatch: null, idempotency: null };
  let skipped: SkipReason | null = null;
  await commitAccountChange(service, caller, input, ({ view, assertAllowed }): ChangeDecision => {
    const { state } = view;
    const now = getTime(service, state);
    const evaluation = evaluateChange(view, caller, { type: 'switch', versionId: toVersionId });
    const { effectiveAt, atPeriodEnd } = resolveEffective(effective, state, now);
    assertAllowed(evaluation.revision, evaluation.blockers);
    if (state.current?.versionId !== fromVersionId) {
      throw new ApiError('version_current', 'The account has left the version.');
    }
    const scheduled = findScheduled(state);
    skipped =
      scheduled && scheduled.batchId !== batchId
        ? { code: 'change_scheduled', message: 'The account has a scheduled change.' }
        : null;
    if (scheduled || isDryRun) return keepChanges('');
    const change = {
      id: service.makeId('accountChange'),
      versionId: evaluation.to.versionId,
      billingPeriod: evaluation.after.billingPeriod,
      users: null,
      addOnId: null,
      quantity: null,
      supersedesId: null,
      // What is due at once is applied by the worker too, which is paced.
      effectiveAt: effectiveAt ?? now,
      atPeriodEnd,
      waitsFor: null,
      expiresIn: null,
      origin: 'product' as const,
      batchId,
      reason,
      confirmed: toConfirmed(evaluation),
      ...toActorColumns(actor),
      channel,
      ...undecided,
    };
    return writeChanges(change.id, [change], evaluation);
  });
  return skipped;
}

export interface MoveSummary {
  id: string;
  /** Unix milliseconds. */
  createdAt: number;
  reason: string | null;
  from: VersionSnapshot;
  to: VersionSnapshot;
  counts: MoveCounts;
}

/** Moves before the one with the ID `before`, newest first. */
export async function listMoves(
  service: Service,
  { app }: Pick<AppCaller, 'app'>,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ moves: MoveSummary[]; next: string | null }> {
  const rows = await withTenant(service.db, { appId: app.id }, (queries) =>
    listMoveRows(queries, app.id, { before, limit: limit + 1 }),
  );
  const page = rows.slice(0, limit);
  const digests = new Set(page.flatMap(({ from, to }) => [from, to]));
  const getSnapshot = await getCachedSnapshots(service, app.id, digests);
  const moves = page.map(({ id, createdAt, reason, from, to, ...counts }) => {
    return { id, createdAt, reason, from: getSnapshot(from), to: getSnapshot(to), counts };
  });
  return { moves, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** How far a move has come. Throws 404 for an unknown one. */
export async function getMove({ db }: Service, { app }: AppCaller, id: string): Promise<MoveCounts> {
  const counts =
    isWellFormedId('move', id) &&
    (await withTenant(db, { appId: app.id }, (queries) => countMoveChanges(queries, app.id, id)));
  if (!counts || Object.values(counts).every((count) => count === 0)) {
    throw new ApiError('move_not_found', 'Move not found.');
  }
  return counts;
}

/** Cancels what a move has not applied yet. Throws 404 for an unknown one. */
export async function cancelMove(service: Service, caller: MoveCaller, id: string): Promise<MoveCounts> {
  await getMove(service, caller, id);
  const { db, onEvent, now } = service;
  const { actor, app } = caller;
  const decider = { kind: actor.kind, id: actor.id, name: actor.name, userId: actor.userId ?? null };
  const cancel = async (queries: Queries) => {
    await finishMove(queries, app.id, id, now());
    const decidedBy = { ...decider, channel: getChannel(caller) };
    const canceled = await cancelMoveChanges(queries, app.id, id, decidedBy);
    if (canceled === 0) return;
    await recordAudit(queries, service, caller, { type: 'move.canceled', targetId: id, data: { canceled } });
  };
  await withTenant(db, { appId: app.id }, cancel);
  onEvent();
  return getMove(service, caller, id);
}
