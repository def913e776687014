'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { AppDate } from '@/components/ui/date-text';
import type { SwitchPreview } from '@/lib/contract/switch';

/** That a change is made together with what is scheduled, as the dialog shows it. */
export function JoinedSentence({ change }: { change: NonNullable<SwitchPreview['data']['joins']> }) {
  const { joins } = usePageText('account').changes;
  return <> {interpolate(joins, [<AppDate key="date" at={change.effective_at} />])}</>;
}
