'use client';

import { type RefObject, useRef, useState } from 'react';
import type { Billing } from '@/components/pricing/use-billing';
import { DialogFrame } from '@/components/ui/dialog-frame';
import type { VersionList } from '@/lib/contract/versions';
import { SwitchDialogBody } from './switch-dialog-body';
import type { SwitchPreviewData } from './switch-summary';
import type { ReadOnlySwitch } from './use-switch-session';

interface SwitchDialogProps {
  /** The version to switch to. Null while the dialog is closed. */
  versionId: string | null;
  list: VersionList['data'];
  billing: Billing;
  /** Number of users for price estimates. */
  seats: number;
  onSeats: (seats: number) => void;
  /** The confirmation on the page, which gets the focus after a switch. */
  noticeRef: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDone: (preview: SwitchPreviewData) => void;
  /** Shows this preview, and states why nothing can be confirmed. */
  readOnly?: ReadOnlySwitch | undefined;
}

/** The confirmation dialog of a switch. Only its buttons and Esc close it, not a click outside. */
export function SwitchDialog({
  versionId,
  list,
  billing,
  seats,
  onSeats,
  noticeRef,
  onClose,
  onDone,
  readOnly,
}: SwitchDialogProps) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  const busy = useRef(false);
  const switched = useRef(false);
  // Keeps the content while the dialog fades out.
  const [shownId, setShownId] = useState(versionId);
  if (versionId !== null && versionId !== shownId) setShownId(versionId);

  function getFinalFocus() {
    if (switched.current) return false;
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-switch-to]')];
    return buttons.find(({ dataset }) => dataset.switchTo === shownId) ?? true;
  }

  return (
    <DialogFrame
      open={versionId !== null}
      cancelButton={cancelButton}
      getFinalFocus={getFinalFocus}
      onClose={() => {
        if (!busy.current) onClose();
      }}
      onSettled={(open) => {
        // The notice is inert until the dialog has closed. It gets the focus instead of the button that opened the dialog,
        // which the switch may have removed.
        if (open) switched.current = false;
        else if (switched.current) noticeRef.current?.focus();
      }}
    >
      {shownId !== null && (
        <SwitchDialogBody
          key={shownId}
          versionId={shownId}
          list={list}
          billing={billing}
          seats={seats}
          onSeats={onSeats}
          cancelButton={cancelButton}
          readOnly={readOnly}
          onBusy={(isBusy) => {
            busy.current = isBusy;
          }}
          onClose={onClose}
          onDone={(preview) => {
            switched.current = true;
            onDone(preview);
          }}
        />
      )}
    </DialogFrame>
  );
}
