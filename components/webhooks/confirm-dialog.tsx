'use client';

import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { DialogDescription, DialogFrame, DialogTitle } from '@/components/ui/dialog-frame';
import { useWebhooksText } from './use-webhooks-text';
import { Code, WebhookError } from './webhook-state';

interface ConfirmDialogProps {
  open: boolean;
  text: { title: string; body: string; action: string; working: string };
  url: string;
  working: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a change that can't be undone at once. Only its buttons and Esc close it. Cancel has the focus. */
export function ConfirmDialog({ open, text, url, working, error, onConfirm, onClose }: ConfirmDialogProps) {
  const { cancel } = useWebhooksText();
  const cancelButton = useRef<HTMLButtonElement>(null);
  if (!open) return null;
  return (
    <DialogFrame compact cancelButton={cancelButton} onClose={() => !working && onClose()}>
      <div className="px-5 py-6 narrow:px-8">
        <DialogTitle>{text.title}</DialogTitle>
        <p className="mt-1 text-soft">
          <Code>{url}</Code>
        </p>
        <DialogDescription className="mt-4">{text.body}</DialogDescription>
        <div role="alert" className="mt-4 empty:hidden">
          {error !== null && !working && <WebhookError error={error} />}
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button ref={cancelButton} blocked={working} onClick={onClose}>
            {cancel}
          </Button>
          <Button tone="solid" blocked={working} onClick={onConfirm}>
            {working ? text.working : text.action}
          </Button>
        </div>
      </div>
    </DialogFrame>
  );
}
