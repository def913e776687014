'use client';

import { useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { NoteField } from '@/components/ui/note-field';
import { SpokenSubject } from '@/components/ui/text-link';
import { useDeclineChange } from '@/lib/client/decide-change';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { useChangeSubject } from './use-change-subject';

export interface DeclineButtonProps {
  request: AccountChangeBody;
  onDeclined: () => void;
}

/** Declines a request with a message. A repeated request declines it once. */
export function DeclineButton({ request, onDeclined }: DeclineButtonProps) {
  const { requests } = usePageText('account').changes;
  const text = requests.declining;
  const subject = useChangeSubject()(request);
  const [message, setMessage] = useState('');
  const decline = useDeclineChange();
  return (
    <ConfirmButton
      label={
        <span>
          {requests.decline}
          <SpokenSubject>{subject}</SpokenSubject>
        </span>
      }
      title={interpolate(text.title, [subject])}
      description={text.body}
      labels={{ confirm: requests.decline, pending: text.working }}
      failed={text.failed}
      request={decline}
      send={() => decline.mutateAsync({ id: request.id, message: message.trim() })}
      onDone={onDeclined}
    >
      <NoteField label={text.message} value={message} onChange={setMessage} readOnly={decline.isPending} />
    </ConfirmButton>
  );
}
