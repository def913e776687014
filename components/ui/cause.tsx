'use client';

import { useText } from '@/components/text/text-provider';
import { causeOf, Refusal } from '@/lib/client/failures';
import { RefusalWords } from './refusal-words';

/** Why something failed: what the service said, where it said no, and else what kept it from answering. */
export function Cause({ of: error }: { of: unknown }) {
  const { ui } = useText();
  if (error instanceof Refusal && error.status < 500) return <RefusalWords refusal={error} />;
  return ui.causes[causeOf(error)];
}
