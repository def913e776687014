/** A problem in an imported file and its position. */
export interface Diagnostic {
  file: string;
  /** Line and column, from 1, or null for a problem of the whole file. */
  line: number | null;
  column: number | null;
  /** Keys from the root, joined by dots: `plans.PRO.price`. Empty for the whole file. */
  path: string;
  message: string;
}

/** What is to be said about a part of the price list or of its extension. `path` is a path in the `source` file. */
export interface Remark {
  source: 'price-list' | 'extension';
  path: string[];
  message: string;
}

/** The import was rejected and nothing was changed. The message has one line for each diagnostic. */
export class ImportError extends Error {
  override name = 'ImportError';

  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
  }
}

/** Formats a diagnostic as `FILE:LINE:COLUMN: PATH: MESSAGE`, which editors and terminals turn into a link. */
export function formatDiagnostic({ file, line, column, path, message }: Diagnostic): string {
  const position = line === null ? file : `${file}:${line}:${column}`;
  return path === '' ? `${position}: ${message}` : `${position}: ${path}: ${message}`;
}
