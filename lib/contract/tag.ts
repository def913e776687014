/** Tag of a version. */
export const tagPattern = /^[A-Za-z0-9._-]{1,32}$/;

const numericCollator = new Intl.Collator('en', { numeric: true });

/** Sort order of versions (spec 2.2): by tag in natural order (v2 before v10), then by ID. */
export function compareByTag(a: { tag: string; id: string }, b: { tag: string; id: string }): number {
  const order = numericCollator.compare(a.tag, b.tag);
  if (order !== 0) return order;
  if (a.tag !== b.tag) return a.tag < b.tag ? -1 : 1;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return 0;
}
