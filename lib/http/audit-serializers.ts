import type { AuditEntryBody, AuditList, AuditType } from '@/lib/contract/audit';
import type { AuditEntry } from '@/lib/domain/audit';
import { toEnvelope, toPageFields, toUnixSeconds } from './serializers';

/** `GET /api/audit`. */
export function serializeAudit(entries: AuditEntry[], next: string | null): AuditList {
  return { ...toEnvelope(entries.map(serializeAuditEntry)), ...toPageFields(next) };
}

function serializeAuditEntry(entry: AuditEntry): AuditEntryBody {
  const { id, type, account, targetId, actorKind, actorName, actorUserId, channel, occurredAt, data } = entry;
  return {
    id,
    type: type as AuditType,
    account: account && { id: account.id, external_id: account.externalId, title: account.title },
    target_id: targetId,
    actor: { kind: actorKind, name: actorName, user_id: actorUserId, channel },
    occurred_at: toUnixSeconds(occurredAt),
    data: data as AuditEntryBody['data'],
  };
}
