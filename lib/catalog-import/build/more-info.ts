/** Combines the extension's text with notes about the price. Items are separated by newlines. Null if there are none. */
export function formatMoreInfo(text: string | undefined, notes: readonly string[]): string | null {
  const items = [text?.trim() ?? '', ...notes].filter((item) => item !== '');
  return items.join('\n') || null;
}
