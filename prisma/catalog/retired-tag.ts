/**
 * The tag a version keeps its rung with when it gives up its own: `v2-retired`, which sorts between v2 and v3, or
 * `v2-retired2` and on where that is taken. Takes it.
 */
export function retiredTag(tag: string, taken: Set<string>): string {
  const base = tag.replace(/-retired\d*$/, '');
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '-retired' : `-retired${number}`;
    const free = base.slice(0, 32 - ending.length) + ending;
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}
