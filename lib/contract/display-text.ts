// This file does not import zod, because the browser loads it.

const directionalFormatting = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Whether a text can be a name or title: one line, without control characters and without formatting characters that
 * change the direction of other text (Unicode UAX 9: embeddings, overrides, isolates). Marks such as U+200F are allowed.
 */
export function isDisplayName(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && !directionalFormatting.test(text);
}

/** Whether a text has tabs and newlines, but no other control characters and no directional formatting characters. */
export function isDisplayText(text: string): boolean {
  return isDisplayName(text.replace(/[\t\n\r]/g, ' '));
}

/** Why a text can't be in a price list: Postgres can't store it, or it can't be displayed safely. It is null for others. */
export function findTextProblem(text: string): string | null {
  if (/[\0\p{Surrogate}]/u.test(text)) return 'The text contains a null character or an unpaired surrogate.';
  if (isDisplayText(text)) return null;
  return 'The text contains a control character or a directional formatting character.';
}
