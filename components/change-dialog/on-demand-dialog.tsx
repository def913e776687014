'use client';

import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';

interface OnDemandDialogProps {
  isOpen: boolean;
  /** The dialog, and the notice that confirms what it changed. */
  children: ReactNode;
}

/**
 * Renders a dialog once it opens, so that the page loads without its script. It stays mounted for the notice.
 * The server does not render it: what it shows depends on what the browser loads.
 */
export function OnDemandDialog({ isOpen, children }: OnDemandDialogProps) {
  const { ui } = useText();
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => {
    if (isOpen) setIsMounted(true);
  }, [isOpen]);
  const loading = (
    <div role="status" className="delayed fixed inset-0 z-30 grid place-items-center bg-(--backdrop)">
      <p className="rounded-control bg-raised px-6 py-4">{ui.loading}</p>
    </div>
  );
  return isMounted && <Suspense fallback={loading}>{children}</Suspense>;
}
