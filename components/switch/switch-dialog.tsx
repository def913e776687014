'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type RefObject, useRef, useState } from 'react';
import type { VersionList } from '@/lib/contract/versions';
import { SwitchDialogBody } from './switch-dialog-body';
import type { SwitchPreviewData } from './switch-summary';
import type { ReadOnlySwitch } from './use-switch-session';

interface SwitchDialogProps {
  /** The version to switch to. Null while the dialog is closed. */
  versionId: string | null;
  list: VersionList['data'];
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

const popupClassName =
  'fixed inset-0 flex flex-col overflow-y-auto bg-raised text-ink opacity-100 transition-opacity ' +
  'data-starting-style:opacity-0 data-ending-style:opacity-0 forced-colors:border ' +
  'narrow:m-auto narrow:h-fit narrow:max-h-[calc(100dvh-4rem)] narrow:w-[min(40rem,calc(100vw-2rem))] narrow:rounded-control';

/** The confirmation dialog of a switch. Only its buttons and Esc close it, not a click outside. */
export function SwitchDialog({
  versionId,
  list,
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
    <AlertDialog.Root
      open={versionId !== null}
      onOpenChange={(open) => {
        if (!open && !busy.current) onClose();
      }}
      onOpenChangeComplete={(open) => {
        // The notice is inert until the dialog has closed. It gets the focus instead of the button that opened the dialog,
        // which the switch may have removed.
        if (open) switched.current = false;
        else if (switched.current) noticeRef.current?.focus();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 bg-(--backdrop) opacity-100 transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <AlertDialog.Popup className={popupClassName} initialFocus={cancelButton} finalFocus={getFinalFocus}>
          {shownId !== null && (
            <SwitchDialogBody
              key={shownId}
              versionId={shownId}
              list={list}
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
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
