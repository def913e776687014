'use client';

import { Button } from './button';
import { useCopy } from './use-copy';

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
