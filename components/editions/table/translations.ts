import type { ListTexts } from '@/lib/contract/catalog-editions';
import { canonicalizeLanguage } from '@/lib/price-list/yaml/language-tag';
import type { Sheet } from '@/lib/price-list/yaml/sheets';
import {
  compareTranslations,
  createFileError,
  decodeTranslations,
  findTranslationFormat,
  listTranslationUnits,
  type TranslationChanges,
  type TranslationFormat,
  type Translations,
} from '@/lib/price-list/yaml/translations/translation-file';

// The formats are only loaded with a file.
const formats = {
  async xliff() {
    const { formatXliff, readXliff } = await import('@/lib/price-list/yaml/translations/xliff');
    return { type: 'application/xliff+xml', extension: 'xlf', format: formatXliff, read: readXliff };
  },
  async csv() {
    const { formatTranslationCsv, readTranslationCsv } = await import(
      '@/lib/price-list/yaml/translations/translation-csv'
    );
    return { type: 'text/csv', extension: 'csv', format: formatTranslationCsv, read: readTranslationCsv };
  },
};

/** The texts of a language in the table. */
function listUnits(sheet: Sheet, texts: ListTexts, language: string): Translations['units'] {
  const at = sheet.columns.findIndex(({ id }) => id === language);
  const rows = sheet.groups.flatMap((group) => group.rows);
  const given = rows.flatMap(({ id, cells }) => {
    const cell = cells[at];
    return cell && cell.text !== '' && !cell.isDefault ? [[id, cell.text] as const] : [];
  });
  return listTranslationUnits(texts, language, new Map(given));
}

interface Download {
  sheet: Sheet;
  texts: ListTexts;
  language: string;
  format: TranslationFormat;
  /** Name without language and extension. */
  fileName: string;
}

export async function downloadTranslations(download: Download): Promise<void> {
  const { sheet, texts, language, fileName } = download;
  const { type, extension, format } = await formats[download.format]();
  const units = listUnits(sheet, texts, language);
  const content = format({ name: fileName, sourceLanguage: texts.language, language, units });
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileName}.${language}.${extension}`;
  link.click();
  // Safari reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export interface UploadedTranslations extends TranslationChanges {
  language: string;
}

/** What a file changes. Throws `ImportError`. */
export async function readTranslations(
  file: File,
  sheet: Sheet,
  texts: ListTexts,
): Promise<UploadedTranslations> {
  const format = findTranslationFormat(file.name);
  if (format === null) throw createFileError(file.name, 'Expected a file with the extension .xlf or .csv.');
  const { read } = await formats[format]();
  const content = decodeTranslations(file.name, new Uint8Array(await file.arrayBuffer()));
  const found = read(file.name, content);
  const column = sheet.columns.find(
    ({ id }) => id !== 'source' && canonicalizeLanguage(id) === found.language,
  );
  if (!column)
    throw createFileError(
      file.name,
      `The price list has no texts in the language "${found.language}". Add the language first.`,
    );
  const language = column.id;
  const units = listUnits(sheet, texts, language);
  return {
    language,
    ...compareTranslations(file.name, found, { sourceLanguage: texts.language, language, units }),
  };
}
