'use client';

import type { ReactNode } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { useOnline } from './use-online';

/** A full-width line for a lasting state, such as offline or preview. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <div className="bg-ink text-paper forced-colors:border-b forced-colors:border-[CanvasText]">
      <div className="measure py-2.5 text-small font-medium">{children}</div>
    </div>
  );
}

/** The live region is always rendered, because screen readers announce only changes inside an existing one. */
export function OfflineBanner() {
  const { shell } = useText();
  const online = useOnline();
  return (
    <div role="status" className="sticky top-0 z-20">
      {!online && <Banner>{shell.offline}</Banner>}
    </div>
  );
}
