'use client';

import { useRef } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { Button, buttonClassName } from '@/components/ui/button';
import { DateText } from '@/components/ui/date-text';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorMessage } from '@/components/ui/error-message';
import { Quote } from '@/components/ui/inline-text';
import { PageLink } from '@/components/ui/page-link';
import { SpokenSubject, TextLink } from '@/components/ui/text-link';
import { useOnline } from '@/components/ui/use-online';
import { getReviewUrl, useCancelChange } from '@/lib/client/decide-change';
import { listRequests } from '@/lib/client/list-requests';
import { pageUrls } from '@/lib/client/page-urls';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { ChangePrice } from './change-price';
import { DeclineButton } from './decline-button';
import { useChangeSubject } from './use-change-subject';

interface RequestsViewProps {
  /** All of the last 90 days. */
  changes: AccountChangeBody[];
  isOwner: boolean;
}

/** The requests of members: those that wait, and those that were decided. */
export function RequestsView({ changes, isOwner }: RequestsViewProps) {
  const { requests: text } = usePageText('account').changes;
  // Has the focus after a decision, which removes its buttons.
  const lists = useRef<HTMLDivElement>(null);
  const requests = changes.filter(({ origin }) => origin === 'member');
  const open = listRequests(requests);
  const ended = requests.filter(({ ended_at: endedAt }) => endedAt !== null);
  if (open.length + ended.length === 0) {
    return (
      <EmptyState title={text.empty.title} body={text.empty.body}>
        <TextLink href={pageUrls.plans()}>{text.empty.action}</TextLink>
      </EmptyState>
    );
  }
  const onDecided = () => lists.current?.focus();
  return (
    <div ref={lists} tabIndex={-1}>
      <PreloadText groups={['account']} />
      <RequestList title={text.open} requests={open} isOwner={isOwner} onDecided={onDecided} />
      <RequestList title={text.ended} requests={ended} isOwner={isOwner} onDecided={onDecided} />
    </div>
  );
}

function RequestList({
  title,
  requests,
  ...props
}: Omit<RequestProps, 'request'> & { title: string; requests: AccountChangeBody[] }) {
  if (requests.length === 0) return null;
  return (
    <section className="pb-12">
      <h2 className="border-rule border-t-2 pt-3 pb-2 text-head">{title}</h2>
      <ul>
        {requests.map((request) => (
          <Request key={request.id} request={request} {...props} />
        ))}
      </ul>
    </section>
  );
}

interface RequestProps {
  request: AccountChangeBody;
  isOwner: boolean;
  onDecided: () => void;
}

function Request({ request, isOwner, onDecided }: RequestProps) {
  const { requests: text } = usePageText('account').changes;
  const subject = useChangeSubject()(request);
  const { state, created_by: by, created_at: at, reason, requests, message, decided_by: decidedBy } = request;
  const states: Record<string, string> = { ...text.states, applied: '', approved: '', declined: '' };
  const decider = <bdi key="person">{decidedBy?.name}</bdi>;
  return (
    <li className="grid gap-x-8 gap-y-3 border-line border-t py-5 middle:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h3 className="text-lead">
          {interpolate(request.ended_at === null ? text.asks : text.asked, [
            <bdi key="person">{by.name}</bdi>,
            subject,
          ])}
        </h3>
        <p className="text-small text-soft">
          <DateText at={at} withTime />
          {requests > 1 && ` · ${text.people(requests)}`}
        </p>
        <p className="figures pt-1">
          <ChangePrice change={request} />
        </p>
        {reason !== null && (
          <p className="max-w-[60ch] pt-2">
            <Quote>{reason}</Quote>
          </p>
        )}
        {request.ended_at !== null && (
          <p className="pt-2 text-small">
            {state === 'applied' && interpolate(text.states.approved, [decider])}
            {state === 'declined' && interpolate(text.states.declined, [decider])}
            {states[state]}
            {message !== null && <Quote className="block">{message}</Quote>}
          </p>
        )}
      </div>
      {request.ended_at === null && (
        <RequestActions request={request} isOwner={isOwner} onDecided={onDecided} />
      )}
    </li>
  );
}

/** An owner decides. A member can withdraw the own request. */
function RequestActions({ request, isOwner, onDecided }: RequestProps) {
  const text = usePageText('account').changes;
  const online = useOnline();
  const cancel = useCancelChange();
  const subject = useChangeSubject()(request);
  const { id, cancelable } = request;
  if (!isOwner) {
    return (
      cancelable && (
        <div>
          <Button
            blocked={cancel.isPending || !online}
            onClick={() => cancel.mutateAsync({ id }).then(onDecided, () => undefined)}
          >
            {cancel.isPending ? text.canceling : text.withdraw}
          </Button>
          <p role="alert" className="empty:hidden">
            {cancel.error && <ErrorMessage error={cancel.error} />}
          </p>
        </div>
      )
    );
  }
  return (
    <div className="screen-only flex flex-wrap items-start gap-3">
      <PageLink href={getReviewUrl(request)} className={buttonClassName('solid')}>
        <span>
          {text.requests.review}
          <SpokenSubject>{subject}</SpokenSubject>
        </span>
      </PageLink>
      <DeclineButton request={request} onDeclined={onDecided} />
    </div>
  );
}
