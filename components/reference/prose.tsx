import { Code } from './code';

/** A sentence of the description: text, and code between backticks. */
export function Sentence({ children }: { children: string }) {
  return children.split(/(`[^`]+`)/).map((part, at) => {
    const [, code] = /^`([^`]+)`$/.exec(part) ?? [];
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts don't move
    return code ? <Code key={at}>{code}</Code> : part;
  });
}

export interface Chapter {
  /** Null for what comes before the first heading. */
  title: string | null;
  paragraphs: string[];
}

/** The description's text by its `##` headings, the one kind it has. */
export function readChapters(text: string): Chapter[] {
  const [before = '', ...chapters] = text.split(/^## /m);
  return [
    { title: null, paragraphs: paragraphsOf(before) },
    ...chapters.map((chapter) => {
      const [title = '', ...rest] = chapter.split('\n');
      return { title, paragraphs: paragraphsOf(rest.join('\n')) };
    }),
  ];
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim())
    .filter(Boolean);
}

/** What a heading is found by: `who-is-asking`. */
export function chapterId(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, '-');
}
