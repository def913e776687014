import type { App, Price } from '@/lib/db/catalog';
import { toCamelCase } from '@/lib/db/query-json';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import type { ConfirmedSwitch } from '@/lib/db/waiting-changes';
import { computeTotal } from './billing';
import { compareSnapshots } from './compare-features';
import { isOnAfter, type SwitchedAddOn } from './decide-add-on';
import type { SwitchEvaluation } from './evaluate-switch';

/** What is stored of a preview that was confirmed. */
export function toConfirmed({ revision, from, to, addOns }: SwitchEvaluation): ConfirmedSwitch {
  return {
    revision,
    from: from?.digest ?? null,
    to: to.digest,
    addOns: addOns.map((switched) => ({
      id: switched.addOnState.addOnId,
      isOnAfter: isOnAfter(switched),
      price: { ...switched.after },
    })),
  };
}

/**
 * Why a switch is worse for the account than the one that was confirmed: a price is higher, or something is lost that the preview did
 * not name. Empty if it is not. A text that was corrected, and an improvement, are not worse.
 */
export function findWorseTerms(
  confirmed: ConfirmedSwitch,
  evaluation: SwitchEvaluation,
  getSnapshot: (digest: string) => VersionSnapshot,
): { code: 'price_increased' | 'content_reduced'; message: string }[] {
  const { to, from, catalog, billingPeriod, addOns } = evaluation;
  const { app } = catalog;
  const confirmedTo = getSnapshot(confirmed.to);
  const confirmedFrom = confirmed.from === null ? null : getSnapshot(confirmed.from);
  const addOnsById = new Map(confirmed.addOns.map((addOn) => [addOn.id, addOn]));
  const isDearer = (before: Price, after: Price) => isPriceHigher(before, after, { billingPeriod, app });
  const dearer = [
    ...(to.currency !== confirmedTo.currency || isDearer(confirmedTo, to) ? [to.title] : []),
    ...addOns
      .filter((switched) => isOnAfter(switched) && isDearer(getConfirmedPrice(switched), switched.after))
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
    ...addOns.filter((switched) => switched.outcome === 'lost' && isExpectedOn(switched)).map(getTitle),
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
  ];

  /** An add-on that was turned on since has the price that it has now. */
  function getConfirmedPrice({ addOnState, before }: SwitchedAddOn): Price {
    const known = addOnsById.get(addOnState.addOnId);
    return known?.isOnAfter ? toCamelCase<Price>(known.price) : before;
  }

  function isExpectedOn({ addOnState }: SwitchedAddOn): boolean {
    return addOnsById.get(addOnState.addOnId)?.isOnAfter ?? true;
  }
}

function getTitle({ addOn, addOnState }: SwitchedAddOn): string {
  return addOn?.title ?? addOnState.title;
}

/** Whether a price is higher for the period, or can't be compared. */
function isPriceHigher(
  before: Price,
  after: Price,
  {
    billingPeriod,
    app,
  }: { billingPeriod: SwitchEvaluation['billingPeriod']; app: Pick<App, 'billingPeriod'> },
): boolean {
  const [was, is] = [before, after].map((price) =>
    computeTotal([{ id: '', price, quantity: 1 }], { billingPeriod, users: 1, app }),
  );
  if (!was || !is) return true;
  if (is.notIncluded.length > 0) return was.notIncluded.length === 0 || before.priceText !== after.priceText;
  if (was.notIncluded.length > 0) return true;
  const hasOtherUnit =
    (is.fee > 0 && was.fee > 0 && before.feeUnit !== after.feeUnit) ||
    (is.userFee > 0 && was.userFee > 0 && before.userFeeUnit !== after.userFeeUnit);
  return hasOtherUnit || is.fee > was.fee || is.userFee > was.userFee;
}
