import { getPeriod, type ModelPeriod } from './add-on-model';
import {
  comparePay,
  createEntry,
  decideSwitchAddOns,
  findBlockers,
  findVisibleVersion,
  getCurrentVersion,
  getFeatureChanges,
  getSwitchPeriod,
  getTime,
  isOpen,
  type Model,
  type ModelAccount,
  type ModelChange,
  type ModelVersion,
  recordEntry,
  takeSnapshot,
} from './model';

// The part of the model about changes that wait.

const monthMs = 30 * 24 * 60 * 60 * 1000;

interface Request {
  versionId: string;
  requested: ModelPeriod | null;
  /** The value is null for at once. */
  delayMs: number | null;
  member: number | null;
  reason: string | null;
}

/** Schedules a switch as the owner, or asks for one as a member. */
export function applyRequest(
  model: Model,
  account: ModelAccount,
  { versionId, requested, delayMs, member, reason }: Request,
): { errorCode: string } | { change: ModelChange; changed: boolean } {
  const target = findVisibleVersion(model, account, 'owner', versionId);
  if (!target) return { errorCode: 'version_not_found' };
  const [blocker] = findBlockers(model, account, 'owner', target, requested);
  if (blocker) return { errorCode: blocker.code };
  const period = getSwitchPeriod(model, account, target, requested);
  if (getCurrentVersion(model, account) === target && period === account.period) {
    return { errorCode: 'version_current' };
  }
  const effectiveAt = delayMs === null ? null : getTime(model, account) + delayMs;
  const change: ModelChange = {
    id: '',
    member,
    versionId: target.id,
    period,
    effectiveAt,
    expiresAt: member === null ? null : getTime(model, account) + monthMs,
    reason,
    state: member === null ? 'scheduled' : 'waiting',
    isDecided: false,
    entry: null,
    confirmed: confirm(model, account, target, period),
  };
  const existing = account.changes.find(
    (each) =>
      isOpen(each) &&
      each.versionId === target.id &&
      each.period === period &&
      each.state === change.state &&
      (member === null ? each.effectiveAt === effectiveAt : each.member === member),
  );
  if (existing) {
    const changed = existing.effectiveAt !== effectiveAt || !isSameConfirmation(existing, change);
    if (changed) Object.assign(existing, { ...change, id: existing.id });
    return { change: existing, changed };
  }
  if (member !== null) account.changes.push(change);
  else schedule(model, account, change, target);
  return { change, changed: true };
}

/** Whether both are of the same content and prices. */
function isSameConfirmation(...changes: [ModelChange, ModelChange]): boolean {
  const [a, b] = changes.map(({ confirmed: { from, to, addOns } }) =>
    JSON.stringify([
      from,
      to,
      addOns.map(({ last, outcome, before, after }) => {
        const { fee, annualFee } = outcome === 'kept' ? after : before;
        return [last.addOnId, outcome === 'kept', fee, annualFee];
      }),
    ]),
  );
  return a === b;
}

function confirm(model: Model, account: ModelAccount, target: ModelVersion, period: ModelPeriod) {
  const current = getCurrentVersion(model, account);
  const addOns = decideSwitchAddOns(model, account, target, period);
  return {
    from: current && takeSnapshot(model, current),
    to: takeSnapshot(model, target),
    addOns,
    pays: comparePay(model, account, target, { period, addOns }),
  };
}

/** Schedules a change with consent, or makes the switch. */
function schedule(model: Model, account: ModelAccount, change: ModelChange, target: ModelVersion): void {
  if (!account.changes.includes(change)) account.changes.push(change);
  if (change.effectiveAt === null || change.effectiveAt <= getTime(model, account)) {
    apply(model, account, change, target);
    return;
  }
  for (const each of account.changes) {
    if (each.state === 'scheduled' && each !== change) each.state = 'superseded';
  }
  Object.assign(change, { state: 'scheduled', expiresAt: null });
}

function apply(model: Model, account: ModelAccount, change: ModelChange, target: ModelVersion): void {
  const { reason, period } = change;
  change.versionId = target.id;
  if (getCurrentVersion(model, account) === target && period === account.period) {
    change.state = 'superseded';
    return;
  }
  change.state = 'applied';
  const addOns = decideSwitchAddOns(model, account, target, period);
  const entry = createEntry(model, account, target, { reason, period, undo: false, addOns });
  change.entry = entry;
  recordEntry(account, entry, addOns);
}

/** The version of a change that waits: the one that has replaced it, if any, but for an account that has kept it. */
function findTarget(model: Model, account: ModelAccount, { versionId }: ModelChange): ModelVersion | null {
  const version = model.versions.find(({ id }) => id === versionId);
  const isOwn = getCurrentVersion(model, account)?.id === versionId;
  const present = isOwn
    ? null
    : model.versions.find(({ plan, replaced }) => plan === version?.plan && !replaced);
  return findVisibleVersion(model, account, 'owner', present?.id ?? versionId);
}

