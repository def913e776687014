import type { Blocker, SwitchDecision } from '@/lib/contract/fields';
import type { Role } from '@/lib/contract/role';
import { compareByTag } from '@/lib/contract/tag';
import type { CatalogVersion } from '@/lib/data/read-catalog';
import { ownersOnly } from './caller';

/**
 * The one decision about a switch: the list, the preview, the POST and the button all ask here.
 * `current` is null for an account that has no version yet.
 */
export function decideSwitch(
  role: Role | null,
  current: CatalogVersion | null,
  target: CatalogVersion,
): SwitchDecision {
  const blockers = findBlockers(role, current, target);
  return { direction: directionOf(current, target), allowed: blockers.length === 0, blockers };
}

function findBlockers(role: Role | null, current: CatalogVersion | null, target: CatalogVersion): Blocker[] {
  const blockers: Blocker[] = [];
  if (role !== 'owner') blockers.push({ code: 'forbidden', message: ownersOnly });
  // Staying changes nothing, so nothing about the version can stand in its way.
  if (current?.id === target.id) return blockers;
  if (!target.active) {
    blockers.push({ code: 'version_inactive', message: `${target.title} is no longer offered.` });
  }
  if (current?.exitBlocker) blockers.push({ code: 'exit_restricted', message: current.exitBlocker });
  if (target.entryBlocker) blockers.push({ code: 'entry_restricted', message: target.entryBlocker });
  if (target.fee === null && target.userFee === null) {
    const message = `${target.title} is priced on request. Talk to us to move to it.`;
    blockers.push({ code: 'price_on_request', message });
  }
  return blockers;
}

/**
 * Up or down by the price for one user; "on request" stands above every price.
 * At the same price the order of the list decides.
 */
function directionOf(current: CatalogVersion | null, target: CatalogVersion): SwitchDecision['direction'] {
  if (current === null || current.id === target.id) return 'none';
  const from = priceForOne(current);
  const to = priceForOne(target);
  const up = from === to ? compareByTag(current, target) < 0 : from < to;
  return up ? 'upgrade' : 'downgrade';
}

function priceForOne({ fee, userFee }: CatalogVersion): number {
  return fee === null && userFee === null ? Number.POSITIVE_INFINITY : (fee ?? 0) + (userFee ?? 0);
}
