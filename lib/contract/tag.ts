/** Label of a version: 1 to 32 of `[A-Za-z0-9._-]`. */
export const tagPattern = /^[A-Za-z0-9._-]{1,32}$/;

const byNumber = new Intl.Collator('en', { numeric: true });

/** The order of versions wherever they are listed (spec 2.2): by tag, v2 before v10, then by id. */
export function compareByTag(a: { tag: string; id: string }, b: { tag: string; id: string }): number {
  return (
    byNumber.compare(a.tag, b.tag) ||
    (a.tag < b.tag ? -1 : a.tag > b.tag ? 1 : 0) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}
