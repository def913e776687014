'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useWebhooksText } from './use-webhooks-text';
import { Code, WebhookError } from './webhook-state';

interface ConfirmDialogProps {
  open: boolean;
  text: { title: string; body: string; confirm: string; working: string };
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
  return (
    <AlertDialog.Root open={open} onOpenChange={(opens) => !opens && !working && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 bg-(--backdrop) opacity-100 transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <AlertDialog.Popup
          initialFocus={cancelButton}
          className="fixed inset-x-4 inset-y-0 m-auto h-fit max-h-[calc(100dvh-2rem)] max-w-[34rem] overflow-y-auto rounded-control bg-raised px-5 py-6 text-ink opacity-100 transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0 narrow:px-8 forced-colors:border"
        >
          <AlertDialog.Title className="text-head">{text.title}</AlertDialog.Title>
          <p className="mt-1 text-soft">
            <Code>{url}</Code>
          </p>
          <AlertDialog.Description className="mt-4">{text.body}</AlertDialog.Description>
          <div role="alert" className="mt-4 empty:hidden">
            {error !== null && !working && <WebhookError error={error} />}
          </div>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button ref={cancelButton} blocked={working} onClick={onClose}>
              {cancel}
            </Button>
            <Button tone="solid" blocked={working} onClick={onConfirm}>
              {working ? text.working : text.confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
