import { text } from '@/components/text/text';

export function SkipLink({ locale }: { locale: string }) {
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:absolute focus:start-4 focus:top-3 focus:z-30 focus:bg-ink focus:px-4 focus:py-3 focus:text-paper"
    >
      {text(locale).shell.skipToContent}
    </a>
  );
}
