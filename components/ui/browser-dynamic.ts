import { type ComponentType, createElement, Fragment, lazy, type ReactNode, Suspense } from 'react';

/**
 * `next/dynamic` in the browser (`next.config.mjs`), without its code for the server. Renders the same tree, so that `useId`
 * returns the same IDs. With `loading`, which has to return null, only this component waits for its script, not all that is
 * around it: for what is first rendered in an open dialog, because React closes a dialog that waits.
 */
export default function dynamic<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options?: { loading?: () => ReactNode },
): ComponentType<Props> {
  const Lazy = lazy(() => load().then((component) => ({ default: component })));
  return (props) =>
    createElement(
      options?.loading ? Suspense : Fragment,
      null,
      null,
      createElement(Lazy as ComponentType<Props>, props),
    );
}
