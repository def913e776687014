/** Returns the key of a row that is kept when its listed row changes, and adds it to `taken`: `KITCHEN~1`, `KITCHEN~2` and so on. */
export function makeKeptKey(key: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = `${key}~${number}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}
