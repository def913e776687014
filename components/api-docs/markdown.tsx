import type { ReactNode } from 'react';
import { replaceParts } from '@/components/i18n/interpolate';

/** Inline code in the user's own monospace font, so that no web font is loaded. */
export function Code({ children }: { children: ReactNode }) {
  return <code className="text-[0.92em]">{children}</code>;
}

/** A code block that wraps long lines. */
export function CodeBlock({ children }: { children: string }) {
  return (
    <pre className="rounded-control bg-sunk p-4 text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
      <code>{children}</code>
    </pre>
  );
}

/** Text with inline code in backticks. */
export function InlineMarkdown({ children }: { children: string }) {
  return replaceParts(children, /`([^`]+)`/, (code) => <Code>{code}</Code>);
}

interface MarkdownSection {
  /** It is empty for the text before the first heading. */
  title: string;
  paragraphs: string[];
}

/** Splits Markdown into sections at its `##` headings. */
export function parseSections(markdown: string): MarkdownSection[] {
  const [preamble = '', ...sections] = markdown.split(/^## /m);
  return [
    { title: '', paragraphs: splitParagraphs(preamble) },
    ...sections.map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return { title, paragraphs: splitParagraphs(lines.join('\n')) };
    }),
  ];
}

function splitParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim())
    .filter(Boolean);
}

/** The anchor of a section: `rate-limits`. */
export function getSectionId(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, '-');
}
