import type { ListTexts } from '@/lib/contract/catalog-editions';
import type { CatalogTexts } from '@/lib/db/catalog-texts';
import { type Diagnostic, ImportError } from '../yaml/diagnostics';
import { listEntries, toExtensionPath } from './build-texts';

/** The catalog of a price list has problems. What can be translated is known nevertheless. */
export class BuildError extends ImportError {
  constructor(
    diagnostics: readonly Diagnostic[],
    readonly texts: ListTexts,
  ) {
    super(diagnostics);
  }
}

/** What can be translated. `language` is that of the price list. */
export function listTexts(source: CatalogTexts, language: string | null): ListTexts {
  const entries = [...listEntries(source).values()].map(({ path, text }) => ({
    path: toExtensionPath(path),
    text: typeof text === 'string' ? text : (text.other ?? ''),
  }));
  return { language, entries };
}
