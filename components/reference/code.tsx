import type { ReactNode } from 'react';

/** A name as a program spells it, in the reader's own face for code; none is sent. */
export function Code({ children }: { children: ReactNode }) {
  return <code className="text-[0.92em] [overflow-wrap:anywhere]">{children}</code>;
}

/** Lines of code, wrapped rather than scrolled. */
export function CodeBlock({ children }: { children: string }) {
  return (
    <pre className="rounded-control bg-sunk p-4 text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
      <code>{children}</code>
    </pre>
  );
}
