import type { SwitchPreview, SwitchResult } from '@/lib/contract/switch';
import type { SwitchOutlook } from '@/lib/versions/preview-switch';
import type { SwitchOutcome } from '@/lib/versions/switch-version';
import { unixSeconds } from './unix-seconds';

/** `POST /app/versions` (spec 2.6, 4.2). */
export function presentSwitch({ activation, changed }: SwitchOutcome): SwitchResult {
  const { title } = activation.version;
  return {
    success: true,
    message: changed ? `Switched to ${title}.` : `The account is on ${title} already; nothing changed.`,
    data: {
      history_id: activation.id,
      version_id: activation.version.versionId,
      timestamp: unixSeconds(activation.activatedAt),
    },
  };
}

/** `GET /app/versions/:id/preview`. */
export function presentPreview({ from, to, decision, changes, revision }: SwitchOutlook): SwitchPreview {
  return {
    success: true,
    message: '',
    data: {
      direction: decision.direction,
      allowed: decision.allowed,
      blockers: decision.blockers,
      from: from && { id: from.versionId, title: from.title, fee: from.fee, user_fee: from.userFee },
      to: { id: to.versionId, title: to.title, fee: to.fee, user_fee: to.userFee },
      difference: priceDifference(from, to),
      gained: changes.gained,
      lost: changes.lost,
      kept: changes.kept,
      optional_gained: changes.optionalGained,
      optional_lost: changes.optionalLost,
      revision,
    },
  };
}

interface Prices {
  fee: number | null;
  userFee: number | null;
}

/** After minus before. A version that has one of the two prices has the other at zero. */
function priceDifference(from: Prices | null, to: Prices): { fee: number | null; user_fee: number | null } {
  const isPriced = (prices: Prices | null): prices is Prices =>
    prices !== null && (prices.fee !== null || prices.userFee !== null);
  if (!isPriced(from) || !isPriced(to)) return { fee: null, user_fee: null };
  return { fee: (to.fee ?? 0) - (from.fee ?? 0), user_fee: (to.userFee ?? 0) - (from.userFee ?? 0) };
}
