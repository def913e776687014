import { type ComponentType, use } from 'react';

/** A script with texts in one language. */
export interface TextScript<Texts> {
  /** A failed load can be repeated. */
  load(): Promise<Texts>;
  /** Suspends while the script loads. A component must call it in each render, as `use`. */
  read(): Texts;
}

/** With the fields by which `use` returns the value of a settled promise at once. */
type TrackedPromise<Value> = Promise<Value> & { status?: 'fulfilled' | 'rejected' };

export function createTextScript<Texts>(importTexts: () => Promise<Texts>): TextScript<Texts> {
  let loading: TrackedPromise<Texts> | null = null;

  function load(): Promise<Texts> {
    if (loading && loading.status !== 'rejected') return loading;
    const promise: TrackedPromise<Texts> = importTexts();
    promise.then(
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      (reason: unknown) => Object.assign(promise, { status: 'rejected', reason }),
    );
    loading = promise;
    return promise;
  }

  // A failed load is not repeated here: each attempt would render again.
  return { load, read: () => use(loading ?? load()) };
}

export interface PreloadedScript<Texts> extends TextScript<Texts> {
  /** Renders nothing. On the server, it preloads the script in the document head, unless it is in a dynamic component itself. */
  Preload: ComponentType;
}

/**
 * Next preloads what `dynamic` imports, if the import is within its call:
 * `createPreloadedScript((prepare) => dynamic(prepare(() => import('./texts'))))`
 */
export function createPreloadedScript<Texts>(
  define: (prepare: (importTexts: () => Promise<Texts>) => () => Promise<ComponentType>) => ComponentType,
): PreloadedScript<Texts> {
  let script: TextScript<Texts> | undefined;
  const Preload = define((importTexts) => {
    const created = createTextScript(importTexts);
    script = created;
    return () => created.load().then(() => () => null);
  });
  if (!script) throw new Error('`prepare` was not called');
  return { ...script, Preload };
}
