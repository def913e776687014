import { z } from 'zod';

/** A line that people wrote, trimmed: 1 to `most` characters. Postgres keeps every character of a text but NUL. */
export function line(most: number) {
  return z.string().trim().min(1).max(most).refine(hasNoNul, 'Expected text without NUL');
}

/** An id that another program made, kept as it is: 1 to `most` characters. */
export function foreignId(most: number) {
  return z.string().min(1).max(most).refine(hasNoNul, 'Expected text without NUL');
}

export function hasNoNul(text: string): boolean {
  return !text.includes('\u0000');
}
