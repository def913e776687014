'use client';

import { type ComponentProps, type ReactNode, type Ref, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';
import { ErrorMessage } from './error-message';
import { useOnline } from './use-online';

interface ConfirmButtonProps<Result>
  extends Omit<
    ComponentProps<typeof ConfirmDialog>,
    'error' | 'isPending' | 'getFinalFocus' | 'onConfirm' | 'onClose'
  > {
  ref?: Ref<HTMLButtonElement>;
  /** Text of the button. The default is that of the dialog. */
  label?: ReactNode;
  request: { isPending: boolean; error: unknown; reset: () => void };
  /** Why the request failed. The default is its error, after what `failed` says. */
  error?: ReactNode;
  failed?: string | undefined;
  /** Sends the request. Returns undefined if something is missing. */
  send: () => Promise<Result> | undefined;
  /** Called when the dialog has closed. */
  onDone?: (result: Result) => void;
}

/** A button that asks before it sends a request. */
export function ConfirmButton<Result>(props: ConfirmButtonProps<Result>) {
  const { ref, label, request, send, onDone, failed, ...dialog } = props;
  const [isOpen, setIsOpen] = useState(false);
  const online = useOnline();
  const open = () => {
    request.reset();
    setIsOpen(true);
  };
  const close = (result: Result) => {
    // Until the dialog is closed, the rest of the page is inert.
    flushSync(() => setIsOpen(false));
    onDone?.(result);
  };
  return (
    <>
      <Button ref={ref} aria-haspopup="dialog" blocked={!online} onClick={open}>
        {label ?? dialog.labels.confirm}
      </Button>
      {isOpen && (
        <ConfirmDialog
          error={request.error ? <ErrorMessage error={request.error} failed={failed} /> : null}
          {...dialog}
          isPending={request.isPending}
          onConfirm={() => void send()?.then(close, () => undefined)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
