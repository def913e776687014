'use client';

import { useEffect, useRef, useState } from 'react';
import { ApiRequestError, isRetryable } from '@/lib/client/api-request';
import { type CatalogCheck, checkText, type EditionText } from '@/lib/client/catalog';
import type { EditionPreview } from '@/lib/contract/catalog-editions';
import { isSameText } from './use-unsaved-text';

const settleMs = 250;
/** A check of a large list takes seconds of CPU time, so it is followed by a pause. */
const maxPauseMs = 2000;
/** Between attempts without a response, such as after a lost connection. */
const retryMs = 3000;

/** How long to wait before the text of a failed check is checked again. Null for an error that would be the same again. */
function getRetryMs(error: unknown): number | null {
  if (!isRetryable(error)) return null;
  const retryAfter = error instanceof ApiRequestError ? error.retryAfter : null;
  return Math.max(retryMs, (retryAfter ?? 0) * 1000);
}

/**
 * Checks a text when the user pauses, one check after another: the server reads only two large texts of an app at the same
 * time, and one of them can be a text that is saved.
 */
export function useTextCheck({ source, extension }: EditionText, initial: CatalogCheck) {
  const [checked, setChecked] = useState<EditionText>({ source, extension });
  const [check, setCheck] = useState(initial);
  const [lastPreview, setLastPreview] = useState<EditionPreview | null>(initial.preview);
  const [failed, setFailed] = useState<{ text: EditionText; error: unknown } | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const lastMs = useRef(0);
  const unmounted = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    unmounted.current = controller;
    return () => controller.abort();
  }, []);

  const isCurrent = isSameText(checked, { source, extension });
  const error = failed && isSameText(failed.text, { source, extension }) ? failed.error : null;
  useEffect(() => {
    if (isCurrent || isRunning) return;
    const delayMs = error === null ? getDelayMs(lastMs.current) : getRetryMs(error);
    if (delayMs === null) return;
    const run = async () => {
      const text = { source, extension };
      const signal = unmounted.current?.signal ?? new AbortController().signal;
      const startedAt = performance.now();
      setIsRunning(true);
      try {
        const result = await checkText(text, signal);
        lastMs.current = performance.now() - startedAt;
        setCheck(result);
        setChecked(text);
        setFailed(null);
        if (result.preview) setLastPreview(result.preview);
      } catch (failure) {
        if (signal.aborted) return;
        setFailed({ text, error: failure });
      }
      setIsRunning(false);
    };
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  }, [source, extension, isCurrent, isRunning, error]);
  return { ...check, lastPreview, error, isChecking: !isCurrent && error === null };
}

const getDelayMs = (checkMs: number) => Math.min(Math.max(checkMs, settleMs), maxPauseMs);
