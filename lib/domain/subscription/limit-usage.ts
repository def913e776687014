import type { FeatureAmount } from '@/lib/contract/fields';
import type { CatalogFeature } from '@/lib/db/catalog';
import type { CatalogView } from '../catalog/catalog-view';
import { linkFeatures } from '../entitlements/entitlements';
import { listKnownAddOns, type Subscription } from './subscription';

/** What an account uses of a limit, and what a subscription allows. */
export interface LimitUsage {
  feature: CatalogFeature;
  used: number;
  /** It is 0 without the limit. It is null for any number, and for an amount that does not bound the usage. */
  allowed: number | null;
}

/** The limits of which the host has reported usage, in catalog order. It is empty without a version. */
export function listLimitUsage(
  { version, addOns }: Subscription,
  { catalog: { features }, usage }: CatalogView,
): LimitUsage[] {
  if (!usage || !version) return [];
  const reported = features.flatMap((feature) => {
    const used = findUsed({ usage }, feature);
    return used === null ? [] : [{ feature, used }];
  });
  if (reported.length === 0) return [];
  const { links } = linkFeatures(features, version, listKnownAddOns({ addOns }));
  return reported.map(({ feature, used }) => {
    return { feature, used, allowed: getAllowed(feature, links.get(feature.id)) };
  });
}

/** What an account uses of a feature, or null. */
export function findUsed(
  { usage }: Pick<CatalogView, 'usage'>,
  { humanId }: Pick<CatalogFeature, 'humanId'>,
): number | null {
  return usage && Object.hasOwn(usage.amounts, humanId) ? (usage.amounts[humanId] ?? null) : null;
}

/** What a subscription allows of a feature. */
export function getAllowed(
  { betterAmount }: CatalogFeature,
  content: FeatureAmount | undefined,
): LimitUsage['allowed'] {
  if (betterAmount === 'lower') return null;
  if (!content) return 0;
  return content.unlimited ? null : content.amount;
}

/** By how much the usage exceeds what is allowed. */
export function getExcess({ used, allowed }: Pick<LimitUsage, 'used' | 'allowed'>): number {
  return allowed === null ? 0 : Math.max(0, used - allowed);
}

/** What is left of a feature that the account has, or null if that is any number. */
export function getRemaining(feature: CatalogFeature, content: FeatureAmount, used: number): number | null {
  const allowed = getAllowed(feature, content);
  // This removes the digits that binary fractions leave: 10 - 9.7 is 0.3.
  return allowed === null ? null : Number(Math.max(0, allowed - used).toPrecision(12));
}

/** The limits that the usage exceeds after a change, and more so than before. */
export function listExceeded(before: Subscription, after: Subscription, view: CatalogView): LimitUsage[] {
  const known = new Map(listLimitUsage(before, view).map((limit) => [limit.feature.id, getExcess(limit)]));
  return listLimitUsage(after, view).filter((limit) => getExcess(limit) > (known.get(limit.feature.id) ?? 0));
}
