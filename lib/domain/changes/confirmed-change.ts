import type { Pays } from '@/lib/contract/fields';
import { type Price, toPriceJson } from '@/lib/db/catalog';
import { toCamelCase } from '@/lib/db/connection/query-json';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import type { ConfirmedChange, WaitingChange } from '@/lib/db/waiting-changes';
import { isPriceHigher } from '@/lib/pricing/compare-prices';
import { hasSamePrice } from '@/lib/pricing/price';
import { compareSnapshots } from '../catalog/compare-features';
import { computeRevision } from '../subscription/change-revision';
import { type Evaluation, getSnapshots } from '../subscription/evaluate-change';
import type { ChangedAddOn } from '../subscription/subscription';

/** What is stored of an evaluation that was confirmed. */
export function toConfirmed(evaluation: Evaluation): ConfirmedChange {
  const { addOns, endedTerms, after, totals, pays } = evaluation;
  const { from, to } = getSnapshots(evaluation);
  return {
    ...(endedTerms && { endedTerms: endedTerms.id }),
    revision: computeRevision(evaluation),
    from: from?.digest ?? null,
    to: to.digest,
    addOns: addOns.map(({ before, after }) => ({
      id: getId({ before, after }),
      title: (after ?? before)!.title,
      quantity: after?.quantity ?? 0,
      isOnAfter: after !== null,
      price: { ...(after ?? before)!.price },
    })),
    users: after.users,
    quantity: after.quantity,
    totals: { before: totals.before, after: totals.after! },
    pays,
  };
}

/** The ID of an add-on before the change, if it is on then. */
function getId({ before, after }: Pick<ChangedAddOn, 'before' | 'after'>): string {
  return (before ?? after)!.id;
}

/** A price of what was confirmed. */
export function toConfirmedPrice(stored: Record<string, unknown>) {
  return toPriceJson(toCamelCase<Price>(stored));
}

/** Terms that were agreed since a change was confirmed block it, and so do those of an account of a move. */
export const termsWouldEnd = {
  code: 'terms_would_end' as const,
  message: 'The account has terms that would end.',
};

/** Whether two confirmations are of the same content and prices. */
export function isSameConfirmation(a: ConfirmedChange, b: ConfirmedChange): boolean {
  const addOns = new Map(b.addOns.map((addOn) => [addOn.id, addOn]));
  return (
    a.from === b.from &&
    a.to === b.to &&
    a.addOns.length === b.addOns.length &&
    a.addOns.every(({ id, isOnAfter, price }) => {
      const other = addOns.get(id);
      return (
        other?.isOnAfter === isOnAfter && hasSamePrice(toConfirmedPrice(price), toConfirmedPrice(other.price))
      );
    })
  );
}

/** Why an owner has to consent again to what was scheduled to cost no more, and would when it is due. */
export function findRaise({ origin, confirmed }: Pick<WaitingChange, 'origin' | 'confirmed'>, pays: Pays) {
  const isOwn = origin === 'owner' || origin === 'member';
  const wasRaise = confirmed.pays !== 'less' && confirmed.pays !== 'same';
  return isOwn && !wasRaise && pays === 'more' ? [paysMore] : [];
}

const paysMore = {
  code: 'price_increased' as const,
  message: 'The account would pay more than now. When the change was confirmed, it would not have.',
};

/**
 * Why a change is worse for the account than the one that was confirmed: a price is higher, or something is lost that
 * the preview did not name. Empty if it is not. A text that was corrected, and an improvement, are not worse.
 */
export function findWorseTerms(
  confirmed: ConfirmedChange,
  evaluation: Evaluation,
  getSnapshot: (digest: string) => VersionSnapshot,
): { code: 'price_increased' | 'content_reduced' | 'terms_would_end'; message: string }[] {
  const { view, after, addOns, endedTerms } = evaluation;
  const { from, to } = getSnapshots(evaluation);
  const periods = { app: view.catalog.app.billingPeriod, billed: after.billingPeriod };
  const isDearer = (was: Price, is: Price) => isPriceHigher(toPriceJson(was), toPriceJson(is), periods);
  const confirmedTo = getSnapshot(confirmed.to);
  const confirmedFrom = confirmed.from === null ? null : getSnapshot(confirmed.from);
  const addOnsById = new Map(confirmed.addOns.map((addOn) => [addOn.id, addOn]));
  const dearer = [
    ...(to.currency !== confirmedTo.currency || isDearer(confirmedTo, to) ? [to.title] : []),
    ...addOns
      .filter((addOn) => addOn.after && isDearer(getConfirmedPrice(addOn), addOn.after.price))
      .map(getTitle),
  ];
  const reduced = compareSnapshots(confirmedTo, to);
  const lostBefore = new Set(compareSnapshots(confirmedFrom, confirmedTo).lost.map(({ id }) => id));
  const lost = new Set([
    ...reduced.lost.map(({ title }) => title),
    ...compareSnapshots(from, to)
      .lost.filter(({ id }) => !lostBefore.has(id))
      .map(({ title }) => title),
    ...[...reduced.raised, ...reduced.lowered, ...reduced.changed]
      .filter(({ improved }) => improved !== true)
      .map(({ title }) => title),
    ...addOns.filter((addOn) => addOn.outcome === 'lost' && isExpectedOn(addOn)).map(getTitle),
  ]);
  return [
    ...dearer.map((title) => ({
      code: 'price_increased' as const,
      message: `The price of ${title} is higher than when the change was confirmed.`,
    })),
    ...[...lost].map((title) => ({
      code: 'content_reduced' as const,
      message: `${title} is less or missing, compared with what was confirmed.`,
    })),
    ...(endedTerms && endedTerms.id !== confirmed.endedTerms ? [termsWouldEnd] : []),
  ];

  /** An add-on that was turned on since has the price that it has now. */
  function getConfirmedPrice(addOn: ChangedAddOn): Price {
    const known = addOnsById.get(getId(addOn));
    return known?.isOnAfter ? toCamelCase<Price>(known.price) : (addOn.before ?? addOn.after)!.price;
  }

  function isExpectedOn(addOn: ChangedAddOn): boolean {
    return addOnsById.get(getId(addOn))?.isOnAfter ?? true;
  }
}

function getTitle({ before, after }: ChangedAddOn): string {
  return (after ?? before)!.title;
}
