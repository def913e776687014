import type { ReactNode } from 'react';

/** One line across the whole page, for a state that lasts: offline, or a preview in which nothing is saved. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <div className="bg-ink text-paper forced-colors:border-b forced-colors:border-[CanvasText]">
      <div className="measure py-2.5 text-small font-medium">{children}</div>
    </div>
  );
}
