import type { StoredCatalog, StoredFeature } from '@/lib/db/catalog-store';
import type { ImportedCatalog } from '../build/imported-catalog';
import type { Content } from '../build/limit-unit';
import type { Remark } from '../yaml/diagnostics';
import { type FeatureTarget, featurePath, type RowChange } from './catalog-changes';

/** A limit whose amounts are in another row from now on, or in none. */
export interface MovedLimit {
  from: StoredFeature;
  /** `catalogKey` of the row. It is null if the list has no such limit. */
  to: string | null;
}

/** The limits that accounts read in another row from now on. Rows that are not in the list keep their amounts. */
export function findMovedLimits(stored: StoredCatalog | null, { features }: ImportedCatalog): MovedLimit[] {
  const rows = new Map(features.map((feature) => [feature.catalogKey, feature]));
  return (stored?.features ?? []).flatMap((from) => {
    const row = rows.get(from.catalogKey);
    if (!from.active || from.limitKey === null || !row || row.limitKey === from.limitKey) return [];
    const to = features.find(({ limitKey }) => limitKey === from.limitKey)?.catalogKey ?? null;
    return to === null && row.limitKey !== null ? [] : [{ from, to }];
  });
}

/** Says which entitlements lose their amount, and where it is instead. */
export function describeMovedLimits(moved: MovedLimit[], changes: RowChange<FeatureTarget>[]): Remark[] {
  return moved.map(({ from, to }) => {
    const target = changes.find(({ after }) => after.catalogKey === to)?.after.humanId ?? to;
    const instead = to === null ? '' : ` It is that of "${target}" instead.`;
    const message = `GET /account/features/${from.humanId} has no amount any more.${instead}`;
    return { source: 'price-list', path: featurePath(from.catalogKey), message };
  });
}

/**
 * The contents of one retired version or add-on, with the amounts of moved limits in their new rows. `clear` returns
 * what stays in the earlier row.
 */
export function moveAmounts<T extends Content & { feature: string }>(
  contents: T[],
  moved: MovedLimit[],
  clear: (content: T) => T[],
): T[] {
  return contents.flatMap((content) => {
    const to = moved.find(({ from }) => from.catalogKey === content.feature)?.to ?? null;
    const hasAmount = content.unlimited || content.amount !== null;
    if (to === null || !hasAmount || contents.some(({ feature }) => feature === to)) return [content];
    return [...clear(content), { ...content, feature: to }];
  });
}
