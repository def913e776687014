import { Fragment, type ReactNode } from 'react';
import { CatalogText } from '@/components/catalog/catalog-text';

const placeholders = ['\u0001', '\u0002', '\u0003'];

/**
 * Replaces the arguments of a text with elements: `interpolate((plan) => `Switch to ${plan}?`, ['Team'])`. Strings are texts of
 * the catalog. Takes at most three elements.
 */
export function interpolate(
  text: (...placeholders: [string, string, string]) => string,
  elements: ReactNode[],
): ReactNode[] {
  const template = text(placeholders[0] ?? '', placeholders[1] ?? '', placeholders[2] ?? '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the placeholders are control characters, which texts don't contain
  return template.split(/([\u0001-\u0003])/).map((part, index) => {
    const placeholder = placeholders.indexOf(part);
    const element = elements[placeholder];
    const shown = typeof element === 'string' ? <CatalogText>{element}</CatalogText> : element;
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts is fixed
    return <Fragment key={index}>{placeholder === -1 ? part : shown}</Fragment>;
  });
}
