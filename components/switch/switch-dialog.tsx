'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type RefObject, useRef, useState } from 'react';
import type { VersionList } from '@/lib/contract/version-list';
import type { Outlook } from './find-changes';
import { SwitchQuestion } from './switch-question';

export interface SwitchDialogProps {
  /** Null while it is closed. */
  versionId: string | null;
  list: VersionList['data'];
  /** How many users to reckon with. */
  seats: number;
  /** Takes the focus after a switch. */
  doneLine: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDone: (outlook: Outlook) => void;
}

const popup =
  'fixed inset-0 flex flex-col overflow-y-auto bg-raised text-ink opacity-100 transition-opacity ' +
  'data-starting-style:opacity-0 data-ending-style:opacity-0 forced-colors:border ' +
  'narrow:m-auto narrow:h-fit narrow:max-h-[calc(100dvh-4rem)] narrow:w-[min(40rem,calc(100vw-2rem))] narrow:rounded-control';

/** Asks before it switches. Only the buttons and Esc close it; a press beside it doesn't. */
export function SwitchDialog({ versionId, list, seats, doneLine, onClose, onDone }: SwitchDialogProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const busy = useRef(false);
  const finished = useRef(false);
  // While it fades out it still shows what it was about.
  const [shownId, setShownId] = useState(versionId);
  if (versionId !== null && versionId !== shownId) setShownId(versionId);

  function placeToReturnTo() {
    if (finished.current) return false;
    const button = [...document.querySelectorAll<HTMLElement>('[data-switch-to]')];
    return button.find(({ dataset }) => dataset.switchTo === shownId) ?? true;
  }

  return (
    <AlertDialog.Root
      open={versionId !== null}
      onOpenChange={(open) => {
        if (!open && !busy.current) onClose();
      }}
      onOpenChangeComplete={(open) => {
        // The line stands behind the dialog and can take the focus only when that is gone. Until the next question it
        // keeps it: the button that asked may go with what was switched.
        if (open) finished.current = false;
        else if (finished.current) doneLine.current?.focus();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 bg-(--backdrop) opacity-100 transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <AlertDialog.Popup className={popup} initialFocus={keep} finalFocus={placeToReturnTo}>
          {shownId !== null && (
            <SwitchQuestion
              key={shownId}
              versionId={shownId}
              list={list}
              seats={seats}
              keepButton={keep}
              onBusy={(now) => {
                busy.current = now;
              }}
              onClose={onClose}
              onDone={(outlook) => {
                finished.current = true;
                onDone(outlook);
              }}
            />
          )}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
