import { type ComponentType, createElement, Fragment, lazy } from 'react';

/**
 * `next/dynamic` in the browser (`next.config.mjs`), without its code for the server. Renders the same tree, so that `useId`
 * returns the same IDs.
 */
export default function dynamic<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Lazy = lazy(() => load().then((component) => ({ default: component })));
  return (props) => createElement(Fragment, null, null, createElement(Lazy as ComponentType<Props>, props));
}
