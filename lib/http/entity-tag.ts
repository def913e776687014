/** Whether an `If-None-Match` names the tag or all there are; compared weakly (RFC 9110, 13.1.2). */
export function hasTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header === tag || header.trim() === '*') return true;
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, opaque]) => opaque === tag);
}
