'use client';

import { useText } from '@/components/text/text-provider';

/** A refusal in the reader's language, by its code; else in the words it came with, which may run the other way. */
export function RefusalWords({ refusal: { code, message } }: { refusal: { code: string; message: string } }) {
  const refusals: Record<string, string> = useText().refusals;
  return refusals[code] ?? <bdi>{message}</bdi>;
}
