import { createElement, Fragment, type ReactNode } from 'react';

/** A text with elements for the parts that match. The pattern has one group, whose text `render` gets. */
export function replaceParts(text: string, pattern: RegExp, render: (part: string) => ReactNode): ReactNode {
  const parts = text.split(pattern).map((part, index) => (index % 2 === 0 ? part : render(part)));
  // As arguments, the parts need no keys: their order is fixed.
  return createElement(Fragment, null, ...parts);
}
