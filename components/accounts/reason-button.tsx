'use client';

import { type ReactNode, useState } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { ErrorMessage } from '@/components/ui/error-message';
import { NoteField } from '@/components/ui/note-field';

interface ReasonButtonProps<Result> {
  /** Text of the button. The default is that of the dialog. */
  label?: ReactNode;
  /** Texts of the dialog. `keep` is "Cancel" by default. */
  text: { title: ReactNode; body: string; label: string; keep?: string };
  /** Instead of the label, while the request is in flight. */
  working: string;
  /** Label of the field. The default says that the audit log shows the reason. */
  reasonLabel?: string;
  /** What failed, before the error. */
  failed?: string;
  request: { isPending: boolean; error: unknown; reset: () => void };
  send: (reason: string) => Promise<Result>;
  onDone?: (result: Result) => void;
}

/** A button of support that asks for a reason before it sends a request. */
export function ReasonButton<Result>(props: ReasonButtonProps<Result>) {
  const { text, working, reasonLabel, failed, request, send, ...button } = props;
  const { auditReason, reasonMissing } = usePageText('staff').accounts;
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const sendReason = () => {
    const trimmed = reason.trim();
    setIsMissing(trimmed === '');
    return trimmed === '' ? undefined : send(trimmed);
  };
  const error = request.error ? <ErrorMessage error={request.error} /> : null;
  return (
    <ConfirmButton
      {...button}
      title={text.title}
      description={text.body}
      labels={{ ...(text.keep && { cancel: text.keep }), confirm: text.label, pending: working }}
      error={
        error && failed ? (
          <p>
            {failed} {error}
          </p>
        ) : (
          error
        )
      }
      request={request}
      send={sendReason}
    >
      <NoteField
        label={reasonLabel ?? auditReason}
        value={reason}
        onChange={setReason}
        required
        readOnly={request.isPending}
        error={isMissing && reason.trim() === '' && reasonMissing}
      />
    </ConfirmButton>
  );
}
