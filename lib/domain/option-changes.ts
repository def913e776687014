import type { CacheSource } from '@/lib/cache/cached-queries';
import { maxSequence } from '@/lib/db/activations';
import { type AppCatalog, type CatalogOffer, isLimitRow, type Price } from '@/lib/db/catalog';
import { limitReads } from '@/lib/db/limit-connections';
import {
  findOptionSequenceById,
  type NewOptionChange,
  type OptionChangeRow,
  type OptionFeature,
  readOptionChangeRows,
} from '@/lib/db/option-changes';
import type { AccountCaller } from './caller';
import type { Service } from './service';

export type { OptionChangeRow } from '@/lib/db/option-changes';

export interface OptionHistoryPage {
  entries: OptionChangeRow[];
  /** Sequence to continue below; null on the last page. */
  next: number | null;
}

/** A page of the changes of an account's offers, newest first. */
export async function listOptionHistory(
  { pool }: Pick<Service, 'pool'>,
  { app, account }: Pick<AccountCaller, 'app' | 'account'>,
  { limit, before }: { limit: number; before: number | null },
): Promise<OptionHistoryPage> {
  const key = { appId: app.id, accountId: account.id };
  const newest = before === null ? maxSequence : before - 1;
  // One more, to see whether there is another page.
  const found = await limitReads(pool, app.id, () =>
    readOptionChangeRows(pool, key, { newest, limit: limit + 1 }),
  );
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? (entries.at(-1)?.sequence ?? null) : null };
}

/** The option change with an id. Throws if there is none. */
export async function getOptionChange(
  { pool }: Pick<CacheSource, 'pool'>,
  { app, account }: Pick<AccountCaller, 'app' | 'account'>,
  id: string,
): Promise<OptionChangeRow> {
  const key = { appId: app.id, accountId: account.id };
  const newest = await findOptionSequenceById(pool, key, id);
  const [change] = newest === null ? [] : await readOptionChangeRows(pool, key, { newest, limit: 1 });
  if (!change) throw new Error(`Option change ${id} is missing from an append-only table.`);
  return change;
}

type NewChange = Pick<
  NewOptionChange,
  | 'id'
  | 'sequence'
  | 'active'
  | 'cause'
  | 'activationSequence'
  | 'versionId'
  | 'accountBillingPeriod'
  | 'actor'
  | 'channel'
  | 'reason'
> & { price: Price };

/** A change of an offer, with what the offer is now. */
export function createOptionChange(
  { app, features }: AppCatalog,
  offer: CatalogOffer | { offerId: string; title: string },
  { price, ...change }: NewChange,
): NewOptionChange {
  const { fee, userFee, feeUnit, userFeeUnit, annualFee, annualUserFee, priceText } = price;
  const isKnown = 'features' in offer;
  return {
    ...change,
    offerId: isKnown ? offer.id : offer.offerId,
    title: offer.title,
    fee,
    userFee,
    feeUnit,
    userFeeUnit,
    annualFee,
    annualUserFee,
    priceText,
    currency: app.currency,
    billingPeriod: app.billingPeriod,
    features: isKnown ? listOptionFeatures(features, offer) : [],
  };
}

/** In catalog order. */
function listOptionFeatures(features: AppCatalog['features'], offer: CatalogOffer): OptionFeature[] {
  return features.flatMap((feature) =>
    offer.features
      .filter(({ featureId }) => featureId === feature.id)
      .map(({ effect, value, amount, unlimited }) => {
        const { humanId, title, unit, period } = feature;
        const limit = { value, amount, unlimited, unit, period };
        return { human_id: humanId, title, is_limit: isLimitRow(feature), effect, ...limit };
      }),
  );
}
