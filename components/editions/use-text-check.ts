'use client';

import { useEffect, useRef, useState } from 'react';
import { ApiRequestError, isRetryable } from '@/lib/client/api-request';
import { type CatalogCheck, checkText, type EditionText } from '@/lib/client/catalog';
import type { EditionPreview, ListTexts } from '@/lib/contract/catalog-editions';
import { isSameText } from './use-unsaved-text';

const settleMs = 250;
/** A check of a large list takes seconds of CPU time, so it is followed by a pause. */
const maxPauseMs = 2000;
/** Between attempts without a response, such as after a lost connection. */
const retryMs = 3000;

/** How long to wait before the text of a failed check is checked again. It is null for an error that would be the same again. */
function getRetryMs(error: unknown): number | null {
  if (!isRetryable(error)) return null;
  const retryAfter = error instanceof ApiRequestError ? error.retryAfter : null;
  return Math.max(retryMs, (retryAfter ?? 0) * 1000);
}

/**
 * Checks a text when the user pauses, one check after another: the server reads only two large texts of an app at the same
 * time, and one of them can be a text that is saved. `hasTexts` asks for what can be translated; `texts` is that of the last
 * text without problems.
 */
export function useTextCheck({ source, extension }: EditionText, initial: CatalogCheck, hasTexts: boolean) {
  const [checked, setChecked] = useState({ source, extension, hasTexts: false });
  const [texts, setTexts] = useState<ListTexts | null>(null);
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

  const isCurrent = isSameText(checked, { source, extension }) && (checked.hasTexts || !hasTexts);
  const error = failed && isSameText(failed.text, { source, extension }) ? failed.error : null;
  useEffect(() => {
    if (isCurrent || isRunning) return;
    const delayMs = error === null ? getDelayMs(lastMs.current) : getRetryMs(error);
    if (delayMs === null) return;
    const checkCurrent = async () => {
      const text = { source, extension };
      const signal = unmounted.current?.signal ?? new AbortController().signal;
      const startedAt = performance.now();
      setIsRunning(true);
      try {
        const result = await checkText(text, { texts: hasTexts, signal });
        lastMs.current = performance.now() - startedAt;
        setCheck(result);
        setChecked({ ...text, hasTexts });
        setTexts((known) => (isSame(result.texts, known) ? known : (result.texts ?? known)));
        setFailed(null);
        if (result.preview) setLastPreview(result.preview);
      } catch (failure) {
        if (signal.aborted) return;
        setFailed({ text, error: failure });
      }
      setIsRunning(false);
    };
    const timer = setTimeout(checkCurrent, delayMs);
    return () => clearTimeout(timer);
  }, [source, extension, hasTexts, isCurrent, isRunning, error]);
  return { ...check, texts, lastPreview, error, isChecking: !isCurrent && error === null };
}

const isSame = (a: ListTexts | null, b: ListTexts | null) => JSON.stringify(a) === JSON.stringify(b);

const getDelayMs = (checkMs: number) => Math.min(Math.max(checkMs, settleMs), maxPauseMs);
