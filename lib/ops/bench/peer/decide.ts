import type { Blocker, SwitchDecision } from '@/lib/contract/fields';
import type { Role } from '@/lib/contract/role';
import { compareByTag } from '@/lib/contract/tag';
import type { PeerVersion } from './catalog';

/** What a switch from one version to another would be, and what stands in its way. */
export function decideSwitch(
  role: Role | null,
  current: PeerVersion | null,
  target: PeerVersion,
): SwitchDecision {
  const blockers = findBlockers(role, current, target);
  return { direction: directionOf(current, target), allowed: blockers.length === 0, blockers };
}

function findBlockers(role: Role | null, current: PeerVersion | null, target: PeerVersion): Blocker[] {
  const blockers: Blocker[] = [];
  if (role !== 'owner') {
    blockers.push({ code: 'forbidden', message: 'Only an owner of the account can switch its plan.' });
  }
  if (current?.id === target.id) return blockers;
  if (!target.active) {
    blockers.push({ code: 'version_inactive', message: `${target.title} is no longer offered.` });
  }
  if (current?.exit_blocker) blockers.push({ code: 'exit_restricted', message: current.exit_blocker });
  if (target.entry_blocker) blockers.push({ code: 'entry_restricted', message: target.entry_blocker });
  if (target.fee === null && target.user_fee === null) {
    const message = `${target.title} is priced on request. Talk to us to move to it.`;
    blockers.push({ code: 'price_on_request', message });
  }
  return blockers;
}

function directionOf(current: PeerVersion | null, target: PeerVersion): SwitchDecision['direction'] {
  if (current === null || current.id === target.id) return 'none';
  const difference = priceForOne(target) - priceForOne(current) || compareByTag(target, current);
  return difference > 0 ? 'upgrade' : 'downgrade';
}

/** For one user; "on request" stands above every price. */
function priceForOne({ fee, user_fee }: PeerVersion): number {
  return fee === null && user_fee === null ? Number.MAX_SAFE_INTEGER : (fee ?? 0) + (user_fee ?? 0);
}
