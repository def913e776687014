'use client';

import { useId, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { Button } from '@/components/ui/button';
import { DialogDescription, DialogFrame, DialogTitle } from '@/components/ui/dialog-frame';
import { ErrorMessage } from '@/components/ui/error-message';
import { TextField } from '@/components/ui/text-field';
import { useDeclineChange } from '@/lib/client/changes';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
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
  const cancelButton = useRef<HTMLButtonElement>(null);
  const [message, setMessage] = useState('');
  const { mutateAsync, isPending, error } = useDeclineChange();
  return (
    <DialogFrame compact cancelButton={cancelButton} onClose={() => !isPending && onClose()}>
      <div className="px-5 py-6 narrow:px-8">
        <DialogTitle>{interpolate(text.title, [request.version.title])}</DialogTitle>
        <DialogDescription className="mt-2 text-soft">{text.body}</DialogDescription>
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
        <div role="alert" className="mt-4 empty:hidden">
          {error && !isPending && (
            <p>
              {text.failed} <ErrorMessage error={error} />
            </p>
          )}
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button ref={cancelButton} blocked={isPending} onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            tone="solid"
            blocked={isPending}
            onClick={() =>
              mutateAsync({ id: request.id, message: message.trim() }).then(onDeclined, () => undefined)
            }
          >
            {isPending ? text.working : requests.decline}
          </Button>
        </div>
      </div>
    </DialogFrame>
  );
}
