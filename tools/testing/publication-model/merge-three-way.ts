export type Json = JsonMap | string | number | boolean | undefined;
export type JsonMap = { [key: string]: Json };

/**
 * `scheduled` with what differs between `base` and `live`. If a value differs in both ways, null, or with `prefersScheduled` that
 * of `scheduled`.
 */
export function mergeThreeWay(
  { base, live, scheduled }: Record<'base' | 'live' | 'scheduled', JsonMap>,
  prefersScheduled: boolean,
): JsonMap | null {
  let isConflict = false;
  const merge = (was: Json, is: Json, will: Json): Json => {
    if (isSame(was, is) || isSame(is, will)) return will;
    if (isSame(was, will)) return is;
    if (!isMap(is) || !isMap(will) || !(isMap(was) || was === undefined)) {
      isConflict = true;
      return will;
    }
    const keys = [...new Set([...Object.keys(will), ...Object.keys(is)])];
    return Object.fromEntries(
      keys.flatMap((key) => {
        const value = merge(was?.[key], is[key], will[key]);
        return value === undefined ? [] : [[key, value]];
      }),
    );
  };
  const merged = merge(base, live, scheduled) as JsonMap;
  return isConflict && !prefersScheduled ? null : merged;
}

const isMap = (value: Json): value is JsonMap => typeof value === 'object';

function isSame(a: Json, b: Json): boolean {
  if (!isMap(a) || !isMap(b)) return a === b;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]));
}
