/** What a spreadsheet can skip before a formula: spaces and characters that it shows as nothing. */
const skipped = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]*/u.source;
const sign = '[=+\\-@＝＋－＠]';
const formula = `'*(?:${skipped}${sign}|[\\t\\r\\n])`;
const separator = `[;\\t\\r\\n]${skipped}`;
const startsWithFormula = new RegExp(`^(?=${formula})`, 'u');
const formulasInside = new RegExp(`(${separator})(?='*${sign})`, 'gu');
const escapedStart = new RegExp(`^'(?=${formula})`, 'u');
const escapedInside = new RegExp(`(${separator})'(?='*${sign})`, 'gu');

/** A line of a CSV file (RFC 4180). Null and undefined are empty. */
export function formatCsvLine(cells: unknown[]): string {
  return `${cells.join(',')}\r\n`;
}

/** A text as a cell. */
export function formatCsvText(text: string): string {
  const safe = escapeFormulas(text);
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Prefixes what a spreadsheet would evaluate as a formula with an apostrophe, also after a semicolon or tab: in some locales
 * spreadsheets split lines there, even within quotes.
 */
export function escapeFormulas(text: string): string {
  return text.replace(startsWithFormula, "'").replace(formulasInside, "$1'");
}

/** The inverse of `escapeFormulas`. */
export function unescapeFormulas(text: string): string {
  return text.replace(escapedInside, '$1').replace(escapedStart, '');
}
