import type { toCurrency } from '@/lib/contract/currency-digits';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { Terms } from './accounts';
import type { CatalogVersion } from './catalog';
import type { Queries } from './connection/client';
import { callFunction } from './connection/query-json';

/** What something costs now, then, and then for accounts that follow to another version. */
type Rates<T> = [before: T, stay: T, follow: T];

/** What is paid per twelfth of a month. Fees are 0 without a list price. */
interface FeeRates {
  fee: Rates<number>;
  userFee: Rates<number>;
  priced: Rates<boolean>;
}

/**
 * What the accounts of a version and a billing period pay by list, before and after a change. The names are those that
 * `read_revenue` reads.
 */
export interface RevenueRate extends FeeRates {
  versionId: string;
  /** That the accounts have now. */
  billingPeriod: BillingPeriod;
  /** Whether accounts go to another version. */
  follows: boolean;
  minUsers: Rates<number>;
  /** The smallest number of units that are paid for, or null if the price is not per unit. */
  minUnits: Rates<number | null>;
  /** Whether accounts that follow keep their number of units. */
  keepsUnits: boolean;
  /** Twelfths of a month in the period of a price that an account keeps, or null if its annual fees apply. */
  ownFactor: number | null;
  /** The price that was agreed with the accounts, or null for those without, and for those whose price has no rate. */
  agreed: AgreedPrice | null;
  /** The prices that have rates, if `agreed` is null. */
  otherAgreed: AgreedPrice[];
  /** The key is the ID. */
  addOns: Record<string, AddOnRate>;
}

/** A price of terms that are in effect. */
export type AgreedPrice = Pick<Terms, 'versionId' | 'price'>;

/** Accounts on a version and a billing period, with a price that was agreed with them. */
export interface AgreedRate {
  versionId: string;
  billingPeriod: BillingPeriod;
  agreed: AgreedPrice;
}

/** Agreed prices to compute: accounts with others count with the price of the list. */
const maxAgreed = 500;

/** The prices that were agreed with accounts. The transaction's tenant is the app. */
export function readAgreedPrices(queries: Queries, appId: string): Promise<AgreedRate[]> {
  return queries.$queryRaw<AgreedRate[]>`
    SELECT DISTINCT version_id AS "versionId", billing_period AS "billingPeriod", agreed_price(terms) AS agreed
    FROM current_versions WHERE app_id = ${appId} AND terms IS NOT NULL AND agreed_price(terms) IS NOT NULL
    ORDER BY 1, 2, 3 LIMIT ${maxAgreed}`;
}

export interface AddOnRate extends FeeRates {
  /** Whether the catalog has no price for it, so that the account keeps its own. `hasOwn`: in any of them. */
  own: Rates<boolean>;
  hasOwn: boolean;
  perQuantity: boolean;
  /** Whether accounts with it do not follow. */
  blocks: boolean;
}

/** What the accounts of versions pay before and after a change, without the numbers of accounts. */
export interface RevenuePlan {
  currencies: Record<'before' | 'after', ReturnType<typeof toCurrency>>;
  /** They are sorted by tag. */
  versions: Pick<CatalogVersion, 'id' | 'title' | 'tag'>[];
  rates: RevenueRate[];
}

interface Amounts {
  users: number;
  before: number;
  after: number;
}

/** The accounts on a version with a billing period, and what they pay per month, in minor units. */
export interface PeriodRevenue extends Amounts {
  versionId: string;
  billingPeriod: BillingPeriod;
  accounts: number;
  unpriced: number;
  /** The accounts that pay most now. */
  largest: AccountRevenue[];
}

export interface AccountRevenue extends Amounts {
  id: string;
  externalId: string | null;
  title: string;
}

/** The number of largest accounts of each version. */
export const maxLargest = 10;

/** Versions without accounts are left out. The transaction's tenant is the app. */
export function readRevenue(queries: Queries, appId: string, rates: RevenueRate[]): Promise<PeriodRevenue[]> {
  return callFunction(queries, 'read_revenue', [appId, JSON.stringify(rates), maxLargest]);
}
