'use client';

import { type RefObject, useRef } from 'react';
import type { Billing } from '@/components/pricing/use-billing';
import { DialogFrame } from '@/components/ui/dialog-frame';
import { QueryProvider } from '@/components/ui/query-provider';
import type { HistoryEntry } from '@/lib/contract/history';
import type { VersionList } from '@/lib/contract/versions';
import { SwitchDialogBody } from './switch-dialog-body';
import type { SwitchPreviewData } from './switch-summary';
import type { ReadOnlySwitch } from './use-switch-session';

interface SwitchDialogProps {
  /** The version to switch to. */
  versionId: string;
  list: VersionList['data'];
  billing: Billing;
  /** The newest history entry. Absent in the preview; null if there is none or it is not loaded. */
  newestEntry?: HistoryEntry | null;
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

/** The confirmation dialog of a switch, open while it is rendered. */
export function SwitchDialog({
  versionId,
  list,
  billing,
  newestEntry = null,
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
  return (
    <DialogFrame
      key={versionId}
      cancelButton={cancelButton}
      getFinalFocus={() => {
        // Not the button that opened the dialog, which the switch may have removed.
        if (switched.current) {
          switched.current = false;
          return noticeRef.current;
        }
        const buttons = [...document.querySelectorAll<HTMLElement>('[data-switch-to]')];
        return buttons.find(({ dataset }) => dataset.switchTo === versionId) ?? null;
      }}
      onClose={() => {
        if (!busy.current) onClose();
      }}
    >
      <QueryProvider>
        <SwitchDialogBody
          versionId={versionId}
          list={list}
          billing={billing}
          newestEntry={newestEntry}
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
      </QueryProvider>
    </DialogFrame>
  );
}
