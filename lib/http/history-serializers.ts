import { isDeepStrictEqual } from 'node:util';
import { createSerializer } from '@/lib/contract/field-names';
import type { History, HistoryEntry } from '@/lib/contract/history';
import { versionContent } from '@/lib/contract/versions';
import type { CatalogChange } from '@/lib/domain/catalog-changes';
import type { FeatureChanges } from '@/lib/domain/compare-features';
import type { ActivationDetail, HistoryPage } from '@/lib/domain/history';
import { serializePrice, toListEnvelope, toUnixSeconds } from './serializers';

/** `GET /account/versions` (spec 4.4). */
export function serializeHistory({ entries, next }: HistoryPage): History {
  return toListEnvelope(entries.map(serializeHistoryEntry), next);
}

const serializeContent = createSerializer(versionContent);

export function serializeHistoryEntry({
  activation,
  changes,
  deactivatedAt,
  undoUntil,
  catalogChanges,
}: ActivationDetail): HistoryEntry {
  const { version, previous, actor } = activation;
  return {
    activated: toUnixSeconds(activation.activatedAt),
    id: version.versionId,
    title: version.title,
    description: version.description,
    history_id: activation.id,
    sequence: activation.sequence,
    deactivated: toUnixSeconds(deactivatedAt),
    previous_version_id: previous?.versionId ?? null,
    previous_title: previous?.title ?? null,
    direction: activation.direction,
    ...serializeContent(version),
    currency: version.currency,
    billing_period: version.billingPeriod,
    gained: changes.gained,
    lost: changes.lost,
    raised: changes.raised,
    lowered: changes.lowered,
    changed: changes.changed,
    actor: {
      kind: actor.kind,
      name: actor.name,
      user_id: actor.userId ?? null,
      channel: actor.channel,
    },
    reason: activation.reason,
    account_billing_period: activation.billingPeriod,
    users: activation.users,
    kind: activation.kind,
    options: activation.addOns,
    undo: activation.undo,
    undo_until: toUnixSeconds(undoUntil),
    catalog_changes: catalogChanges.map(serializeCatalogChange),
  };
}

function serializeCatalogChange({ changedAt, version, previous, changes }: CatalogChange) {
  const price = serializePrice(version);
  const previousPrice = serializePrice(previous);
  return {
    changed_at: toUnixSeconds(changedAt),
    gained: changes.gained,
    lost: changes.lost,
    raised: changes.raised,
    lowered: changes.lowered,
    changed: changes.changed,
    price,
    previous_price: isDeepStrictEqual(price, previousPrice) ? null : previousPrice,
  };
}

/**
 * The fields of an entry that depend only on its two versions: equal for all activations with the same changes. The title is not one:
 * an entry at a time has that of its activation.
 */
const sharedFields = new Set<string>([
  'id',
  'description',
  'previous_version_id',
  'previous_title',
  ...Object.keys(versionContent),
  'currency',
  'billing_period',
  'gained',
  'lost',
  'raised',
  'lowered',
  'changed',
]);

/** JSON of an entry: constant text, and between two texts the field whose value goes there. */
interface EntryTemplate {
  texts: string[];
  fields: (keyof HistoryEntry)[];
}

/** Templates with the shared fields filled in, kept as long as the memoized changes. */
const templates = new WeakMap<FeatureChanges, EntryTemplate>();

/** `serializeHistory` as JSON text. The shared fields, which are most of it, are converted once for equal changes. */
export function stringifyHistory({ entries, next }: HistoryPage): string {
  const payload = entries.map(stringifyHistoryEntry).join();
  const cursor = next === null ? '' : `,"next_cursor":"${next}"`;
  return `{"success":true,"message":"","payload":[${payload}]${cursor},"has_more":${next !== null}}`;
}

function stringifyHistoryEntry(detail: ActivationDetail): string {
  const entry = serializeHistoryEntry(detail);
  let template = templates.get(detail.changes);
  if (!template) {
    template = createTemplate(entry);
    templates.set(detail.changes, template);
  }
  const { texts, fields } = template;
  let json = texts[0] ?? '';
  for (let index = 0; index < fields.length; index += 1) {
    const value = entry[fields[index] as keyof HistoryEntry];
    json += `${typeof value === 'number' ? value : JSON.stringify(value)}${texts[index + 1]}`;
  }
  return json;
}

function createTemplate(entry: HistoryEntry): EntryTemplate {
  const template: EntryTemplate = { texts: [], fields: [] };
  let text = '';
  for (const [field, value] of Object.entries(entry)) {
    text += `${text === '' && template.fields.length === 0 ? '{' : ','}"${field}":`;
    if (sharedFields.has(field)) text += JSON.stringify(value);
    else {
      template.texts.push(text);
      template.fields.push(field as keyof HistoryEntry);
      text = '';
    }
  }
  template.texts.push(`${text}}`);
  return template;
}
