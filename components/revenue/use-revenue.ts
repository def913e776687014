'use client';

import { useEffect, useState } from 'react';
import { computeRevenue, type EditionText } from '@/lib/client/catalog';
import type { Decision } from '@/lib/contract/catalog-editions';
import type { RevenueBody } from '@/lib/contract/revenue';

/**
 * What accounts pay before and after a publication of a text with these decisions. It is null while it is computed, and for no
 * text.
 */
export function useRevenue(text: EditionText | null, decisions: Record<string, Decision>) {
  const { source = null, extension = null } = text ?? {};
  const existing = JSON.stringify(decisions);
  const [computed, setComputed] = useState<{ existing: string; revenue: RevenueBody | null } | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (source === null) return;
    const controller = new AbortController();
    computeRevenue({ source, extension, existing: JSON.parse(existing) }, controller.signal).then(
      (revenue) => {
        setError(null);
        setComputed({ existing, revenue });
      },
      (failure: unknown) => {
        if (!controller.signal.aborted) setError(failure);
      },
    );
    return () => controller.abort();
  }, [source, extension, existing]);
  return { revenue: computed?.existing === existing ? computed.revenue : null, error };
}
