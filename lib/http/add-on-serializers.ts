import {
  type AddOnChangeResult,
  type AddOnHistory,
  type AddOnHistoryEntry,
  type AddOnList,
  addOnHistoryEntrySchema,
} from '@/lib/contract/add-ons';
import { createSerializer } from '@/lib/contract/field-names';
import { serializeActor } from '@/lib/domain/actors';
import type * as domain from '@/lib/domain/add-on-changes';
import type { AddOnOutcome } from '@/lib/domain/change-add-on';
import type { AddOnListing } from '@/lib/domain/list-add-ons';
import { serializeCatalogChange } from './history-serializers';
import { serializeAddOn, serializePrice, toEnvelope, toListEnvelope, toUnixSeconds } from './serializers';

/** `GET /app/optional-features`. */
export function serializeAddOns({ addOns, total }: AddOnListing): AddOnList {
  return toEnvelope({
    optional_features: addOns.map((addOn) => ({
      ...serializeAddOn(addOn),
      ...serializePrice(addOn.price),
      price_version_id: addOn.priceVersionId,
      billing_period: addOn.billingPeriod,
      active: addOn.active,
      quantity: addOn.quantity,
      since: toUnixSeconds(addOn.newest?.changedAt ?? null),
      included: addOn.included,
      available: addOn.available,
      retired: addOn.retired,
      change: addOn.decision,
      confirmation_required: addOn.needsConfirmation,
      revision: addOn.revision,
    })),
    total,
  });
}

/** `POST /account/optional-features/:id`. */
export function serializeAddOnChange(outcome: AddOnOutcome): AddOnChangeResult {
  const { addOnId, title, active, quantity, changed, historyId, changedAt } = outcome;
  const state = active ? 'on' : 'off';
  const sentence = changed ? `${title} is ${state}.` : `${title} is already ${state}.`;
  return toEnvelope(
    {
      history_id: historyId,
      id: addOnId,
      active,
      quantity,
      timestamp: toUnixSeconds(changedAt),
    },
    quantity > 1 ? `${sentence} Quantity: ${quantity}.` : sentence,
  );
}

/** `GET /account/optional-features`. */
export function serializeAddOnHistory({ entries, next }: domain.AddOnHistoryPage): AddOnHistory {
  return toListEnvelope(entries.map(serializeAddOnHistoryEntry), next);
}

const pickHistoryEntry = createSerializer(addOnHistoryEntrySchema.shape);

export function serializeAddOnHistoryEntry(row: domain.AddOnHistoryEntry): AddOnHistoryEntry {
  return pickHistoryEntry(row, {
    id: row.addOnId,
    status: row.active ? 'active' : 'inactive',
    timestamp: toUnixSeconds(row.changedAt),
    by: row.actorName,
    history_id: row.id,
    switch_history_id: row.activationId,
    features: listDistinctFeatures(row.features),
    actor: serializeActor(row),
    catalog_changes: row.catalogChanges.map((change) =>
      serializeCatalogChange(change, change.price, change.previousPrice),
    ),
  });
}

/** An add-on can have two effects on a feature. */
function listDistinctFeatures(features: domain.AddOnHistoryEntry['features']): AddOnHistoryEntry['features'] {
  const refs = features.map(
    ({ human_id, title, is_limit }) => [human_id, { id: human_id, title, is_limit }] as const,
  );
  return [...new Map(refs).values()];
}
