import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';

export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** A page of a list that has been read at once. Its cursor is the ID of the last item. Throws 400 for an unknown one. */
export function slicePage<T extends { id: string }>(
  items: T[],
  { limit = items.length, cursor }: PageQuery,
): { items: T[]; next: string | null } {
  const start = cursor === undefined ? 0 : items.findIndex(({ id }) => id === cursor) + 1;
  if (start === 0 && cursor !== undefined) {
    throw fieldError(invalidParameter('cursor', 'expected the next_cursor of a response'));
  }
  const page = items.slice(start, start + limit);
  return { items: page, next: start + limit < items.length ? (page.at(-1)?.id ?? null) : null };
}
