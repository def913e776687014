'use client';

import { useState } from 'react';

/** Copies texts. `isCopied` is null before the first attempt. */
export function useCopy() {
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      setIsCopied(false);
    }
  };
  return { isCopied, copy, resetCopy: () => setIsCopied(null) };
}
