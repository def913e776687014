import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { formatCsvLine, formatCsvText, unescapeFormulas } from '@/lib/format/csv';
import { type Diagnostic, ImportError } from '../diagnostics';
import { canonicalizeLanguage } from '../language-tag';
import { shorten } from '../yaml-file';
import { createFileError, type TranslationFile, type Translations } from './translation-file';

const ownColumns = ['key', 'context', 'source'] as const;

/** A file with all texts. Spreadsheets need the byte order mark to read UTF-8. The last column is named by the language. */
export function formatTranslationCsv({ language, units }: Translations): string {
  const header = formatCsvLine([...ownColumns, language]);
  const lines = units.map((unit) =>
    formatCsvLine([unit.key, unit.context, unit.source, unit.target].map(formatCsvText)),
  );
  return `\ufeff${header}${lines.join('')}`;
}

/** Reads a file, as spreadsheets save it: separated by commas, semicolons or tabs. Throws `ImportError`. */
export function readTranslationCsv(name: string, text: string): TranslationFile {
  const [first, ...rows] = parseRows(name, text);
  if (!first) throw createFileError(name, 'The file is empty.', 1);
  const names = first.cells.map((cell) => cell.trim());
  const findColumn = (column: string) => names.findIndex((each) => each.toLowerCase() === column);
  const [keyAt, , sourceAt] = ownColumns.map(findColumn) as [number, number, number];
  const others = names.flatMap((each, index) =>
    each === '' || (ownColumns as readonly string[]).includes(each.toLowerCase()) ? [] : [index],
  );
  const [targetAt = -1] = others;
  const twice = names.find((each, index) => each !== '' && findColumn(each.toLowerCase()) < index);
  if (twice !== undefined) throw createFileError(name, `The column "${shorten(twice)}" is given twice.`, 1);
  if (keyAt === -1 || sourceAt === -1 || others.length !== 1)
    throw createFileError(name, 'Expected the columns key, context, source and one language.', 1);
  const language = canonicalizeLanguage(names[targetAt] ?? '');
  if (language === null)
    throw createFileError(name, `"${names[targetAt]}" is not a language tag of BCP 47.`, 1);
  const problems: Diagnostic[] = [];
  const units = rows.flatMap(({ cells, line }) => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const key = (cells[keyAt] ?? '').trim();
    const report = (message: string) =>
      problems.push({ file: name, line, column: 1, path: shorten(key), message });
    if (cells.length !== names.length) report(`Expected ${names.length} cells, not ${cells.length}.`);
    else if (cells.some((cell, index) => names[index] === '' && cell.trim() !== ''))
      report('A cell is in a column without a name.');
    const read = (at: number) => unescapeFormulas(cells[at] ?? '');
    return [{ key, source: read(sourceAt), target: read(targetAt), line }];
  });
  if (problems.length > 0) throw new ImportError(problems);
  return { sourceLanguage: null, language, units };
}

function parseRows(name: string, text: string): { cells: string[]; line: number }[] {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const delimiter = [';', '\t'].find((each) => header.includes(each)) ?? ',';
  try {
    const options = { bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true };
    const records = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
    // `lines` is the last line of a record.
    return records.map(({ record, info }) => ({
      cells: record,
      line: info.lines - record.join('').split('\n').length + 1,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw createFileError(name, `The file is not CSV: ${error.message}.`, Number(error.lines ?? 1));
  }
}
