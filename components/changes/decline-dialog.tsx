'use client';

import { useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorMessage } from '@/components/ui/error-message';
import { NoteField } from '@/components/ui/note-field';
import { useDeclineChange } from '@/lib/client/decide-change';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { useChangeSubject } from './use-change-subject';
import { useChangesText } from './use-changes-text';

interface DeclineDialogProps {
  request: AccountChangeBody;
  onClose: () => void;
  onDeclined: () => void;
}

/** Declines a request with a message. A repeated request declines it once. */
export function DeclineDialog({ request, onClose, onDeclined }: DeclineDialogProps) {
  const { requests } = useChangesText();
  const text = requests.declining;
  const [message, setMessage] = useState('');
  const { mutateAsync, isPending, error } = useDeclineChange();
  return (
    <ConfirmDialog
      title={interpolate(text.title, [useChangeSubject()(request)])}
      description={text.body}
      error={
        error && (
          <p>
            {text.failed} <ErrorMessage error={error} />
          </p>
        )
      }
      labels={{ confirm: requests.decline, pending: text.working }}
      isPending={isPending}
      onConfirm={() => {
        mutateAsync({ id: request.id, message: message.trim() }).then(onDeclined, () => undefined);
      }}
      onClose={onClose}
    >
      <NoteField label={text.message} value={message} onChange={setMessage} readOnly={isPending} />
    </ConfirmDialog>
  );
}
