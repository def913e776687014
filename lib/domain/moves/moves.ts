import { getCachedCatalog } from '@/lib/cache/cached-queries';
import { moveStopCodes } from '@/lib/contract/enums';
import { ApiError, apiErrors } from '@/lib/contract/errors';
import { isWellFormedId, toEventId } from '@/lib/contract/ids';
import { readAccountPage } from '@/lib/db/accounts';
import type { AppCatalog } from '@/lib/db/catalog';
import type { Queries } from '@/lib/db/connection/client';
import { readTenant, withTenant } from '@/lib/db/connection/tenant';
import { claimOfApp } from '@/lib/db/due-work';
import { insertEvent } from '@/lib/db/events';
import { type Actor, toActorColumns, toStoredActor } from '@/lib/db/history';
import {
  type ClaimedMove,
  cancelMoveChanges,
  cancelMoveRow,
  countAccounts,
  insertMove,
  listMoveRows,
  type MoveProblem,
  type MoveProgress,
  type MoveRow,
  type SkippedAccount,
  settleMove,
} from '@/lib/db/moves';
import { readAgreedPrices } from '@/lib/db/revenue';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import { recordAudit } from '../audit/audit';
import { type AppCaller, getChannel } from '../caller';
import { findVersion } from '../catalog/catalog-view';
import { termsWouldEnd, toConfirmed } from '../changes/confirmed-change';
import { type ChangeRequest, resolveEffective } from '../changes/waiting-changes';
import { undecided, writeChanges, writeNothing } from '../changes/write-waiting-change';
import type { LeasedKind } from '../due-kind';
import { estimateRevenue, planRevenue, type Revenue } from '../editions/revenue';
import { getTime, type Service } from '../service';
import { computeRevision } from '../subscription/change-revision';
import {
  type ChangeCaller,
  type ChangeDecision,
  commitAccountChange,
  createDueCaller,
} from '../subscription/commit-account-change';
import { evaluateChange, findScheduled, getSnapshots } from '../subscription/evaluate-change';
import { toApiError } from '../to-api-error';

export type { MoveRow, SkippedAccount };

// A move schedules a change for each account of a version. Each is an ordinary change: its account sees it, can choose
// otherwise, and gets it when it is due. The worker schedules the changes, and cancels those of a canceled move
// (docs/decisions/0035-moves.md).

/** What to move, and when. */
export interface MoveRequest {
  fromVersionId: string;
  toVersionId: string;
  effective: ChangeRequest['effective'];
}

type MoveCaller = AppCaller & { actor: Actor };

/** What a move would do. */
export interface MovePreview {
  /** Number of accounts of the version. */
  accounts: number;
  /** The number of accounts that were looked at. */
  movable: number;
  skipped: SkippedAccount[];
  /** The account to continue after. */
  next: string | null;
  /** What all accounts of the version pay before and after. It is null but for the first page. */
  revenue: Revenue | null;
}

/**
 * Finds out what a move would do to up to `limit` accounts, newest first. Throws 404 for an unknown version, and 400 for a time
 * that is not in the future.
 */
export async function previewMove(
  service: Service,
  caller: MoveCaller,
  request: MoveRequest & { limit: number; after: string | null },
): Promise<MovePreview> {
  const { fromVersionId: versionId, limit, after } = request;
  const appId = caller.app.id;
  const { catalog, to } = await findVersions(service, caller, request);
  assertInFuture(service, catalog, request.effective);
  const position = after === null ? null : ([0, '', after] as [number, string, string]);
  const page = await readAccountPage(service.pool, appId, {
    search: null,
    versionId,
    after: position,
    limit,
  });
  const move = { ...request, toDigest: to.digest, id: '', reason: null };
  const channel = getChannel(caller);
  const skipped: SkippedAccount[] = [];
  for (const account of page.accounts) {
    const mover = { ...caller, state: undefined, account, role: 'owner', appKey: true } as const;
    const problem = await scheduleMove(service, mover, { ...move, channel }, true);
    if (problem) skipped.push(toSkipped(account, problem));
  }
  const movable = page.accounts.length - skipped.length;
  const accounts = await withTenant(service.db, { appId }, (queries) =>
    countAccounts(queries, appId, versionId),
  );
  const revenue = after === null ? await estimateMove(service, catalog, request) : null;
  return { accounts, movable, skipped, next: page.next?.[2] ?? null, revenue };
}

/** The versions of a move. Throws 404 for an unknown one. */
async function findVersions(
  service: Service,
  caller: AppCaller,
  { fromVersionId, toVersionId }: MoveRequest,
) {
  const catalog = await getCachedCatalog(service, caller.app);
  const [from, to] = [fromVersionId, toVersionId].map((id) =>
    snapshotVersion(catalog, findVersion(catalog, id, { ...caller, role: 'product' })),
  ) as [VersionSnapshot, VersionSnapshot];
  return { catalog, from, to };
}

