'use client';

import { useEffect, useRef, useState } from 'react';
import { ChangePays } from '@/components/changes/change-pays';
import { ChangePrice } from '@/components/changes/change-price';
import { ChangeSentence } from '@/components/changes/open-changes';
import { useChangeSubject } from '@/components/changes/use-change-subject';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { DateText } from '@/components/ui/date-text';
import { Quote } from '@/components/ui/inline-text';
import { Section } from '@/components/ui/section';
import { SpokenSubject } from '@/components/ui/text-link';
import { useCancelChange } from '@/lib/client/decide-change';
import { pollIntervalMs } from '@/lib/client/live-updates';
import { useRefreshInterval } from '@/lib/client/page-mutation';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { ReasonButton } from './reason-button';

/** What waits for a date, an owner or the host application. Support can cancel it. */
export function AccountChanges({ changes }: { changes: AccountChangeBody[] }) {
  const { changes: text } = usePageText('staff').accounts;
  const { canceled: canceledText, addOn } = usePageText('account').changes;
  const getSubject = useChangeSubject();
  useRefreshInterval(changes.length > 0 ? pollIntervalMs : null);
  const [canceled, setCanceled] = useState<AccountChangeBody | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  // Its button is gone, and the dialog is closed.
  useEffect(() => {
    if (canceled) status.current?.focus();
  }, [canceled]);
  return (
    <Section title={text.title}>
      {changes.length === 0 && <p className="text-soft">{text.none}</p>}
      <ul className="wide:-mt-2.5">
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} onCanceled={setCanceled} />
        ))}
      </ul>
      <p ref={status} role="status" tabIndex={-1}>
        {canceled &&
          interpolate(canceled.optional_feature ? addOn.canceled : canceledText, [getSubject(canceled)])}
      </p>
    </Section>
  );
}

interface ChangeRowProps {
  change: AccountChangeBody;
  onCanceled: (change: AccountChangeBody) => void;
}

function ChangeRow({ change, onCanceled }: ChangeRowProps) {
  const { changes: text } = usePageText('staff').accounts;
  const { created_by: by, created_at: at, reason, cancelable } = change;
  return (
    <li className="flex flex-wrap justify-between gap-x-8 gap-y-3 border-b border-line py-2.5">
      <div className="min-w-0">
        <p>
          <StaffSentence change={change} />
        </p>
        <p className="figures text-soft">
          {change.totals ? <ChangePays change={change} /> : <ChangePrice change={change} />}
        </p>
        <p className="text-small text-soft">
          {interpolate(text.madeBy, [
            <bdi key="person">{by.name}</bdi>,
            <DateText key="at" at={at} withTime />,
          ])}
          {reason !== null && (
            <>
              {' '}
              <Quote>{reason}</Quote>
            </>
          )}
        </p>
      </div>
      {cancelable && <CancelButton change={change} onCanceled={onCanceled} />}
    </li>
  );
}

/** What happens and when, in words that do not address the customer. */
export function StaffSentence({ change }: Pick<ChangeRowProps, 'change'>) {
  const { changes: text } = usePageText('staff').accounts;
  const { requests } = usePageText('account').changes;
  const subject = useChangeSubject()(change);
  const { waits_for: waitsFor, origin, created_by: by } = change;
  if (waitsFor !== 'owner') {
    return <ChangeSentence change={{ ...change, origin: 'owner' }} />;
  }
  const title = <CatalogText key="subject">{subject}</CatalogText>;
  return origin === 'member'
    ? interpolate(requests.asks, [<bdi key="person">{by.name}</bdi>, title])
    : interpolate(text.notMade, [title]);
}

/** A repeated request cancels the change once. */
function CancelButton({ change, onCanceled }: ChangeRowProps) {
  const { cancel: text } = usePageText('staff').accounts.changes;
  const { canceling, cancelFailed } = usePageText('account').changes;
  const subject = useChangeSubject()(change);
  const request = useCancelChange();
  return (
    <div className="screen-only">
      <ReasonButton
        label={
          <span>
            {text.open}
            <SpokenSubject>{subject}</SpokenSubject>
          </span>
        }
        text={{ ...text, title: interpolate(text.title, [subject]), label: text.open }}
        working={canceling}
        reasonLabel={text.reason}
        failed={cancelFailed}
        request={request}
        send={(reason) => request.mutateAsync({ id: change.id, reason })}
        onDone={() => onCanceled(change)}
      />
    </div>
  );
}
