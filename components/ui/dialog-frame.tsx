'use client';

import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { classNames } from './class-names';

interface DialogFrameProps {
  /** Gets the focus when the dialog opens. */
  cancelButton: RefObject<HTMLButtonElement | null>;
  /** Returns the element to focus after the dialog has closed. Returns null for the one that had the focus before. */
  getFinalFocus?: () => HTMLElement | null;
  /** Closes the dialog after Esc. */
  onClose: () => void;
  /** Whether the dialog has a short text, and is no sheet on a phone. */
  compact?: boolean;
  children: ReactNode;
}

const baseClassName =
  'max-w-none max-h-none flex-col overflow-y-auto bg-raised text-ink transition-opacity open:flex forced-colors:border ' +
  'starting:open:opacity-0 backdrop:bg-(--backdrop) backdrop:transition-opacity starting:open:backdrop:opacity-0';

const sheetClassName =
  'size-full narrow:m-auto narrow:h-fit narrow:max-h-[calc(100dvh-4rem)] narrow:w-[min(40rem,calc(100vw-2rem))] narrow:rounded-control';

const compactClassName =
  'm-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(34rem,calc(100vw-2rem))] rounded-control';

const DialogIds = createContext({ title: '', description: '' });

/**
 * A modal dialog that asks for confirmation, open while it is rendered. It has a `DialogTitle` and a `DialogDescription`.
 * Only its buttons and Esc close it, not a click outside. A phone shows it as a sheet.
 */
export function DialogFrame(props: DialogFrameProps) {
  const { cancelButton, getFinalFocus, onClose, compact = false, children } = props;
  const dialogRef = useRef<HTMLDialogElement>(null);
  const isShown = useRef(false);
  const id = useId();
  const ids = { title: `${id}-title`, description: `${id}-description` };
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    const restoreScrolling = preventScrolling();
    dialog?.showModal();
    isShown.current = true;
    cancelButton.current?.focus();
    // Chrome scrolls to where the focused button would be if it were not sticky.
    dialog?.scrollTo(0, 0);
    return () => {
      restoreScrolling();
      // React also hides what waits for a script. Only a user closes the dialog.
      isShown.current = false;
      // Returns the focus to the element that had it before.
      dialog?.close();
    };
  }, [cancelButton]);
  const moveFocus = useEffectEvent(() => getFinalFocus?.()?.focus());
  // After the page is shown without the dialog: until then, the rest of the page is inert.
  useEffect(() => () => moveFocus(), []);
  return (
    <dialog
      ref={dialogRef}
      role="alertdialog"
      aria-labelledby={ids.title}
      aria-describedby={ids.description}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        if (currentTarget.open || !isShown.current) return;
        // Chrome closes it on the second Esc, even if the first was prevented.
        currentTarget.showModal();
        onClose();
      }}
      className={classNames(baseClassName, compact ? compactClassName : sheetClassName)}
    >
      <DialogIds value={ids}>{children}</DialogIds>
    </dialog>
  );
}

/**
 * Prevents scrolling of the page, which keeps its width when the scrollbar disappears. Returns a function that allows
 * it again.
 */
function preventScrolling(): () => void {
  const { clientWidth, style } = document.documentElement;
  const scrollbarWidth = window.innerWidth - clientWidth;
  style.overflow = 'hidden';
  style.paddingRight = `${scrollbarWidth}px`;
  return () => {
    style.overflow = '';
    style.paddingRight = '';
  };
}

export function DialogTitle({ children }: { children: ReactNode }) {
  return (
    <h2 id={use(DialogIds).title} className="text-head">
      {children}
    </h2>
  );
}

export function DialogDescription({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div id={use(DialogIds).description} className={className}>
      {children}
    </div>
  );
}

/**
 * The buttons of a dialog, and above them a `DialogNotice` if there is one. Both stay in view. The live region is always
 * rendered, because screen readers announce only changes inside an existing one.
 */
export function DialogFooter({ notice, children }: { notice: ReactNode; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 mt-auto border-t border-line bg-raised px-5 py-4 narrow:px-8">
      <div role="status">{notice}</div>
      <div className="flex flex-col gap-3 narrow:flex-row narrow:flex-wrap narrow:justify-end">
        {children}
      </div>
    </div>
  );
}

/** A state that needs attention, such as an error. */
export function DialogNotice({ title, lines = [] }: { title: ReactNode; lines?: ReactNode[] }) {
  return (
    <div className="mb-4 border-s-4 border-rule ps-4">
      <p className="font-medium">{title}</p>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and no state
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}