/** What the accounts of the version pay before and after a move of all of them. */
async function estimateMove(
  service: Service,
  catalog: AppCatalog,
  { fromVersionId: versionId, toVersionId }: MoveRequest,
): Promise<Revenue> {
  const appId = catalog.app.id;
  const ids = [versionId];
  const follow = {
    ...{ versionId, toVersionId, billingPeriod: null, addOnId: null },
    ...{ requested: true, atRenewal: false },
  };
  const change = {
    before: catalog,
    after: catalog,
    follows: [follow],
    versionIds: ids,
    listedIds: new Set(ids),
    agreed: await readTenant(service.db, { appId }, (queries) => readAgreedPrices(queries, appId)),
  };
  return estimateRevenue(service, appId, planRevenue(change));
}

/**
 * Makes a move, which the worker works off. Throws 404 for an unknown version, 422 for one that is not offered, and 400 for a
 * time that is not in the future.
 */
export async function createMove(
  service: Service,
  caller: MoveCaller,
  request: MoveRequest & { reason: string | null },
): Promise<MoveRow> {
  const { db, makeId, now, onEvent } = service;
  const { effective, reason, fromVersionId, toVersionId } = request;
  const { catalog, from, to } = await findVersions(service, caller, request);
  if (!catalog.versions.find(({ id }) => id === toVersionId)?.active) {
    throw new ApiError('version_inactive', `${to.title} is no longer offered.`);
  }
  assertInFuture(service, catalog, effective);
  const [appId, id] = [caller.app.id, makeId('move')];
  await withTenant(db, { appId }, async (queries) => {
    const accounts = await countAccounts(queries, appId, fromVersionId);
    await insertMove(queries, {
      ...{ appId, id, fromVersionId, toVersionId, reason, accounts },
      ...{ fromVersion: toReference(from), toVersion: toReference(to), toDigest: to.digest },
      effective: String(effective),
      createdAt: now(),
      createdBy: toStoredActor(caller.actor, getChannel(caller)),
    });
    const data = { previous_version: from.title, version: to.title, reason, accounts };
    await recordAudit(queries, service, caller, { type: 'move.created', targetId: id, data });
  });
  onEvent();
  return getMove(service, caller, id);
}

const toReference = ({ versionId: id, title, tag }: VersionSnapshot) => ({ id, title, tag });

/** Throws 400. The accounts of a test app have clocks of their own, with which the worker compares. */
function assertInFuture(service: Service, { app }: AppCatalog, effective: MoveRequest['effective']): void {
  if (typeof effective !== 'number' || app.isTest) return;
  resolveEffective(effective, { periodEndsAt: null }, service.recordTime() ?? service.now().getTime());
}

/** Moves before the one with the ID `before`, newest first. */
export async function listMoves(
  service: Service,
  { app }: Pick<AppCaller, 'app'>,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ moves: MoveRow[]; next: string | null }> {
  const rows = await withTenant(service.db, { appId: app.id }, (queries) =>
    listMoveRows(queries, app.id, { before, limit: limit + 1 }),
  );
  const moves = rows.slice(0, limit);
  return { moves, next: rows.length > limit ? (moves.at(-1)?.id ?? null) : null };
}

/** Throws 404 for an unknown move. */
export async function getMove(
  { db }: Service,
  { app }: Pick<AppCaller, 'app'>,
  id: string,
): Promise<MoveRow> {
  const [move] = isWellFormedId('move', id)
    ? await withTenant(db, { appId: app.id }, (queries) => listMoveRows(queries, app.id, { id, limit: 1 }))
    : [];
  if (!move) throw new ApiError('move_not_found', 'Move not found.');
  return move;
}

/** Cancels what a move has not applied yet: the worker ends its changes. Throws 404 for an unknown one. */
export async function cancelMove(service: Service, caller: MoveCaller, id: string): Promise<MoveRow> {
  await getMove(service, caller, id);
  const { db, onEvent, now } = service;
  const { actor, app } = caller;
  const canceledBy = toStoredActor(actor, getChannel(caller));
  await withTenant(db, { appId: app.id }, async (queries) => {
    if (!(await cancelMoveRow(queries, { appId: app.id, id }, now(), canceledBy))) return;
    await recordAudit(queries, service, caller, { type: 'move.canceled', targetId: id, data: {} });
  });
  onEvent();
  return getMove(service, caller, id);
}

/** Unfinished moves. */
export const dueMoves: LeasedKind<ClaimedMove> = {
  name: 'moves',
  byApp: true,
  // Accounts. Few, so that other apps do not wait.
  batch: 10,
  leaseMs: 30_000,
  claim: ({ pool }, claim) => claimOfApp(pool, 'claim_moves', claim),
  run: continueMove,
};

/** Schedules or cancels the changes of the next accounts of a move. */
async function continueMove(service: Service, claimed: ClaimedMove): Promise<void> {
  const { appId } = claimed;
  const done = claimed.canceledBy ? await cancelNext(service, claimed) : await scheduleNext(service, claimed);
  const finishedAt = done.stopped || claimed.accounts.length === 0 ? service.now() : null;
  await withTenant(service.db, { appId }, async (queries) => {
    const counts = await settleMove(queries, claimed, { ...done, finishedAt });
    if (counts && finishedAt && !claimed.canceledBy) await insertMoveEvent(queries, service, claimed, counts);
  });
  if (finishedAt) service.onEvent();
}

