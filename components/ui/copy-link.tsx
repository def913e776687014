'use client';

import { useState } from 'react';
import { Button } from './button';

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

interface CopyLinkProps {
  label: string;
  copied: string;
  failed: string;
  getUrl: () => string;
  className?: string;
}

/** Copies a URL, and says whether that worked. */
export function CopyLink({ label, copied, failed, getUrl, className }: CopyLinkProps) {
  const { isCopied, copy } = useCopy();
  return (
    <div className={className}>
      <Button onClick={() => void copy(getUrl())}>{label}</Button>
      <p role="status" className="pt-2 text-small text-soft empty:hidden">
        {isCopied !== null && (isCopied ? copied : failed)}
      </p>
    </div>
  );
}
