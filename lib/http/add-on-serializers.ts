import type { AddOnChangeResult, AddOnHistory, AddOnHistoryEntry, AddOnList } from '@/lib/contract/add-ons';
import type { AddOnHistoryPage, OptionChangeRow } from '@/lib/domain/add-on-changes';
import type { AddOnOutcome } from '@/lib/domain/change-add-on';
import type { AddOnListing } from '@/lib/domain/list-add-ons';
import { serializeAddOn, serializePrice, serializeTotal, toUnixSeconds } from './serializers';

/** `GET /app/optional-features`. */
export function serializeAddOns({ addOns, total }: AddOnListing): AddOnList {
  return {
    success: true,
    message: '',
    data: {
      optional_features: addOns.map((addOn) => ({
        ...serializeAddOn(addOn),
        ...serializePrice(addOn.price),
        price_version_id: addOn.priceVersionId,
        billing_period: addOn.billingPeriod,
        active: addOn.active,
        since: addOn.newest && Math.floor(addOn.newest.changedAt / 1000),
        included: addOn.included,
        available: addOn.available,
        retired: addOn.retired,
        change: addOn.decision,
        revision: addOn.revision,
      })),
      total: total && serializeTotal(total),
    },
  };
}

/** `POST /account/optional-features/:id`. */
export function serializeAddOnChange(outcome: AddOnOutcome): AddOnChangeResult {
  const { addOnId, title, active, changed, historyId, changedAt } = outcome;
  const state = active ? 'on' : 'off';
  return {
    success: true,
    message: changed ? `${title} is ${state}.` : `${title} is already ${state}.`,
    data: { history_id: historyId, id: addOnId, active, timestamp: changedAt && toUnixSeconds(changedAt) },
  };
}

/** `GET /account/optional-features`. */
export function serializeAddOnHistory({ entries, next }: AddOnHistoryPage): AddOnHistory {
  return {
    success: true,
    message: '',
    payload: entries.map(serializeAddOnHistoryEntry),
    ...(next !== null && { next_cursor: String(next) }),
  };
}

export function serializeAddOnHistoryEntry(row: OptionChangeRow): AddOnHistoryEntry {
  return {
    id: row.addOnId,
    title: row.title,
    status: row.active ? 'active' : 'inactive',
    timestamp: Math.floor(row.changedAt / 1000),
    ...serializePrice(row),
    cause: row.cause,
    by: row.actorName,
    history_id: row.id,
    sequence: row.sequence,
    version_id: row.versionId,
    switch_history_id: row.activationId,
    currency: row.currency,
    billing_period: row.billingPeriod,
    account_billing_period: row.accountBillingPeriod,
    features: listDistinctFeatures(row.features),
    actor: { kind: row.actorKind, name: row.actorName, channel: row.channel },
    reason: row.reason,
  };
}

/** An add-on can have two effects on a feature. */
function listDistinctFeatures(features: OptionChangeRow['features']): AddOnHistoryEntry['features'] {
  const refs = features.map(
    ({ human_id, title, is_limit }) => [human_id, { id: human_id, title, is_limit }] as const,
  );
  return [...new Map(refs).values()];
}
