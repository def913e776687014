import { boundNames, priceFieldNames } from '@/lib/contract/enums';
import type { Price, VersionEntry } from '@/lib/contract/versions';
import { hasSamePrice } from './price';

/** What the account's version costs from a time on. */
export interface NextPrice {
  /** Unix seconds. */
  at: number;
  price: Price;
}

/**
 * The prices of an account's version that are known ahead, earliest first: that after its terms, and that of the version that it
 * follows to at its renewal, in Unix seconds. Terms without an end keep the price.
 */
export function findNextPrices(versions: readonly VersionEntry[], followsAt: number | null): NextPrice[] {
  const current = versions.find((version) => version.current);
  if (!current) return [];
  const { terms, replaced_by: replacedBy } = current;
  const successor = followsAt === null ? undefined : versions.find(({ id }) => id === replacedBy);
  const isAgreed = terms !== undefined && !hasSamePrice(current, { ...current, ...terms.listed_price });
  const renewal = successor && followsAt !== null ? { at: followsAt, price: pickPrice(successor) } : null;
  if (!isAgreed) return renewal ? [renewal] : [];
  if (terms.until === null) return [];
  const { until } = terms;
  const listed = { at: until, price: pickPrice({ ...current, ...terms.listed_price }) };
  if (!renewal) return [listed];
  return until < renewal.at ? [listed, renewal] : [{ ...renewal, at: until }];
}

/** The price of a version, without its other fields. */
export function pickPrice(version: Price): Price {
  const names = [...priceFieldNames, ...boundNames];
  return Object.fromEntries(names.map((name) => [name, version[name]])) as unknown as Price;
}
