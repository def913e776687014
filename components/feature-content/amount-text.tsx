import type { ReactNode } from 'react';

/**
 * An amount, whose unit comes from the catalog. Unlike `bdi`, it takes its direction from the text outside of isolated parts:
 * an Arabic period after "100 messages" makes it right-to-left.
 */
export function AmountText({ children }: { children: ReactNode }) {
  return <span className="plaintext">{children}</span>;
}
