import type { ReactNode } from 'react';

/** A full-width line for a lasting state, such as offline or preview. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <div className="bg-ink text-paper forced-colors:border-b forced-colors:border-[CanvasText]">
      <div className="measure py-2.5 text-small font-medium">{children}</div>
    </div>
  );
}
