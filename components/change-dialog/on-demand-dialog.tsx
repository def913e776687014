'use client';

import { type ReactNode, Suspense, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';

interface OnDemandDialogProps {
  isOpen: boolean;
  /** The dialog, and the notice that confirms what it changed. */
  children: ReactNode;
}

/** Renders a dialog once it opens, so that the page loads without its script. It stays mounted for the notice. */
export function OnDemandDialog({ isOpen, children }: OnDemandDialogProps) {
  const { ui } = useText();
  const [isMounted, setIsMounted] = useState(isOpen);
  if (isOpen && !isMounted) setIsMounted(true);
  const loading = (
    <div role="status" className="delayed fixed inset-0 z-30 grid place-items-center bg-(--backdrop)">
      <p className="rounded-control bg-raised px-6 py-4">{ui.loading}</p>
    </div>
  );
  return isMounted && <Suspense fallback={loading}>{children}</Suspense>;
}
