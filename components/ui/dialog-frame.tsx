'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode, RefObject } from 'react';

interface DialogFrameProps {
  open: boolean;
  /** Gets the focus when the dialog opens. */
  cancelButton: RefObject<HTMLButtonElement | null>;
  /** Returns the element to focus when the dialog closes, true for the default, or false for none. */
  getFinalFocus: () => HTMLElement | boolean;
  /** Called for Esc. */
  onClose: () => void;
  /** Called after the dialog has opened or closed. */
  onSettled: (open: boolean) => void;
  children: ReactNode;
}

const popupClassName =
  'fixed inset-0 flex flex-col overflow-y-auto bg-raised text-ink opacity-100 transition-opacity ' +
  'data-starting-style:opacity-0 data-ending-style:opacity-0 forced-colors:border ' +
  'narrow:m-auto narrow:h-fit narrow:max-h-[calc(100dvh-4rem)] narrow:w-[min(40rem,calc(100vw-2rem))] narrow:rounded-control';

/** A dialog that asks for confirmation. Only its buttons and Esc close it, not a click outside. A phone shows it as a sheet. */
export function DialogFrame(props: DialogFrameProps) {
  const { open, cancelButton, getFinalFocus, onClose, onSettled, children } = props;
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(opens) => {
        if (!opens) onClose();
      }}
      onOpenChangeComplete={onSettled}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 bg-(--backdrop) opacity-100 transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <AlertDialog.Popup className={popupClassName} initialFocus={cancelButton} finalFocus={getFinalFocus}>
          {children}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** The buttons of a dialog, which stay in view. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 mt-auto flex flex-col gap-3 border-t border-line bg-raised px-5 py-4 narrow:flex-row narrow:flex-wrap narrow:justify-end narrow:px-8">
      {children}
    </div>
  );
}

/** A state that needs attention, such as an error. */
export function DialogNotice({ title, lines = [] }: { title: ReactNode; lines?: ReactNode[] }) {
  return (
    <div className="mt-6 border-s-4 border-rule ps-4">
      <p className="font-medium">{title}</p>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and no state
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}
