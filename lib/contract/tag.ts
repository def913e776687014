/** Tag of a version. */
export const tagPattern = /^[A-Za-z0-9._-]{1,32}$/;

const numericCollator = new Intl.Collator('en', { numeric: true });

/** Sort order of versions (spec 2.2): by tag in natural order (v2 before v10), then by ID. */
export function compareByTag(a: { tag: string; id: string }, b: { tag: string; id: string }): number {
  return (
    numericCollator.compare(a.tag, b.tag) ||
    (a.tag < b.tag ? -1 : a.tag > b.tag ? 1 : 0) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}
