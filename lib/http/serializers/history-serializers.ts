import { isDeepStrictEqual } from 'node:util';
import { toCurrency } from '@/lib/contract/currency-digits';
import { createSerializer } from '@/lib/contract/field-names';
import {
  catalogChangeSchema,
  type History,
  type HistoryEntry,
  historyEntrySchema,
} from '@/lib/contract/history';
import type { Price } from '@/lib/contract/versions';
import { serializeTerms } from '@/lib/domain/catalog/terms';
import { serializeActor } from '@/lib/domain/history/actors';
import type { CatalogChange } from '@/lib/domain/history/catalog-changes';
import type { HistoryEntryDetail, HistoryPage } from '@/lib/domain/history/history';
import { serializePrice, toListEnvelope, toUnixSeconds } from './serializers';

/** `GET /account/versions` (spec 4.4). */
export function serializeHistory({ entries, next }: HistoryPage): History {
  return toListEnvelope(entries.map(serializeHistoryEntry), next);
}

const pickEntry = createSerializer(historyEntrySchema.shape);

export function serializeHistoryEntry({
  entry,
  changes,
  catalogChanges,
  ...detail
}: HistoryEntryDetail): HistoryEntry {
  const { version, previous } = entry;
  return pickEntry(
    { ...version, ...changes, ...entry, ...detail },
    {
      activated: toUnixSeconds(entry.activatedAt),
      id: version.versionId,
      history_id: entry.id,
      deactivated: toUnixSeconds(detail.deactivatedAt),
      previous_version_id: previous?.versionId ?? null,
      previous_title: previous?.title ?? null,
      ...toCurrency(version),
      billing_period: version.billingPeriod,
      actor: serializeActor(entry.actor),
      account_billing_period: entry.billingPeriod,
      terms: entry.terms && serializeTerms(entry.terms),
      trial_ends_at: toUnixSeconds(entry.trialEndsAt),
      options: entry.addOns,
      catalog_changes: catalogChanges.map((change) =>
        serializeCatalogChange(change, serializePrice(change.version), serializePrice(change.previous)),
      ),
      untranslated: detail.untranslated,
    },
  );
}

const pickCatalogChange = createSerializer(catalogChangeSchema.shape);

export function serializeCatalogChange(
  { changedAt, changes }: Pick<CatalogChange, 'changedAt' | 'changes'>,
  price: Price,
  previousPrice: Price,
) {
  return pickCatalogChange(changes, {
    changed_at: toUnixSeconds(changedAt),
    price,
    previous_price: isDeepStrictEqual(price, previousPrice) ? null : previousPrice,
  });
}
