'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import type { EditionText } from '@/lib/client/catalog';

/** A text with the revision of the draft that it was made from. */
export interface RevisedText extends EditionText {
  revision: number;
}

const settleMs = 300;

function readText(key: string): RevisedText | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as RevisedText | null;
  } catch {
    return null;
  }
}

export const isSameText = (a: EditionText, b: EditionText) =>
  a.source === b.source && a.extension === b.extension;

/** Reads what the tab has kept of an edition's text. Returns null for nothing, and for what is saved. */
export function useKeptText(id: string, saved: RevisedText): RevisedText | null {
  const [kept] = useState(() => readText(`edition ${id}`));
  return kept && !isSameText(kept, saved) ? kept : null;
}

/** Keeps a text that is not saved for a reload of the tab. Null removes it. */
export function useKeepText(id: string, text: RevisedText | null): void {
  const key = `edition ${id}`;
  const keep = useEffectEvent(() => {
    try {
      if (text) sessionStorage.setItem(key, JSON.stringify(text));
      else sessionStorage.removeItem(key);
    } catch {
      // It is larger than the browser allows.
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` reads the text, and a change of it restarts the timer
  useEffect(() => {
    const timer = setTimeout(keep, text ? settleMs : 0);
    return () => clearTimeout(timer);
  }, [text?.source, text?.extension, text === null]);
  useEffect(() => {
    const onHide = () => keep();
    window.addEventListener('pagehide', onHide);
    return () => window.removeEventListener('pagehide', onHide);
  }, []);
}
