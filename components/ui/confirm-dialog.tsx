'use client';

import { type ReactNode, useRef } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { Button } from './button';
import { DialogDescription, DialogFrame, DialogTitle } from './dialog-frame';

interface ConfirmDialogProps {
  title: ReactNode;
  /** What the dialog is about, below the title. */
  subject?: ReactNode;
  description: ReactNode;
  /** A field with its label. */
  children?: ReactNode;
  /** Why the request failed, or can't be sent. */
  error: ReactNode;
  /** `cancel` is "Cancel" by default. */
  labels: { cancel?: string; confirm: string; pending: string };
  isPending: boolean;
  /** Returns the element to focus after the dialog has closed. Returns null for the one that had the focus before. */
  getFinalFocus?: () => HTMLElement | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a change that can't be undone at once. It stays open while the request is in flight. Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, subject, description, children, error, labels, isPending } = props;
  const { getFinalFocus, onConfirm, onClose } = props;
  const { ui } = useText();
  const cancelButton = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame
      compact
      cancelButton={cancelButton}
      {...(getFinalFocus && { getFinalFocus })}
      onClose={() => !isPending && onClose()}
    >
      <div className="px-5 py-6 narrow:px-8">
        <DialogTitle>{title}</DialogTitle>
        {subject && <p className="mt-1 text-soft">{subject}</p>}
        <DialogDescription className={children ? 'mt-2 text-soft' : 'mt-4'}>{description}</DialogDescription>
        {children}
        <div role="alert" className="mt-4 empty:hidden">
          {!isPending && error}
        </div>
        <div className="mt-6 flex flex-col gap-3 narrow:flex-row narrow:flex-wrap narrow:justify-end">
          <Button ref={cancelButton} blocked={isPending} onClick={onClose}>
            {labels.cancel ?? ui.cancel}
          </Button>
          <Button tone="solid" blocked={isPending} onClick={onConfirm}>
            {isPending ? labels.pending : labels.confirm}
          </Button>
        </div>
      </div>
    </DialogFrame>
  );
}
