'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { buttonClassName } from '@/components/ui/button';
import { Quote } from '@/components/ui/inline-text';
import { PageLink } from '@/components/ui/page-link';
import { SpokenSubject } from '@/components/ui/text-link';
import { getReviewUrl } from '@/lib/client/decide-change';
import { ChangePrice } from './change-price';
import { DeclineButton, type DeclineButtonProps } from './decline-button';
import { useChangeSubject } from './use-change-subject';

/** A request with its author and reason, for an owner who decides. */
export function RequestBanner({ request, onDeclined }: DeclineButtonProps) {
  const { requests: text } = usePageText('account').changes;
  const subject = useChangeSubject()(request);
  const { created_by: by, reason, requests } = request;
  return (
    <>
      <div className="min-w-0 grow basis-80 py-1.5">
        <p>
          <span className="font-medium">
            {interpolate(text.asks, [<bdi key="person">{by.name}</bdi>, subject])}
          </span>
          <span className="figures text-soft before:content-['_·_'] empty:hidden">
            <ChangePrice change={request} />
          </span>
        </p>
        {reason !== null && (
          <p className="max-w-[72ch]">
            <Quote>{reason}</Quote>
          </p>
        )}
        {requests > 1 && <p className="text-small text-soft">{text.people(requests)}</p>}
      </div>
      <div className="flex flex-wrap gap-3 py-1.5">
        <PageLink href={getReviewUrl(request)} className={buttonClassName('solid')}>
          <span>
            {text.approve}
            <SpokenSubject>{subject}</SpokenSubject>
          </span>
        </PageLink>
        <DeclineButton request={request} onDeclined={onDeclined} />
      </div>
    </>
  );
}
