'use client';

import { useChangeSubject } from '@/components/changes/use-change-subject';
import { interpolate } from '@/components/i18n/interpolate';
import { useLazyText } from '@/components/i18n/text-provider';
import { Quote } from '@/components/ui/quote';
import { useChangeToDecide } from '@/lib/client/changes';

/** The person who has requested a change, and the reason. */
export function RequestSentence({ id }: { id: string }) {
  const { ask } = useLazyText('switching').switching;
  const getSubject = useChangeSubject();
  const change = useChangeToDecide(id);
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
