'use client';

import { useState } from 'react';
import { Button } from './button';

interface CopyLinkProps {
  label: string;
  copied: string;
  failed: string;
  getUrl: () => string;
  className?: string;
}

/** Copies a URL, and says whether that worked. */
export function CopyLink({ label, copied, failed, getUrl, className }: CopyLinkProps) {
  const [result, setResult] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(getUrl());
      setResult(copied);
    } catch {
      setResult(failed);
    }
  };
  return (
    <div className={className}>
      <Button onClick={() => void copy()}>{label}</Button>
      <p role="status" className="pt-2 text-small text-soft empty:hidden">
        {result}
      </p>
    </div>
  );
}
