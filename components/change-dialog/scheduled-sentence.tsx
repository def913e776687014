'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { AppDate } from '@/components/ui/date-text';
import type { SwitchPreview } from '@/lib/contract/switch';

interface ScheduledSentenceProps extends Pick<SwitchPreview['data'], 'joins' | 'supersedes'> {
  /** Of a trial, whose end is what is scheduled. */
  previous_trial_ends_at?: number | null;
}

/** What becomes of the change that is scheduled: the one of the dialog joins it, or takes its place. */
export function ScheduledSentence({
  joins,
  supersedes,
  previous_trial_ends_at: trialEndsAt = null,
}: ScheduledSentenceProps) {
  const text = usePageText('account').changes;
  const formatDate = (at: number) => <AppDate key="date" at={at} />;
  return (
    <>
      {' '}
      {supersedes &&
        (trialEndsAt === null
          ? interpolate(text.replaces, [supersedes.version.title, formatDate(supersedes.effective_at)])
          : interpolate(text.trial.ends, [<AppDate key="date" at={trialEndsAt} until />]))}
      {joins && interpolate(text.joins, [formatDate(joins.effective_at)])}
    </>
  );
}
