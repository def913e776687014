import type { AppCatalog, CatalogFeature } from '@/lib/db/catalog';
import type { AppCaller } from '../caller';
import { hasAmount } from '../catalog/amounts';
import type { CatalogView } from '../catalog/catalog-view';
import { listShownFeatures } from '../catalog/feature-matrix';
import { type Entitlement, listEntitlements } from './entitlements';

// Features as flags of OpenFeature (docs/decisions/0041-ofrep.md). The type of a flag is the same for all accounts.

/** A feature or usage limit that a caller knows, and what its account has of it. */
export interface Flag {
  feature: CatalogFeature;
  /** It is null if the account does not have the feature. */
  entitlement: Entitlement | null;
  /** It is undefined if the account has nothing that the type can express. The code of the host then uses its default. */
  value: boolean | number | string | undefined;
}

type FlagCaller = Pick<AppCaller, 'role' | 'appKey'>;

/** The features and usage limits that the caller knows, in catalog order: all, or those that its account has or can see. */
export function listFlags(view: CatalogView, caller: FlagCaller): Flag[] {
  const entitlements = listEntitlements(view);
  const shown = knowsAll(caller) ? null : new Set(listShownFeatures(view, caller));
  return view.catalog.features.flatMap((feature) => {
    const entitlement = entitlements.get(feature.humanId) ?? null;
    return entitlement || !shown || shown.has(feature) ? toFlag(view, feature, entitlement) : [];
  });
}

/** The flag of a feature or usage limit. It is null if the caller does not know it. */
export function findFlag(view: CatalogView, caller: FlagCaller, humanId: string): Flag | null {
  const feature = view.catalog.features.find((each) => each.humanId === humanId);
  if (!feature) return null;
  const entitlement = listEntitlements(view).get(humanId) ?? null;
  const isKnown = entitlement || knowsAll(caller) || listShownFeatures(view, caller).includes(feature);
  return isKnown ? toFlag(view, feature, entitlement) : null;
}

const knowsAll = ({ role, appKey }: FlagCaller) => appKey || role === 'product';

function toFlag({ catalog }: CatalogView, feature: CatalogFeature, entitlement: Entitlement | null): Flag {
  const greatest = getGreatestAmounts(catalog).get(feature.id);
  return { feature, entitlement, value: getValue(feature, entitlement, greatest) };
}

/** The greatest signed integer of 32 bits, which every language of an OpenFeature SDK has. */
const maxInt32 = 2 ** 31 - 1;

function getValue(
  feature: CatalogFeature,
  entitlement: Entitlement | null,
  greatest: number | 'text' | undefined,
): Flag['value'] {
  if (greatest === undefined) return entitlement !== null;
  if (greatest === 'text') return entitlement?.value ?? undefined;
  // If less of a limit is better, 0 would be the best amount.
  if (!entitlement) return feature.betterAmount === 'lower' ? undefined : 0;
  // No limit is less than a limit.
  if (entitlement.unlimited) return greatest < maxInt32 ? maxInt32 : Number.MAX_SAFE_INTEGER;
  return entitlement.amount ?? undefined;
}

const amountsByCatalog = new WeakMap<AppCatalog, Map<string, number | 'text'>>();

/**
 * By feature ID: the greatest amount that a version or an add-on has, `text` for a feature with texts only. Features without
 * either are left out.
 */
function getGreatestAmounts(catalog: AppCatalog): Map<string, number | 'text'> {
  const known = amountsByCatalog.get(catalog);
  if (known) return known;
  const greatest = new Map<string, number | 'text'>();
  const effects = catalog.addOns.flatMap(({ features }) =>
    features.flatMap(({ featureId, byVersion, ...content }) =>
      [content, ...Object.values(byVersion ?? {})].map((each) => ({ ...each, featureId })),
    ),
  );
  for (const content of [...catalog.versions.flatMap(({ links }) => links), ...effects]) {
    const { featureId, amount, value } = content;
    const before = greatest.get(featureId);
    if (hasAmount(content)) greatest.set(featureId, Math.max(Number(before) || 0, amount ?? 0));
    else if (value !== null && before === undefined) greatest.set(featureId, 'text');
  }
  amountsByCatalog.set(catalog, greatest);
  return greatest;
}
