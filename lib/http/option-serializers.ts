import type {
  OptionalFeatures,
  OptionChangeResult,
  OptionHistory,
  OptionHistoryEntry,
} from '@/lib/contract/optional-features';
import type { OptionOutcome } from '@/lib/domain/change-option';
import type { OptionListing } from '@/lib/domain/list-options';
import type { OptionChangeRow, OptionHistoryPage } from '@/lib/domain/option-changes';
import { serializeOffer, serializePrice, serializeTotal, toUnixSeconds } from './serializers';

/** `GET /app/optional-features`. */
export function serializeOptions({ options, total }: OptionListing): OptionalFeatures {
  return {
    success: true,
    message: '',
    data: {
      optional_features: options.map((option) => ({
        ...serializeOffer(option),
        ...serializePrice(option.price),
        price_version_id: option.priceVersionId,
        billing_period: option.billingPeriod,
        active: option.active,
        since: option.newest && Math.floor(option.newest.changedAt / 1000),
        included: option.included,
        available: option.available,
        retired: option.retired,
        change: option.decision,
        revision: option.revision,
      })),
      total: total && serializeTotal(total),
    },
  };
}

/** `POST /account/optional-features/:id`. */
export function serializeOptionChange(outcome: OptionOutcome): OptionChangeResult {
  const { offerId, title, active, changed, historyId, changedAt } = outcome;
  const state = active ? 'on' : 'off';
  return {
    success: true,
    message: changed ? `${title} is ${state}.` : `${title} is already ${state}.`,
    data: { history_id: historyId, id: offerId, active, timestamp: changedAt && toUnixSeconds(changedAt) },
  };
}

/** `GET /account/optional-features`. */
export function serializeOptionHistory({ entries, next }: OptionHistoryPage): OptionHistory {
  return {
    success: true,
    message: '',
    payload: entries.map(serializeOptionHistoryEntry),
    ...(next !== null && { next_cursor: String(next) }),
  };
}

export function serializeOptionHistoryEntry(row: OptionChangeRow): OptionHistoryEntry {
  return {
    id: row.offerId,
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

/** An offer can have two effects on a feature. */
function listDistinctFeatures(features: OptionChangeRow['features']): OptionHistoryEntry['features'] {
  const refs = features.map(
    ({ human_id, title, is_limit }) => [human_id, { id: human_id, title, is_limit }] as const,
  );
  return [...new Map(refs).values()];
}
