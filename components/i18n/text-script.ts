import { type ComponentType, use } from 'react';

/** A script with texts in one language. */
export interface TextScript<Texts> {
  /** Renders nothing. On the server, it preloads the script in the document head. */
  Preload: ComponentType;
  /** A failed load can be repeated. */
  load(): Promise<Texts>;
  /** Suspends while the script loads. */
  read(): Texts;
}

/**
 * Next preloads what `dynamic` imports, if the import is within its call:
 * `createTextScript((prepare) => dynamic(prepare(() => import('./texts'))))`
 */
export function createTextScript<Texts>(
  define: (prepare: (importTexts: () => Promise<Texts>) => () => Promise<ComponentType>) => ComponentType,
): TextScript<Texts> {
  let importTexts: () => Promise<Texts>;
  let loading: Promise<Texts> | null = null;
  let loaded: Texts | null = null;
  let hasFailed = false;

  function load(): Promise<Texts> {
    if (loading && !hasFailed) return loading;
    hasFailed = false;
    loading = importTexts().then(
      (texts) => {
        loaded = texts;
        return texts;
      },
      (error: unknown) => {
        hasFailed = true;
        throw error;
      },
    );
    return loading;
  }

  return {
    Preload: define((importer) => {
      importTexts = importer;
      return () => load().then(() => () => null);
    }),
    load,
    // A failed load is not repeated here: each attempt would render again.
    read: () => loaded ?? use(loading ?? load()),
  };
}
