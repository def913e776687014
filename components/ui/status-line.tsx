import type { ReactNode, Ref } from 'react';

/**
 * A lasting line about what was just done. It takes the focus, so that keyboard and screen reader go on from here.
 */
export function StatusLine({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) {
  return (
    <div
      ref={ref}
      role="status"
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-6 gap-y-2 border-s-4 border-yours bg-yours-wash px-4 py-3"
    >
      {children}
    </div>
  );
}
