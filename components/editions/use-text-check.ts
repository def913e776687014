'use client';

import { useEffect, useState } from 'react';
import { type CatalogCheck, checkText, type EditionText } from '@/lib/client/catalog';
import type { EditionPreview } from '@/lib/contract/catalog-editions';

const settleMs = 250;

/** Checks a text when the user pauses. */
export function useTextCheck({ source, extension }: EditionText, initial: CatalogCheck) {
  const [checked, setChecked] = useState({ source, extension });
  const [check, setCheck] = useState(initial);
  const [lastPreview, setLastPreview] = useState<EditionPreview | null>(initial.preview);
  const [isFailed, setIsFailed] = useState(false);
  const isCurrent = checked.source === source && checked.extension === extension;
  useEffect(() => {
    if (isCurrent) return;
    setIsFailed(false);
    const controller = new AbortController();
    const run = async () => {
      try {
        const result = await checkText({ source, extension }, controller.signal);
        setCheck(result);
        setChecked({ source, extension });
        if (result.preview) setLastPreview(result.preview);
      } catch {
        if (!controller.signal.aborted) setIsFailed(true);
      }
    };
    const timer = setTimeout(run, settleMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, extension, isCurrent]);
  return { ...check, lastPreview, isFailed, isChecking: !isCurrent && !isFailed };
}
