import type { CacheSource } from '@/lib/cache/cached-queries';
import { maxSequence } from '@/lib/db/activations';
import {
  type AddOnChangeRow,
  type AddOnFeature,
  findAddOnSequenceById,
  type NewAddOnEntry,
  readAddOnChangeRows,
} from '@/lib/db/add-on-changes';
import {
  type AddOnEffect,
  type AppCatalog,
  type CatalogAddOn,
  isLimitRow,
  type Price,
  pickPrice,
} from '@/lib/db/catalog';
import { limitReads } from '@/lib/db/limit-connections';
import { type ActorViewer, showActor } from './actors';
import { listEffects } from './amounts';
import type { AccountCaller } from './caller';
import type { Service } from './service';

export type { AddOnChangeRow } from '@/lib/db/add-on-changes';

export interface AddOnHistoryPage {
  entries: AddOnChangeRow[];
  /** Sequence to continue below; null on the last page. */
  next: number | null;
}

/** A page of the changes of an account's add-ons, newest first. */
export async function listAddOnHistory(
  { pool }: Pick<Service, 'pool'>,
  caller: ActorViewer & Pick<AccountCaller, 'account'>,
  { limit, before }: { limit: number; before: number | null },
): Promise<AddOnHistoryPage> {
  const { app, account } = caller;
  const key = { appId: app.id, accountId: account.id };
  const newest = before === null ? maxSequence : before - 1;
  // One more, to see whether there is another page.
  const found = await limitReads(pool, app.id, () =>
    readAddOnChangeRows(pool, key, { newest, limit: limit + 1 }),
  );
  const entries = found.slice(0, limit).map((row) => {
    const { actorKind: kind, actorName: name, actorUserId: userId } = row;
    return { ...row, actorName: showActor(caller, { kind, name, userId }).name };
  });
  return { entries, next: found.length > limit ? (entries.at(-1)?.sequence ?? null) : null };
}

/** The add-on change with an id. Throws if there is none. */
export async function getAddOnChange(
  { pool }: Pick<CacheSource, 'pool'>,
  { app, account }: Pick<AccountCaller, 'app' | 'account'>,
  id: string,
): Promise<AddOnChangeRow> {
  const key = { appId: app.id, accountId: account.id };
  const newest = await findAddOnSequenceById(pool, key, id);
  const [change] = newest === null ? [] : await readAddOnChangeRows(pool, key, { newest, limit: 1 });
  if (!change) throw new Error(`Add-on change ${id} is missing from an append-only table.`);
  return change;
}

type NewEntry = Pick<NewAddOnEntry, 'id' | 'sequence' | 'active' | 'quantity'> & {
  /** The account's version, after the switch if that is the cause. */
  versionId: string;
  price: Price;
};

/** A change of an add-on, with what the add-on is now. */
export function createAddOnEntry(
  { app, features }: AppCatalog,
  addOn: CatalogAddOn | { addOnId: string; title: string },
  { versionId, price, ...entry }: NewEntry,
): NewAddOnEntry {
  const isKnown = 'features' in addOn;
  return {
    ...entry,
    addOnId: isKnown ? addOn.id : addOn.addOnId,
    title: addOn.title,
    ...pickPrice(price),
    currency: app.currency,
    billingPeriod: app.billingPeriod,
    features: isKnown ? listAddOnFeatures(features, listEffects(addOn, versionId)) : [],
  };
}

/** In catalog order. */
function listAddOnFeatures(features: AppCatalog['features'], effects: AddOnEffect[]): AddOnFeature[] {
  return features.flatMap((feature) =>
    effects
      .filter(({ featureId }) => featureId === feature.id)
      .map(({ effect, value, amount, unlimited }) => {
        const { humanId, title, unit, period } = feature;
        const limit = { value, amount, unlimited, unit, period };
        return { human_id: humanId, title, is_limit: isLimitRow(feature), effect, ...limit };
      }),
  );
}
