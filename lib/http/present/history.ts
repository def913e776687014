import type { History, HistoryEntry } from '@/lib/contract/history';
import type { HistoryPage, HistoryRecord } from '@/lib/versions/read-history';
import { unixSeconds } from './unix-seconds';

/** `GET /account/versions` (spec 4.4). */
export function presentHistory({ records, next }: HistoryPage): History {
  return {
    success: true,
    message: '',
    payload: records.map(presentEntry),
    ...(next !== null && { next_cursor: String(next) }),
  };
}

export function presentEntry({ activation, changes, deactivatedAt }: HistoryRecord): HistoryEntry {
  const { version, previous } = activation;
  return {
    activated: unixSeconds(activation.activatedAt),
    id: version.versionId,
    title: version.title,
    description: version.description,
    history_id: activation.id,
    sequence: activation.sequence,
    deactivated: deactivatedAt && unixSeconds(deactivatedAt),
    previous_version_id: previous?.versionId ?? null,
    previous_title: previous?.title ?? null,
    direction: activation.direction,
    fee: version.fee,
    user_fee: version.userFee,
    currency: version.currency,
    billing_period: version.billingPeriod,
    gained: changes.gained,
    lost: changes.lost,
    actor: {
      kind: activation.actor.kind,
      name: activation.actor.name,
      channel: activation.actor.channel,
    },
    reason: activation.reason,
  };
}
