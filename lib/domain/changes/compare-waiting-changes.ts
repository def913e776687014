import type { WaitingChange, WrittenChange } from '@/lib/db/waiting-changes';
import type { CallerState } from '../caller';

// When two changes that wait are about the same.

type Target = Pick<
  WaitingChange,
  | 'versionId'
  | 'billingPeriod'
  | 'users'
  | 'addOnId'
  | 'quantity'
  | 'addOns'
  | 'trial'
  | 'waitsFor'
  | 'outcome'
  | 'origin'
>;

function isSameTarget(a: Target, b: Target): boolean {
  const isSameNumber = a.users === b.users && a.quantity === b.quantity;
  return isSameSubject(a, b) && isSameNumber && a.trial === b.trial && isSameAddOns(a, b);
}

function isSameAddOns({ addOns: a }: Target, { addOns: b }: Target): boolean {
  const list = (addOns: Target['addOns']) =>
    addOns?.map(({ addOnId, quantity }) => [addOnId, quantity]).sort();
  return String(list(a)) === String(list(b));
}

/** Whether both are for the same version and period, or for the same add-on. */
function isSameSubject(a: Target, b: Target): boolean {
  if (a.addOnId !== b.addOnId) return false;
  return a.addOnId !== null || (a.versionId === b.versionId && a.billingPeriod === b.billingPeriod);
}

type Person = Pick<WaitingChange, 'actorId' | 'actorUserId'>;

export function isSamePerson(a: Person, b: Person): boolean {
  return (a.actorUserId ?? a.actorId) === (b.actorUserId ?? b.actorId);
}

/**
 * Whether an open change waits, and is of the same person and for the same version or add-on as `change`. There is at
 * most one.
 */
export function isWaitingFor(open: WaitingChange, change: Target & Person): boolean {
  return open.waitsFor !== null && isSameSubject(open, change) && isSamePerson(open, change);
}

/** Whether an open change is what a request asks for. */
export function isSameRequest(open: WaitingChange, request: WrittenChange): boolean {
  if (!isSameTarget(open, request)) return false;
  if (open.waitsFor !== null && request.waitsFor !== null) return isSamePerson(open, request);
  return open.waitsFor === request.waitsFor && isSameTime(open, request);
}

type Time = Pick<WaitingChange, 'effectiveAt' | 'atPeriodEnd'>;

export function isSameTime(a: Time, b: Time): boolean {
  return a.effectiveAt === b.effectiveAt && a.atPeriodEnd === b.atPeriodEnd;
}

/** Whether both are requests of members for the same. */
export function isIdentical(a: WaitingChange, b: WaitingChange): boolean {
  const areRequests = [a, b].every(
    ({ origin, waitsFor, outcome }) => origin === 'member' && waitsFor === 'owner' && outcome === null,
  );
  return areRequests && isSameTarget(a, b);
}

export function listIdentical({ changes }: CallerState, change: WaitingChange): WaitingChange[] {
  return changes.filter((each) => each.id !== change.id && isIdentical(each, change));
}
