import {
  type AccountChangeBody,
  type AccountChangeList,
  accountChangeSchema,
} from '@/lib/contract/account-changes';
import { createSerializer } from '@/lib/contract/field-names';
import type { MoveBody, MoveList, MoveProgress } from '@/lib/contract/moves';
import { serializeActor, serializeActorColumns } from '@/lib/domain/actors';
import type { Move, MoveCounts, MoveSummary } from '@/lib/domain/moves';
import type { ChangeResult, WaitingChangeDetail } from '@/lib/domain/waiting-changes';
import { type ApiResponse, createdResponse, jsonResponse } from './response';
import { serializeRevenue } from './revenue-serializers';
import {
  serializePrice,
  toEnvelope,
  toListEnvelope,
  toPageEnvelope,
  toPageFields,
  toUnixSeconds,
} from './serializers';

const pickChange = createSerializer(accountChangeSchema.shape);

/** A change, in every response that has one. */
export function serializeChange({
  change,
  from,
  to,
  addOn,
  ...detail
}: WaitingChangeDetail): AccountChangeBody {
  const { outcome, waitsFor, decidedBy } = change;
  return pickChange(
    { ...change, blockers: change.blockers.map(({ code, message }) => ({ code, message })) },
    {
      state: outcome ?? (waitsFor === null ? 'scheduled' : 'waiting'),
      version: serializeVersion(to),
      previous_version: from && serializeVersion(from),
      optional_feature: addOn,
      effective_at: toUnixSeconds(change.effectiveAt),
      expires_at: toUnixSeconds(change.expiresAt),
      created_at: toUnixSeconds(change.createdAt),
      ended_at: toUnixSeconds(change.endedAt),
      move_id: change.batchId,
      requests: detail.requests,
      created_by: serializeActorColumns(change),
      decided_by: decidedBy && serializeActor(decidedBy),
      history_id: change.activationId,
      checkout_url: detail.checkoutUrl,
      cancelable: detail.isCancelable,
    },
  );
}

/** `GET /account/changes`. */
export function serializeChanges(page: {
  changes: WaitingChangeDetail[];
  next: string | null;
}): AccountChangeList {
  return toListEnvelope(page.changes.map(serializeChange), page.next);
}

/** The response to a request that changes a change. */
export function respondWithChange(result: ChangeResult, { isNew = false } = {}): ApiResponse {
  const body = toEnvelope(serializeChange(result));
  const response = isNew ? createdResponse(body) : jsonResponse(body);
  if (result.replayed) response.headers['Idempotent-Replayed'] = 'true';
  return response;
}

/** `POST /moves`. */
export function serializeMove({ id, scheduled, skipped, next, revenue }: Move): MoveBody {
  const accounts = skipped.map(({ accountId, externalId, code, message }) => ({
    account_id: accountId,
    external_id: externalId,
    code,
    message,
  }));
  return {
    ...{ id, scheduled, skipped: accounts },
    revenue: revenue && serializeRevenue(revenue),
    ...toPageFields(next),
  };
}

/** `GET /moves`. */
export function serializeMoves({ moves, next }: { moves: MoveSummary[]; next: string | null }): MoveList {
  const toVersion = ({ versionId: id, title, tag }: MoveSummary['to']) => ({ id, title, tag });
  const data = moves.map(({ id, createdAt, reason, from, to, counts }) => ({
    ...serializeMoveProgress(id, counts),
    created_at: toUnixSeconds(createdAt),
    previous_version: toVersion(from),
    version: toVersion(to),
    reason,
  }));
  return toPageEnvelope(data, next);
}

/** `GET` and `DELETE /moves/:id`. */
export function serializeMoveProgress(id: string, counts: MoveCounts): MoveProgress {
  const { scheduled, waiting, ...ended } = counts;
  return { id, scheduled, waiting, ended };
}

function serializeVersion(snapshot: WaitingChangeDetail['to']): AccountChangeBody['version'] {
  const { versionId, title, tag, currency } = snapshot;
  return { id: versionId, title, tag, ...serializePrice(snapshot), currency };
}
