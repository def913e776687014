import {
  type AccountChangeBody,
  type AccountChangeList,
  accountChangeSchema,
} from '@/lib/contract/account-changes';
import { createSerializer } from '@/lib/contract/field-names';
import type { MoveBody, MoveList, MoveProgress } from '@/lib/contract/moves';
import type { Move, MoveCounts, MoveSummary } from '@/lib/domain/moves';
import type { ChangeResult, WaitingChangeDetail } from '@/lib/domain/waiting-changes';
import { type ApiResponse, createdResponse, jsonResponse } from './response';
import { serializePrice, toEnvelope, toListEnvelope, toPageFields } from './serializers';

const pickChange = createSerializer(accountChangeSchema.shape);

/** A change, in every response that has one. */
export function serializeChange({ change, from, to, ...detail }: WaitingChangeDetail): AccountChangeBody {
  const { outcome, waitsFor, decidedBy, actorKind, actorName, actorUserId, channel } = change;
  return pickChange(
    { ...change, blockers: change.blockers.map(({ code, message }) => ({ code, message })) },
    {
      state: outcome ?? (waitsFor === null ? 'scheduled' : 'waiting'),
      version: serializeVersion(to),
      previous_version: from && serializeVersion(from),
      effective_at: toSeconds(change.effectiveAt),
      expires_at: toSeconds(change.expiresAt),
      created_at: Math.floor(change.createdAt / 1000),
      ended_at: toSeconds(change.endedAt),
      move_id: change.batchId,
      requests: detail.requests,
      created_by: { kind: actorKind, name: actorName, user_id: actorUserId, channel },
      decided_by: decidedBy && {
        kind: decidedBy.kind,
        name: decidedBy.name,
        user_id: decidedBy.userId,
        channel: decidedBy.channel,
      },
      history_id: change.activationId,
      checkout_url: detail.checkoutUrl,
      cancelable: detail.isCancelable,
    },
  );
}

/** `GET /account/changes`. */
export function serializeChanges({
  changes,
  next,
}: {
  changes: WaitingChangeDetail[];
  next: string | null;
}): AccountChangeList {
  return toListEnvelope(changes.map(serializeChange), next);
}

/** The response to a request that changes a change. */
export function respondWithChange(result: ChangeResult, { isNew = false } = {}): ApiResponse {
  const body = toEnvelope(serializeChange(result));
  const response = isNew ? createdResponse(body) : jsonResponse(body);
  if (result.replayed) response.headers['Idempotent-Replayed'] = 'true';
  return response;
}

/** `POST /moves`. */
export function serializeMove({ id, scheduled, skipped, next }: Move): MoveBody {
  const accounts = skipped.map(({ accountId, externalId, code, message }) => ({
    account_id: accountId,
    external_id: externalId,
    code,
    message,
  }));
  return { id, scheduled, skipped: accounts, ...toPageFields(next) };
}

/** `GET /moves`. */
export function serializeMoves({ moves, next }: { moves: MoveSummary[]; next: string | null }): MoveList {
  const toVersion = ({ versionId: id, title, tag }: MoveSummary['to']) => ({ id, title, tag });
  const data = moves.map(({ id, createdAt, reason, from, to, counts }) => ({
    ...serializeMoveProgress(id, counts),
    created_at: Math.floor(createdAt / 1000),
    previous_version: toVersion(from),
    version: toVersion(to),
    reason,
  }));
  return { ...toEnvelope(data), ...toPageFields(next) };
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

function toSeconds(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.floor(milliseconds / 1000);
}
