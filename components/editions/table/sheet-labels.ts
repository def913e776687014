import { useCallback } from 'react';
import type { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions } from '@/components/i18n/text-provider';
import { getCachedFormatter } from '@/lib/format/cached-formatter';
import { isChoice, readCellText } from '@/lib/price-list/yaml/cell-text';
import type { SheetCell, SheetGroup, SheetItem } from '@/lib/price-list/yaml/sheets';

export type TableText = ReturnType<typeof usePageText<'staff'>>['priceTable'];

/** The name of a row or column. */
export function getItemTitle(text: TableText, { id, title, field }: SheetItem): string {
  if (field === undefined) return title ?? getLabel(text, id);
  return title === null ? getLabel(text, field) : `${title}: ${getLabel(text, field)}`;
}

const getLabel = (text: TableText, id: string) => (text.fields as Record<string, string>)[id] ?? id;

export function getGroupTitle(text: TableText, { id, title }: SheetGroup): string {
  return title ?? (text.groups as Record<string, string>)[id] ?? id;
}

/** What a cell shows. A mark of a flag has its word as a label. */
export function getCellText(
  text: TableText,
  { kind, text: value, isMissing }: SheetCell,
): { shown: string; label?: string } {
  if (isMissing) return { shown: '', label: text.missing };
  if (kind === 'flag' && value === 'yes') return { shown: '✓', label: text.yes };
  if (kind === 'flag' && value === 'no') return { shown: '–', label: text.no };
  if (value === 'unlimited') return { shown: text.unlimited };
  const options = (text.choices as Record<string, Record<string, string>>)[kind];
  return { shown: options?.[value] ?? value };
}

/** What an edit of a cell begins with, if nothing is typed. */
export function getEditedText(text: TableText, { kind, text: value, isDefault }: SheetCell): string {
  if (isDefault) return '';
  if (kind !== 'flag') return value;
  return { yes: text.yes, no: text.no }[value] ?? value;
}

/** The text that a cell takes for what is typed or pasted. It is null if there is none: then with what is expected. */
export function readCell(text: TableText, { kind }: SheetCell, value: string) {
  const labels: Record<string, string> = isChoice(kind) ? text.choices[kind] : { yes: text.yes, no: text.no };
  return { taken: readCellText(kind, value, labels), expected: Object.values(labels).join(' / ') };
}

/** Returns a function that names a language: "German". Of a tag without a name, the tag. */
export function useLanguageName(): (tag: string) => string {
  const { locale } = useDateFormatOptions();
  const names = getCachedFormatter(
    `language ${locale}`,
    () => new Intl.DisplayNames(locale, { type: 'language' }),
  );
  return useCallback(
    (tag) => {
      try {
        return names.of(tag) ?? tag;
      } catch {
        return tag;
      }
    },
    [names],
  );
}
