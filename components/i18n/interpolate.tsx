import { createElement, Fragment, type ReactNode } from 'react';
import { CatalogText } from './catalog-text';

/** A text with elements for the parts that match. The pattern has one group, whose text `render` gets. */
export function replaceParts(text: string, pattern: RegExp, render: (part: string) => ReactNode): ReactNode {
  const parts = text.split(pattern).map((part, index) => (index % 2 === 0 ? part : render(part)));
  // As arguments, the parts need no keys: their order is fixed.
  return createElement(Fragment, null, ...parts);
}

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
