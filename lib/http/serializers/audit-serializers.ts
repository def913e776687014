import { type AuditEntryBody, type AuditList, type AuditType, auditEntrySchema } from '@/lib/contract/audit';
import { createSerializer } from '@/lib/contract/field-names';
import type { AuditEntry } from '@/lib/domain/audit/audit';
import { serializeActorColumns } from '@/lib/domain/history/actors';
import { toPageEnvelope } from './serializers';

const pickEntry = createSerializer(auditEntrySchema.shape);

/** `GET /api/audit`. */
export function serializeAudit(entries: AuditEntry[], next: string | null): AuditList {
  return toPageEnvelope(entries.map(serializeAuditEntry), next);
}

function serializeAuditEntry({ account, ...entry }: AuditEntry): AuditEntryBody {
  return pickEntry(entry, {
    type: entry.type as AuditType,
    account: account && { id: account.id, external_id: account.externalId, title: account.title },
    actor: serializeActorColumns(entry),
    data: entry.data as AuditEntryBody['data'],
  });
}
