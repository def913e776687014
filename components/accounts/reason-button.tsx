'use client';

import { type ComponentProps, type ReactNode, useState } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { NoteField } from '@/components/ui/note-field';

interface ReasonButtonProps<Result>
  extends Pick<ComponentProps<typeof ConfirmButton<Result>>, 'label' | 'failed' | 'request' | 'onDone'> {
  /** Texts of the dialog. `keep` is "Cancel" by default. */
  text: { title: ReactNode; body: string; label: string; keep?: string };
  /** Instead of the label, while the request is in flight. */
  working: string;
  /** Label of the field. The default says that the audit log shows the reason. */
  reasonLabel?: string;
  send: (reason: string) => Promise<Result>;
}

/** A button of support that asks for a reason before it sends a request. */
export function ReasonButton<Result>(props: ReasonButtonProps<Result>) {
  const { text, working, reasonLabel, send, ...button } = props;
  const { auditReason, reasonMissing } = usePageText('staff').accounts;
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const sendReason = () => {
    const trimmed = reason.trim();
    setIsMissing(trimmed === '');
    return trimmed === '' ? undefined : send(trimmed);
  };
  return (
    <ConfirmButton
      {...button}
      title={text.title}
      description={text.body}
      labels={{ ...(text.keep && { cancel: text.keep }), confirm: text.label, pending: working }}
      send={sendReason}
    >
      <NoteField
        label={reasonLabel ?? auditReason}
        value={reason}
        onChange={setReason}
        required
        readOnly={button.request.isPending}
        error={isMissing && reason.trim() === '' && reasonMissing}
      />
    </ConfirmButton>
  );
}
