import { getCachedCatalog, getCachedSnapshots } from '@/lib/cache/cached-queries';
import { ApiError, apiErrors } from '@/lib/contract/errors';
import { isWellFormedId, toEventId } from '@/lib/contract/ids';
import { readAccountPage } from '@/lib/db/accounts';
import { toActorColumns } from '@/lib/db/activations';
import type { Queries } from '@/lib/db/client';
import { insertEvent } from '@/lib/db/events';
import { cancelMoveChanges, countMoveChanges, listMoveRows, type MoveCounts } from '@/lib/db/moves';
import { withTenant } from '@/lib/db/tenant';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import type { AppCaller } from './caller';
import { findVersion } from './catalog-view';
import { type ChangeCaller, type ChangeDecision, commitAccountChange } from './commit-account-change';
import { toConfirmed } from './confirmed-change';
import { evaluateChange, findScheduled } from './evaluate-change';
import { getTime, type Service } from './service';
import { type ChangeRequest, keep, resolveEffective, undecided, write } from './waiting-changes';

export type { MoveCounts };

// A move schedules a change for each account of a version. Each is an ordinary change: its account sees it, can choose otherwise, and
// gets it when it is due.

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
}

/** Schedules the changes of a move. Throws 404 for an unknown version, and 400 for a time that is not in the future of any account. */
export async function createMove(service: Service, caller: AppCaller, request: MoveRequest): Promise<Move> {
  const { fromVersionId: versionId, toVersionId, limit, after } = request;
  const catalog = await getCachedCatalog(service, caller.app);
  for (const id of [versionId, toVersionId]) findVersion(catalog, id, { ...caller, role: 'product' });
  const position = after === null ? null : ([0, '', after] as [number, string, string]);
  const filter = { search: null, versionId, after: position, limit };
  const page = await readAccountPage(service.pool, caller.app.id, filter);
  const batchId = service.makeId('move');
  const move: Move = { id: null, scheduled: 0, skipped: [], next: page.next?.[2] ?? null };
  let timeError: ApiError | null = null;
  // An account that can't be moved does not stop the others.
  for (const account of page.accounts) {
    const reason = await scheduleMove(service, caller, account, { ...request, batchId }).catch((error) => {
      if (!(error instanceof ApiError)) throw error;
      // In an app with clocks, a time can be wrong for some accounts.
      if (apiErrors[error.code].status === 400) timeError = error;
      return { code: error.code, message: error.message };
    });
    if (!reason) move.scheduled += 1;
    else move.skipped.push({ accountId: account.id, externalId: account.externalId, ...reason });
  }
  if (timeError && move.scheduled === 0) throw timeError;
  if (move.scheduled === 0 || request.isDryRun) return move;
  await recordMove(service, caller, request, { ...move, id: batchId });
  return { ...move, id: batchId };
}

/** Writes one event for all accounts of the request. */
async function recordMove(
  { db, onEvent, now }: Service,
  { app }: AppCaller,
  { fromVersionId, toVersionId, reason }: MoveRequest,
  { id, scheduled, skipped }: Move & { id: string },
): Promise<void> {
  const versions = { from_version_id: fromVersionId, to_version_id: toVersionId };
  const data = { move_id: id, ...versions, reason, scheduled, skipped: skipped.length };
  const event = { appId: app.id, id: toEventId(id), type: 'move.scheduled' };
  const insert = (queries: Queries) => insertEvent(queries, { ...event, occurredAt: now(), data });
  await withTenant(db, { appId: app.id }, insert, { cached: false });
  onEvent();
}

type SkipReason = Pick<Move['skipped'][number], 'code' | 'message'>;

/** Decides about one account, and schedules its change unless it is a dry run. Returns or throws why not. */
async function scheduleMove(
  service: Service,
  { app, actor, via }: AppCaller,
  account: { id: string; title: string },
  request: MoveRequest & { batchId: string },
): Promise<SkipReason | null> {
  const { fromVersionId, toVersionId, effective, reason, channel, batchId, isDryRun } = request;
  if (!actor) throw new ApiError('unauthenticated', 'Send an app key.');
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
    skipped = findScheduled(state)
      ? { code: 'change_scheduled', message: 'The account has a scheduled change.' }
      : null;
    if (skipped || isDryRun) return keep('');
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
    return write(change.id, [change], evaluation);
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
export async function cancelMove(service: Service, caller: AppCaller, id: string): Promise<MoveCounts> {
  await getMove(service, caller, id);
  const { db, onEvent } = service;
  await withTenant(db, { appId: caller.app.id }, (queries) => cancelMoveChanges(queries, caller.app.id, id));
  onEvent();
  return getMove(service, caller, id);
}
