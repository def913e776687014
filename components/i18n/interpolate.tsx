import type { ReactNode } from 'react';
import { CatalogText } from './catalog-text';
import { replaceParts } from './replace-parts';

/** Characters for private use, which texts don't contain. */
const placeholders: [string, string, string, string] = ['\uE000', '\uE001', '\uE002', '\uE003'];

/**
 * Replaces the arguments of a text with elements: `interpolate((plan) => `Switch to ${plan}?`, ['Team'])`. Strings are texts of
 * the catalog. Takes at most four elements.
 */
export function interpolate(
  text: (...placeholders: [string, string, string, string]) => string,
  elements: ReactNode[],
): ReactNode {
  const template = text(...placeholders);
  return replaceParts(template, /([\uE000-\uE003])/, (placeholder) => {
    const element = elements[placeholders.indexOf(placeholder)];
    return typeof element === 'string' ? <CatalogText>{element}</CatalogText> : element;
  });
}
