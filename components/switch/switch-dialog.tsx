'use client';

import type { ComponentProps, RefObject } from 'react';
import { ChangeDialog } from '@/components/ui/dialog-frame';
import { QueryProvider } from '@/components/ui/query-provider';
import { SwitchDialogBody } from './switch-dialog-body';

interface SwitchDialogProps extends ComponentProps<typeof SwitchDialogBody> {
  /** The confirmation on the page, which gets the focus after a switch. */
  noticeRef: RefObject<HTMLElement | null>;
}

/** The confirmation dialog of a switch, open while it is rendered. */
export function SwitchDialog({ noticeRef, ...props }: SwitchDialogProps) {
  const { versionId, undo, onClose } = props;
  const getOpener = () => {
    const selector = undo
      ? `[data-undo="${CSS.escape(undo)}"]`
      : `[data-switch-to="${CSS.escape(versionId)}"]`;
    // The closed dialog has returned the focus, if the button had it. There can be several.
    return document.querySelector<HTMLElement>(`${selector}:focus`) ?? document.querySelector(selector);
  };
  return (
    <ChangeDialog key={undo ?? versionId} getOpener={getOpener} noticeRef={noticeRef} onClose={onClose}>
      <QueryProvider>
        <SwitchDialogBody {...props} />
      </QueryProvider>
    </ChangeDialog>
  );
}
