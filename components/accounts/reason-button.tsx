'use client';

import { type ReactNode, useState } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { NoteField } from '@/components/ui/note-field';

interface ReasonButtonProps<Result> {
  /** Of the button. Default: that of the dialog. */
  label?: ReactNode;
  title: ReactNode;
  description: ReactNode;
  labels: { cancel?: string; confirm: string; pending: string };
  /** Of the field. */
  reasonLabel: string;
  error: ReactNode;
  request: { isPending: boolean; reset: () => void };
  send: (reason: string) => Promise<Result>;
  onDone?: (result: Result) => void;
}

/** A button of support that asks for a reason before it sends a request. */
export function ReasonButton<Result>({ reasonLabel, send, ...props }: ReasonButtonProps<Result>) {
  const { reasonMissing } = usePageText('staff').accounts;
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const sendReason = () => {
    const trimmed = reason.trim();
    setIsMissing(trimmed === '');
    return trimmed === '' ? undefined : send(trimmed);
  };
  return (
    <ConfirmButton {...props} send={sendReason}>
      <NoteField
        label={reasonLabel}
        value={reason}
        onChange={setReason}
        required
        readOnly={props.request.isPending}
        error={isMissing && reason.trim() === '' && reasonMissing}
      />
    </ConfirmButton>
  );
}
