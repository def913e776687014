import {
  type AccountChangeBody,
  type AccountChangeList,
  accountChangeSchema,
  type RequestList,
} from '@/lib/contract/account-changes';
import { toCurrency } from '@/lib/contract/currency-digits';
import { createSerializer } from '@/lib/contract/field-names';
import type { MoveBody, MoveList, MovePreviewBody, MoveSummary } from '@/lib/contract/moves';
import { toConfirmedPrice } from '@/lib/domain/changes/confirmed-change';
import type { ChangeResult, listRequests, WaitingChangeDetail } from '@/lib/domain/changes/waiting-changes';
import { serializeActor, serializeActorColumns } from '@/lib/domain/history/actors';
import type { MovePreview, MoveRow, SkippedAccount } from '@/lib/domain/moves/moves';
import { type ApiResponse, createdResponse, dataResponse } from '../pipeline/response';
import { serializeRevenue } from './revenue-serializers';
import { serializePrice, toListEnvelope, toPageEnvelope, toPageFields, toUnixSeconds } from './serializers';

const pickChange = createSerializer(accountChangeSchema.shape);

/** A change, in every response that has one. */
export function serializeChange({
  change,
  from,
  to,
  addOn,
  addOns,
  expected,
  ...detail
}: WaitingChangeDetail): AccountChangeBody {
  const { outcome, waitsFor, decidedBy } = change;
  return pickChange(
    { ...change, blockers: change.blockers.map(({ code, message }) => ({ code, message })) },
    {
      state: outcome ?? (waitsFor === null ? 'scheduled' : 'waiting'),
      // What has ended waits for no one.
      waits_for: outcome ? null : waitsFor,
      version: serializeVersion(to),
      previous_version: from && serializeVersion(from),
      optional_feature: addOn,
      commands: [
        serializeCommand(change, addOn),
        ...addOns.map(({ quantity, ...each }) => ({ ...noSwitch, optional_feature: each, quantity })),
      ],
      effective_at: toUnixSeconds(change.effectiveAt),
      expires_at: toUnixSeconds(change.expiresAt),
      created_at: toUnixSeconds(change.createdAt),
      ended_at: toUnixSeconds(change.endedAt),
      move_id: change.batchId,
      requests: detail.requests,
      pays: change.confirmed.pays ?? 'unknown',
      created_by: serializeActorColumns(change),
      decided_by: decidedBy && serializeActor(decidedBy),
      history_id: change.historyEntryId,
      confirmed: serializeConfirmed(change.confirmed),
      totals: expected?.totals.after ? { ...expected.totals, after: expected.totals.after } : null,
      options_total: expected && change.trial === 'end' ? expected.trialTotals.before : null,
      checkout_url: detail.checkoutUrl,
      cancelable: detail.isCancelable,
    },
  );
}

const noSwitch = { version_id: null, billing_period: null, users: null };

function serializeCommand(
  { versionId, billingPeriod, users, quantity }: WaitingChangeDetail['change'],
  addOn: WaitingChangeDetail['addOn'],
): AccountChangeBody['commands'][number] {
  const switched = addOn ? noSwitch : { version_id: versionId, billing_period: billingPeriod, users };
  return { ...switched, optional_feature: addOn, quantity };
}

function serializeConfirmed({
  users,
  quantity,
  totals,
  addOns,
}: WaitingChangeDetail['change']['confirmed']): AccountChangeBody['confirmed'] {
  const optionalFeatures = addOns.map(({ id, title, quantity: count, price }) => ({
    id,
    title,
    quantity: count,
    ...toConfirmedPrice(price),
  }));
  return { users, quantity, optional_features: optionalFeatures, totals };
}

/** `GET /account/changes`. */
export function serializeChanges(page: {
  changes: WaitingChangeDetail[];
  next: string | null;
}): AccountChangeList {
  return toListEnvelope(page.changes.map(serializeChange), page.next);
}

/** `GET /changes`. */
export function serializeRequests({ requests, next }: Awaited<ReturnType<typeof listRequests>>): RequestList {
  const data = requests.map(({ account: { id, externalId, title }, ...detail }) => ({
    ...serializeChange(detail),
    account: { id, external_id: externalId, title },
  }));
  return toPageEnvelope(data, next);
}

/** The response to a request that changes a change. */
export function respondWithChange(result: ChangeResult, { isNew = false } = {}): ApiResponse {
  const data = serializeChange(result);
  const response = isNew ? createdResponse(data) : dataResponse(data);
  if (result.replayed) response.headers['Idempotent-Replayed'] = 'true';
  return response;
}

/** `GET /moves/preview`. */
export function serializeMovePreview({ skipped, next, revenue, ...counts }: MovePreview): MovePreviewBody {
  return {
    ...counts,
    skipped: skipped.map(serializeSkipped),
    revenue: revenue && serializeRevenue(revenue),
    ...toPageFields(next),
  };
}

/** `GET /moves`. */
export function serializeMoves({ moves, next }: { moves: MoveRow[]; next: string | null }): MoveList {
  return toPageEnvelope(moves.map(serializeMoveSummary), next);
}

/** `POST /moves`, `GET` and `DELETE /moves/:id`. */
export function serializeMove(move: MoveRow): MoveBody {
  return { ...serializeMoveSummary(move), skipped_accounts: move.skippedAccounts.map(serializeSkipped) };
}

function serializeMoveSummary(move: MoveRow): MoveSummary {
  const { effective, skipped, stopped, counts } = move;
  const { open, waiting, ...ended } = counts;
  return {
    id: move.id,
    state: getMoveState(move),
    created_at: toUnixSeconds(move.createdAt),
    created_by: serializeActor(move.createdBy),
    previous_version: move.fromVersion,
    version: move.toVersion,
    effective:
      effective === 'now' || effective === 'period_end' ? effective : toUnixSeconds(Number(effective)),
    reason: move.reason,
    accounts: move.accounts,
    scheduled: move.scheduled,
    skipped: Object.values(skipped).reduce((sum, count) => sum + count, 0),
    ...{ open, waiting, ended },
    stopped: stopped as MoveSummary['stopped'],
  };
}

function getMoveState({ finishedAt, canceledAt, stopped }: MoveRow): MoveSummary['state'] {
  if (canceledAt !== null) return finishedAt === null ? 'canceling' : 'canceled';
  if (finishedAt === null) return 'scheduling';
  return stopped ? 'stopped' : 'scheduled';
}

function serializeSkipped({
  accountId,
  externalId,
  code,
  message,
}: SkippedAccount): MovePreviewBody['skipped'][number] {
  return { account_id: accountId, external_id: externalId, code, message };
}

function serializeVersion(snapshot: WaitingChangeDetail['to']): AccountChangeBody['version'] {
  const { versionId, title, tag } = snapshot;
  return { id: versionId, title, tag, ...serializePrice(snapshot), ...toCurrency(snapshot) };
}
