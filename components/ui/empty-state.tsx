import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: ReactNode;
  body: string;
  /** The way forward. */
  children?: ReactNode;
}

/** Shown instead of a section that has nothing to show. */
export function EmptyState({ title, body, children }: EmptyStateProps) {
  return (
    <div className="border-t-2 border-rule pt-4 pb-16">
      <h2 className="text-head">{title}</h2>
      <p className="mt-2 max-w-[60ch] text-soft">{body}</p>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}
