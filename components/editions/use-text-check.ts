'use client';

import { useEffect, useState } from 'react';
import { isRetryable } from '@/lib/client/api-request';
import { type CatalogCheck, checkText, type EditionText } from '@/lib/client/catalog';
import type { EditionPreview } from '@/lib/contract/catalog-editions';

const settleMs = 250;
/** Between attempts without a response, such as after a lost connection. */
const retryMs = 3000;

/** Checks a text when the user pauses. Newer text aborts the check. */
export function useTextCheck({ source, extension }: EditionText, initial: CatalogCheck) {
  const [checked, setChecked] = useState({ source, extension });
  const [check, setCheck] = useState(initial);
  const [lastPreview, setLastPreview] = useState<EditionPreview | null>(initial.preview);
  const [error, setError] = useState<unknown>(null);
  const isCurrent = checked.source === source && checked.extension === extension;
  useEffect(() => {
    if (isCurrent) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const run = async () => {
      try {
        const result = await checkText({ source, extension }, controller.signal);
        setCheck(result);
        setChecked({ source, extension });
        setError(null);
        if (result.preview) setLastPreview(result.preview);
      } catch (failure) {
        if (controller.signal.aborted) return;
        setError(failure);
        if (isRetryable(failure)) timer = setTimeout(run, retryMs);
      }
    };
    timer = setTimeout(run, settleMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, extension, isCurrent]);
  const shownError = isCurrent ? null : error;
  return { ...check, lastPreview, error: shownError, isChecking: !isCurrent && shownError === null };
}
