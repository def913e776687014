import { z } from 'zod';

/**
 * A line that people wrote: 1 to `most` characters as it is sent, and still 1 without the spaces round it, which are
 * taken off.
 */
export function line(most: number) {
  return z.string().max(most).trim().min(1).refine(isKeepable, notKeepable);
}

/** An id that another program made, kept as it is: 1 to `most` characters. */
export function foreignId(most: number) {
  return z.string().min(1).max(most).refine(isKeepable, notKeepable);
}

/** Whether Postgres keeps the text as it is: it takes no NUL, and no half of a character. */
export function isKeepable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}

export const notKeepable = 'Expected text without NUL or halves of characters';
