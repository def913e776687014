'use client';

import { useChangeSubject } from '@/components/changes/use-change-subject';
import { interpolate } from '@/components/i18n/interpolate';
import { useSwitchingText } from '@/components/switch/use-switching-text';
import { Quote } from '@/components/ui/quote';
import { useChange } from '@/lib/client/changes';

/** Who asks for a change, and why. */
export function RequestSentence({ id }: { id: string }) {
  const { ask } = useSwitchingText();
  const getSubject = useChangeSubject();
  const { data: change } = useChange(id);
  if (change?.origin !== 'member') return null;
  const { created_by: by, reason, requests } = change;
  return (
    <p className="pb-3">
      {requests > 1
        ? ask.peopleAsk(requests)
        : interpolate(ask.asks, [<bdi key="person">{by.name}</bdi>, getSubject(change)])}
      {reason !== null && (
        <>
          {' '}
          <Quote>{reason}</Quote>
        </>
      )}
    </p>
  );
}
