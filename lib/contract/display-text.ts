// Without zod, for the browser.

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
