import type { History, HistoryEntry } from '@/lib/contract/history';
import type { FeatureChanges } from '@/lib/versions/compare-features';
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

/** What an entry has of its versions, which is the same for all who made this switch, as JSON. */
interface Frame {
  version: string;
  previous: string;
  terms: string;
}

/** Kept as long as the changes are remembered. */
const frames = new WeakMap<FeatureChanges, Frame>();

/** `presentHistory` as JSON, of which all is remembered that does not differ from account to account. */
export function historyJson({ records, next }: HistoryPage): string {
  const entries = records.map(entryJson).join();
  const cursor = next === null ? '' : `,"next_cursor":"${next}"`;
  return `{"success":true,"message":"","payload":[${entries}]${cursor}}`;
}

function entryJson(record: HistoryRecord): string {
  const { activation, changes, deactivatedAt } = record;
  let frame = frames.get(changes);
  if (!frame) {
    frame = frameOf(record);
    frames.set(changes, frame);
  }
  const { actor } = activation;
  return (
    `{"activated":${unixSeconds(activation.activatedAt)},${frame.version},"history_id":"${activation.id}",` +
    `"sequence":${activation.sequence},"deactivated":${deactivatedAt && unixSeconds(deactivatedAt)},` +
    `${frame.previous},"direction":"${activation.direction}",${frame.terms},"actor":{"kind":"${actor.kind}",` +
    `"name":${JSON.stringify(actor.name)},"channel":${JSON.stringify(actor.channel)}},` +
    `"reason":${JSON.stringify(activation.reason)}}`
  );
}

function frameOf(record: HistoryRecord): Frame {
  const { id, title, description, previous_version_id, previous_title, ...rest } = presentEntry(record);
  const { fee, user_fee, currency, billing_period, gained, lost } = rest;
  const inside = (fields: object) => JSON.stringify(fields).slice(1, -1);
  return {
    version: inside({ id, title, description }),
    previous: inside({ previous_version_id, previous_title }),
    terms: inside({ fee, user_fee, currency, billing_period, gained, lost }),
  };
}
