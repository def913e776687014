import {
  type AddOnChangeResult,
  type AddOnHistory,
  type AddOnHistoryEntry,
  type AddOnList,
  type AddOnPreview,
  addOnEntrySchema,
  addOnHistoryEntrySchema,
  addOnPreviewSchema,
} from '@/lib/contract/add-ons';
import { createSerializer } from '@/lib/contract/field-names';
import type { Total } from '@/lib/contract/switch';
import { getQuantityRange } from '@/lib/domain/catalog/add-ons';
import type { AddOnOutcome } from '@/lib/domain/changes/change-add-on';
import { serializeActorColumns } from '@/lib/domain/history/actors';
import type * as domain from '@/lib/domain/history/add-on-changes';
import { computeTotals, getSnapshots } from '@/lib/domain/subscription/evaluate-change';
import { type AddOnListing, toAddOnDecision } from '@/lib/domain/subscription/list-add-ons';
import type { ChangePreview } from '@/lib/domain/subscription/preview-change';
import type { ChangedAddOn } from '@/lib/domain/subscription/subscription';
import { subtractAmounts } from '@/lib/pricing/total';
import { serializeCatalogChange } from './history-serializers';
import {
  serializeAddOn,
  serializePrice,
  serializePricedVersion,
  serializeScheduled,
  serializeTermsEnd,
  serializeUsedLimits,
  toEnvelope,
  toListEnvelope,
  toUnixSeconds,
} from './serializers';

const pickEntry = createSerializer(addOnEntrySchema.shape);

/** `GET /app/optional-features`. */
export function serializeAddOns({ addOns, total }: AddOnListing): AddOnList {
  const entries = addOns.map((addOn) => pickEntry({ ...addOn, ...addOn.price }, serializeAddOn(addOn)));
  return toEnvelope({ optional_features: entries, total });
}

const pickPreview = createSerializer(addOnPreviewSchema.shape.data.shape);

/** `GET /account/optional-features/:id/preview`. `users` is what totals are for. The default is the account's. */
export function serializeAddOnPreview(preview: ChangePreview, users?: number): AddOnPreview {
  const { view, before, after, addOns, entitlementChanges: changes, replacedBy } = preview;
  const addOn = preview.addOn!;
  const range = getQuantityRange(addOn);
  const named = addOns.find((each) => [each.before?.id, each.after?.id].includes(addOn.id));
  const totals = computeTotals(view.catalog, before, after, users);
  const decision = toAddOnDecision(preview);
  return toEnvelope(
    pickPreview(
      { ...addOn, ...decision, ...changes },
      {
        period_end_only: decision.period_end_only,
        ...serializeUsedLimits(preview, changes),
        quantity: named?.after?.quantity ?? 0,
        previous_quantity: named?.before?.quantity ?? 0,
        min_quantity: range.min,
        max_quantity: range.max,
        version: before.version && serializePricedVersion(getSnapshots(preview).to, replacedBy.to),
        billing_period: before.version && before.billingPeriod,
        options: addOns.map(serializePreviewedAddOn),
        ...serializeScheduled(preview),
        terms_end: serializeTermsEnd(preview.termsEnd),
        confirmation_required: preview.needsConfirmation,
        totals: { ...totals, difference: subtractAmounts(getAmount(totals.after), getAmount(totals.before)) },
        revision: preview.revision,
      },
    ),
  );
}

/** It is null for a total without something that can't be priced. */
const getAmount = (total: Total | null) => (total?.not_included.length === 0 ? total.amount : null);

function serializePreviewedAddOn({ before, after }: ChangedAddOn): AddOnPreview['data']['options'][number] {
  const { id, title, price, billingPeriod } = (after ?? before)!;
  return {
    id,
    title,
    quantity: after?.quantity ?? 0,
    previous_quantity: before?.quantity ?? 0,
    ...serializePrice(price),
    billing_period: billingPeriod,
  };
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
    pays: row.pays ?? 'unknown',
    history_id: row.id,
    switch_history_id: row.historyEntryId,
    features: listDistinctFeatures(row.features),
    actor: serializeActorColumns(row),
    catalog_changes: row.catalogChanges.map((change) =>
      serializeCatalogChange(change, change.price, change.previousPrice),
    ),
    untranslated: row.untranslated,
  });
}

/** An add-on can have two effects on a feature. */
function listDistinctFeatures(features: domain.AddOnHistoryEntry['features']): AddOnHistoryEntry['features'] {
  const refs = features.map(
    ({ human_id, title, is_limit }) => [human_id, { id: human_id, title, is_limit }] as const,
  );
  return [...new Map(refs).values()];
}
