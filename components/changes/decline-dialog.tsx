'use client';

import { useId, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorMessage } from '@/components/ui/error-message';
import { TextField } from '@/components/ui/text-field';
import { useDeclineChange } from '@/lib/client/decide-change';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { useChangeSubject } from './use-change-subject';
import { useChangesText } from './use-changes-text';

const maxMessageLength = 500;

interface DeclineDialogProps {
  request: AccountChangeBody;
  onClose: () => void;
  onDeclined: () => void;
}

/** Declines a request with a message. A repeated request declines it once. */
export function DeclineDialog({ request, onClose, onDeclined }: DeclineDialogProps) {
  const { requests } = useChangesText();
  const text = requests.declining;
  const fieldId = useId();
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
      labels={{ cancel: text.cancel, confirm: requests.decline, pending: text.working }}
      isPending={isPending}
      onConfirm={() => {
        mutateAsync({ id: request.id, message: message.trim() }).then(onDeclined, () => undefined);
      }}
      onClose={onClose}
    >
      <label htmlFor={fieldId} className="mt-4 block text-small text-soft">
        {text.message}
      </label>
      <TextField
        id={fieldId}
        value={message}
        maxLength={maxMessageLength}
        readOnly={isPending}
        autoComplete="off"
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        className="mt-1 w-full"
      />
    </ConfirmDialog>
  );
}