type Progress = Omit<MoveProgress, 'finishedAt'>;

async function cancelNext(
  { db }: Service,
  { appId, id, accounts, canceledBy }: ClaimedMove,
): Promise<Progress> {
  const ids = accounts.map((account) => account.id);
  await withTenant(db, { appId }, (queries) => cancelMoveChanges(queries, appId, id, ids, canceledBy!));
  return { scheduled: 0, skipped: [], stopped: null };
}

async function scheduleNext(service: Service, claimed: ClaimedMove): Promise<Progress> {
  const { appId, accounts, createdBy, effective: text } = claimed;
  const effective: MoveRequest['effective'] = text === 'now' || text === 'period_end' ? text : Number(text);
  const progress: Progress = { scheduled: 0, skipped: [], stopped: null };
  // An account that can't be moved does not stop the others.
  for (const account of accounts) {
    const caller = await createDueCaller(service, { appId, accountId: account.id });
    const mover = { ...caller, actor: createdBy, appKey: true };
    const move = { ...claimed, effective, channel: createdBy.channel };
    const problem = account.isScheduled ? null : await scheduleMove(service, mover, move);
    if (problem && stopCodes.has(problem.code)) return { ...progress, stopped: problem };
    if (problem) progress.skipped.push(toSkipped(account, problem));
    else progress.scheduled += 1;
  }
  return progress;
}

/** The codes that concern the version that accounts get, and not a single account. */
const stopCodes: ReadonlySet<string> = new Set(moveStopCodes);

function toSkipped(
  { id, externalId }: Pick<ClaimedMove['accounts'][number], 'id' | 'externalId'>,
  { code, message }: MoveProblem,
): SkippedAccount {
  return { accountId: id, externalId, code, message };
}

/** One event for all accounts. Each change has one of its own when it ends. */
async function insertMoveEvent(
  queries: Queries,
  { now }: Service,
  { appId, id, fromVersionId, toVersionId, reason }: ClaimedMove,
  counts: { scheduled: number; skipped: number },
): Promise<void> {
  if (counts.scheduled === 0) return;
  const versions = { from_version_id: fromVersionId, to_version_id: toVersionId };
  const data = { move_id: id, ...versions, reason, ...counts };
  await insertEvent(queries, { appId, id: toEventId(id), type: 'move.scheduled', occurredAt: now(), data });
}

/**
 * Decides about one account, and schedules its change unless it is a dry run. Returns why not, or null. Throws 503: without the
 * database, no account can be moved.
 */
async function scheduleMove(
  service: Service,
  caller: ChangeCaller,
  move: MoveRequest & Pick<ClaimedMove, 'id' | 'toDigest' | 'reason'> & { channel: string },
  isDryRun = false,
): Promise<MoveProblem | null> {
  const { fromVersionId, toVersionId, toDigest, effective, reason, channel, id: batchId } = move;
  let problem: MoveProblem | null = null;
  const input = { reason, channel, ifMatch: null, idempotency: null };
  try {
    await commitAccountChange(service, caller, input, ({ view, assertAllowed }): ChangeDecision => {
      const { state } = view;
      const now = getTime(service, state);
      const evaluation = evaluateChange(view, caller, { type: 'switch', versionId: toVersionId });
      const { effectiveAt, atPeriodEnd } = resolveEffective(effective, state, now);
      assertAllowed(() => computeRevision(evaluation), evaluation.blockers);
      const { to } = getSnapshots(evaluation);
      if (to.digest !== toDigest) {
        throw new ApiError('preview_stale', `${to.title} has changed since the move was made.`);
      }
      if (state.current?.versionId !== fromVersionId) {
        throw new ApiError('version_current', 'The account has left the version.');
      }
      const isScheduled = findScheduled(state) !== null;
      // What was agreed with an account is not ended together with that of others.
      if (evaluation.endedTerms) problem = termsWouldEnd;
      if (isScheduled) problem = { code: 'change_scheduled', message: 'The account has a scheduled change.' };
      if (problem || isDryRun) return writeNothing('');
      const change = {
        id: service.makeId('accountChange'),
        versionId: to.versionId,
        billingPeriod: evaluation.after.billingPeriod,
        users: null,
        addOnId: null,
        quantity: null,
        addOns: null,
        trial: null,
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
        ...toActorColumns(caller.actor),
        channel,
        ...undecided,
      };
      return writeChanges(change.id, [change], evaluation);
    });
    return problem;
  } catch (thrown) {
    const { code, message } = toApiError(thrown);
    const { status } = apiErrors[code];
    if (status === 503) throw thrown;
    if (status === 500) service.onSkip(thrown);
    return { code, message };
  }
}
