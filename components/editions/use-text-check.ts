'use client';

import { useEffect, useRef, useState } from 'react';
import { ApiRequestError, isRetryable } from '@/lib/client/api-request';
import { type CatalogCheck, checkText, type EditionText } from '@/lib/client/catalog';
import type { EditionPreview } from '@/lib/contract/catalog-editions';

const settleMs = 250;
/** A check of a large list takes seconds of CPU time, of which the server gives an app a quarter. */
const slowMs = 500;
const pauseFactor = 3;
/** Between attempts without a response, such as after a lost connection. */
const retryMs = 3000;

/** Checks a text when the user pauses. Newer text aborts the check. */
export function useTextCheck({ source, extension }: EditionText, initial: CatalogCheck) {
  const [checked, setChecked] = useState({ source, extension });
  const [check, setCheck] = useState(initial);
  const [lastPreview, setLastPreview] = useState<EditionPreview | null>(initial.preview);
  const [error, setError] = useState<unknown>(null);
  const lastMs = useRef(0);
  const isCurrent = checked.source === source && checked.extension === extension;
  useEffect(() => {
    if (isCurrent) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const run = async () => {
      const startedAt = performance.now();
      try {
        const result = await checkText({ source, extension }, controller.signal);
        lastMs.current = performance.now() - startedAt;
        setCheck(result);
        setChecked({ source, extension });
        setError(null);
        if (result.preview) setLastPreview(result.preview);
      } catch (failure) {
        if (controller.signal.aborted) return;
        setError(failure);
        const retryAfter = failure instanceof ApiRequestError ? failure.retryAfter : null;
        if (isRetryable(failure)) timer = setTimeout(run, Math.max(retryMs, (retryAfter ?? 0) * 1000));
      }
    };
    timer = setTimeout(run, lastMs.current > slowMs ? lastMs.current * pauseFactor : settleMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, extension, isCurrent]);
  const shownError = isCurrent ? null : error;
  return { ...check, lastPreview, error: shownError, isChecking: !isCurrent && shownError === null };
}
