/** The JSON Schema of one of some words, in any case. Editors complete those of `enum`. */
export function createWordSchema(words: readonly string[]): { anyOf: object[] } {
  return { anyOf: [{ enum: words }, { type: 'string', pattern: createWordPattern(words) }] };
}

/** A pattern for one of some upper-case words, in any case and with spaces around it. JSON Schema has no flags. */
export function createWordPattern(words: readonly string[]): string {
  const anyCase = (word: string) => word.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`);
  return `^\\s*(${words.map(anyCase).join('|')})\\s*$`;
}
