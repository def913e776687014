import { amountText } from './cell-value';
import type { ListedLimit, PriceList } from './price-list';
import type { Value } from './pricing2yaml';
import { slugOf } from './readable-name';

/**
 * The limit that a feature's cell can show in place of a tick: linked to it, a number, and by its name the limit of
 * this feature and no part of it. `foldersLimit` is of `folders`; `uploadSizeLimit` says nothing of `storage`.
 */
export function limitOf(list: PriceList, feature: string): ListedLimit | null {
  const own = slugOf(feature);
  const limits = list.limits.filter(
    (limit) => limit.kind === 'NUMERIC' && limit.features.includes(feature) && bareSlug(limit.key) === own,
  );
  return limits.length === 1 ? limits[0]! : null;
}

/** What a limit leaves: `5 GB`. Null where there is nothing to show. */
export function limitText(limit: ListedLimit | null, value: Value | undefined): string | null {
  return limit && typeof value === 'number' ? amountText(value, limit.unit) : null;
}

/** What an add-on that only raises limits does: "Adds 1 channel." Empty where it raises none that can be told. */
export function raisesText(list: PriceList, extensions: ReadonlyMap<string, Value>): string {
  const raises = [...extensions].flatMap(([key, value]) => {
    const limit = list.limits.find((one) => one.key === key);
    return limit && limit.unit !== '' && typeof value === 'number' && value > 0
      ? [amountText(value, limit.unit)]
      : [];
  });
  return raises.length === 0 ? '' : `Adds ${raises.join(' and ')}.`;
}

const noise = new Set(['use', 'max', 'maximum', 'limit', 'limits']);

function bareSlug(limit: string): string {
  return slugOf(limit)
    .split('-')
    .filter((word) => !noise.has(word))
    .join('-');
}
