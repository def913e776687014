'use client';

import { useChangeSubject } from '@/components/changes/use-change-subject';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { Quote } from '@/components/ui/inline-text';
import { useChangeToDecide } from '@/lib/client/changes';

/** The person who has requested a change, and the reason. */
export function RequestSentence({ id }: { id: string }) {
  const { requests: text } = usePageText('account').changes;
  const getSubject = useChangeSubject();
  const change = useChangeToDecide(id);
  if (change?.origin !== 'member') return null;
  const { created_by: by, reason, requests } = change;
  return (
    <p className="pb-3">
      {requests > 1
        ? text.people(requests)
        : interpolate(text.asks, [<bdi key="person">{by.name}</bdi>, getSubject(change)])}
      {requests === 1 && '.'}
      {reason !== null && (
        <>
          {' '}
          <Quote>{reason}</Quote>
        </>
      )}
    </p>
  );
}
