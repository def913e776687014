import { isDeepStrictEqual } from 'node:util';
import { toCurrency } from '@/lib/contract/currency-digits';
import { createSerializer } from '@/lib/contract/field-names';
import type { History, HistoryEntry } from '@/lib/contract/history';
import { type Price, versionContent } from '@/lib/contract/versions';
import { serializeActor } from '@/lib/domain/history/actors';
import type { CatalogChange } from '@/lib/domain/history/catalog-changes';
import type { HistoryEntryDetail, HistoryPage } from '@/lib/domain/history/history';
import { serializeTerms } from '@/lib/domain/subscription/terms';
import { serializePrice, toListEnvelope, toUnixSeconds } from './serializers';

/** `GET /account/versions` (spec 4.4). */
export function serializeHistory({ entries, next }: HistoryPage): History {
  return toListEnvelope(entries.map(serializeHistoryEntry), next);
}

const serializeContent = createSerializer(versionContent);

export function serializeHistoryEntry({
  entry,
  changes,
  planSince,
  deactivatedAt,
  undoUntil,
  followsAt,
  catalogChanges,
  untranslated,
}: HistoryEntryDetail): HistoryEntry {
  const { version, previous } = entry;
  return {
    activated: toUnixSeconds(entry.activatedAt),
    id: version.versionId,
    title: version.title,
    description: version.description,
    history_id: entry.id,
    sequence: entry.sequence,
    plan_since: toUnixSeconds(planSince),
    deactivated: toUnixSeconds(deactivatedAt),
    previous_version_id: previous?.versionId ?? null,
    previous_title: previous?.title ?? null,
    direction: entry.direction,
    pays: entry.pays,
    ...serializeContent(version),
    ...toCurrency(version),
    billing_period: version.billingPeriod,
    gained: changes.gained,
    lost: changes.lost,
    raised: changes.raised,
    lowered: changes.lowered,
    changed: changes.changed,
    actor: serializeActor(entry.actor),
    reason: entry.reason,
    account_billing_period: entry.billingPeriod,
    users: entry.users,
    quantity: entry.quantity,
    terms: entry.terms && serializeTerms(entry.terms),
    trial_ends_at: toUnixSeconds(entry.trialEndsAt),
    kind: entry.kind,
    options: entry.addOns,
    undo: entry.undo,
    undo_until: toUnixSeconds(undoUntil),
    follows_at: toUnixSeconds(followsAt),
    catalog_changes: catalogChanges.map((change) =>
      serializeCatalogChange(change, serializePrice(change.version), serializePrice(change.previous)),
    ),
    untranslated,
  };
}

export function serializeCatalogChange(
  { changedAt, changes }: Pick<CatalogChange, 'changedAt' | 'changes'>,
  price: Price,
  previousPrice: Price,
) {
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