/** Approves, declines or cancels a change as the owner. Returns null for success. */
export function applyDecision(
  model: Model,
  account: ModelAccount,
  change: ModelChange,
  decision: 'approve' | 'decline' | 'cancel',
): string | null {
  const final = { approve: 'applied', decline: 'declined', cancel: 'canceled' } as const;
  if (!isOpen(change)) return change.state === final[decision] ? null : 'change_ended';
  if (decision !== 'cancel' && change.state === 'scheduled') {
    return decision === 'approve' && change.isDecided ? null : 'change_not_waiting';
  }
  const { versionId, period } = change;
  const joined = account.changes.filter(
    (each) =>
      each !== change &&
      [each, change].every(({ state, member }) => state === 'waiting' && member !== null) &&
      each.versionId === versionId &&
      each.period === period,
  );
  if (decision !== 'approve') {
    for (const each of decision === 'decline' ? [change, ...joined] : [change]) each.state = final[decision];
    return null;
  }
  const target = findTarget(model, account, change);
  if (!target) return 'version_not_found';
  const [blocker] = findBlockers(model, account, 'owner', target, period);
  if (blocker) return blocker.code;
  for (const each of joined) each.state = 'applied';
  Object.assign(change, {
    versionId: target.id,
    isDecided: true,
    confirmed: confirm(model, account, target, period),
  });
  schedule(model, account, change, target);
  return null;
}

/** Applies or ends a change that is due. */
export function applyDue(model: Model, account: ModelAccount, change: ModelChange): void {
  const now = getTime(model, account);
  if (change.state === 'waiting') {
    if ((change.expiresAt ?? 0) <= now) change.state = 'expired';
    return;
  }
  if (change.state !== 'scheduled' || (change.effectiveAt ?? 0) > now) return;
  const target = findTarget(model, account, change);
  if (target && !isWorse(model, account, change, target)) {
    apply(model, account, change, target);
    return;
  }
  const isAsked = account.changes.some(
    (each) =>
      each.state === 'waiting' &&
      each.member === change.member &&
      each.versionId === change.versionId &&
      each.period === change.period,
  );
  if (isAsked) change.state = 'superseded';
  else Object.assign(change, { state: 'waiting', expiresAt: now + monthMs });
}

/** Sets the clock of an account, after all that is due until then. */
export function applyAdvance(model: Model, account: ModelAccount, to: number): void {
  const getDueTime = ({ state, effectiveAt, expiresAt }: ModelChange) =>
    (state === 'scheduled' ? effectiveAt : expiresAt) ?? to + 1;
  for (;;) {
    const [next] = account.changes
      .filter((change) => isOpen(change) && getDueTime(change) <= to)
      .sort((a, b) => getDueTime(a) - getDueTime(b) || (a.id < b.id ? -1 : 1));
    if (!next) break;
    account.clockAt = Math.max(getTime(model, account), getDueTime(next));
    applyDue(model, account, next);
  }
  account.clockAt = to;
}

function isWorse(model: Model, account: ModelAccount, change: ModelChange, target: ModelVersion): boolean {
  const { period, confirmed } = change;
  if (findBlockers(model, account, 'owner', target, period).length > 0) return true;
  const now = confirm(model, account, target, period);
  const { lost, lowered, changed } = getFeatureChanges({ previous: confirmed.to, version: now.to });
  const named = getFeatureChanges({ previous: confirmed.from, version: confirmed.to }).lost;
  const losses = getFeatureChanges({ previous: now.from, version: now.to }).lost;
  const isAddOnWorse = now.addOns.some(({ last, outcome, before, after }) => {
    const known = confirmed.addOns.find((each) => each.last.addOnId === last.addOnId);
    const wasOn = !known || known.outcome === 'kept';
    if (outcome === 'lost') return wasOn;
    return outcome === 'kept' && isDearer(known?.outcome === 'kept' ? known.after : before, after, period);
  });
  const paysMore = ['less', 'same'].includes(confirmed.pays) && now.pays === 'more';
  return (
    paysMore ||
    [...lost, ...lowered, ...changed].length > 0 ||
    losses.some((id) => !named.includes(id)) ||
    isDearer(confirmed.to, now.to, period) ||
    isAddOnWorse
  );
}

type Price = Parameters<typeof getPeriod>[0] & { userFee?: number | null };

function isDearer(before: Price, after: Price, period: ModelPeriod): boolean {
  const [was, is] = [getFees(before, period), getFees(after, period)];
  if (!is) return was !== null;
  return was === null || is.some((fee, index) => fee > (was[index] ?? 0));
}

/** What is paid for the period: for the account, and for each user. It is null without a price. */
function getFees(price: Price, period: ModelPeriod): number[] | null {
  const own = getPeriod(price, period);
  if (own === null) return null;
  const { fee, annualFee, userFee = null } = price;
  const fees = own === 'month' ? [fee ?? 0, userFee ?? 0] : [annualFee ?? 0, 0];
  return fees.map((each) => (own === period ? each : each * 12));
}
