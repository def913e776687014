import type { ImportFiles } from '../parse/load-import-files';
import type { Diagnostic, Remark } from '../yaml/diagnostics';

// What became of each part of a price list. The command prints a summary of it, so that nothing is dropped silently.

export const partKinds = ['plan', 'feature', 'limit', 'amount', 'add-on', 'price', 'field'] as const;

/** `amount` is the value of a usage limit in one plan. `field` is a field of the list that has no place in the API. */
export type PartKind = (typeof partKinds)[number];

export type Outcome = 'unchanged' | 'changed' | 'left_out';

export interface ReportedPart {
  kind: PartKind;
  /** Keys from the root of the price list, joined by dots: `plans.PRO.price`. */
  path: string;
  outcome: Outcome;
  /** The value is null for an unchanged part. Equal for parts that are printed together. */
  reason: string | null;
}

interface Warning extends Diagnostic {
  /** Whether its place is in the file of the extension. */
  isInExtension: boolean;
}

export class ImportReport {
  private readonly parts = new Map<string, ReportedPart>();
  /** Customers may not get what the list means. */
  readonly warnings: Remark[] = [];

  /** `files` have the places of the parts. */
  constructor(private readonly files: ImportFiles | null = null) {}

  /** Records a part that is served as it is in the file. Keeps an outcome that is already recorded. */
  keep(kind: PartKind, path: readonly string[]): void {
    this.record(kind, path, 'unchanged', null);
  }

  change(kind: PartKind, path: readonly string[], reason: string): void {
    this.record(kind, path, 'changed', reason);
  }

  leaveOut(kind: PartKind, path: readonly string[], reason: string): void {
    this.record(kind, path, 'left_out', reason);
  }

  warn(path: string[], message: string): void {
    this.warnings.push({ source: 'price-list', path, message });
  }

  /** The warnings with their places. */
  placeWarnings(): Warning[] {
    return this.warnings.map(({ source, path, message }) => {
      const extension = source === 'extension' ? this.files?.extensionFile?.file : undefined;
      const file = extension ?? this.files?.priceListFile.file;
      const diagnostic = file?.diagnosticAt(path, message) ?? {
        ...{ file: '', line: null, column: null },
        ...{ path: path.join('.'), message },
      };
      // The extension can be a part of the list.
      return { ...diagnostic, isInExtension: extension !== undefined && extension.text !== null };
    });
  }

  get all(): ReportedPart[] {
    return [...this.parts.values()];
  }

  private record(kind: PartKind, path: readonly string[], outcome: Outcome, reason: string | null): void {
    const joined = path.join('.');
    const key = `${kind} ${joined}`;
    const recorded = this.parts.get(key);
    const rank = { unchanged: 0, changed: 1, left_out: 2 };
    if (!recorded || rank[outcome] > rank[recorded.outcome]) {
      this.parts.set(key, { kind, path: joined, outcome, reason });
    } else if (recorded.outcome === outcome && reason !== null && !recorded.reason?.includes(reason)) {
      this.parts.set(key, { ...recorded, reason: `${recorded.reason}; ${reason}` });
    }
  }
}
