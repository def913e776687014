'use client';

import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { switchSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { OpenSwitchDialog, SwitchFlowProps } from './switch-flow';

/** A chunk of its own, so that the plans page loads without it. */
const loadSwitchFlow = () => import('./switch-flow');
const SwitchFlow = lazy(() => loadSwitchFlow().then((module) => ({ default: module.SwitchFlow })));

/** Where the switch dialog opens, and where the notice that confirms a switch is shown. */
export function SwitchSection(props: SwitchFlowProps) {
  const isOpen = props.dialog.versionId !== null;
  // Stays mounted for the notice.
  const [isMounted, setIsMounted] = useState(isOpen);
  if (isOpen && !isMounted) setIsMounted(true);
  if (!isMounted) return null;
  return (
    <Suspense fallback={<LoadingDialog />}>
      <SwitchFlow {...props} />
    </Suspense>
  );
}

/** Shown while the script of the dialog loads. */
function LoadingDialog() {
  const { ui } = useText();
  return (
    <div role="status" className="delayed fixed inset-0 z-30 grid place-items-center bg-(--backdrop)">
      <p className="rounded-control bg-raised px-6 py-4">{ui.loading}</p>
    </div>
  );
}

export interface SwitchDialogState extends OpenSwitchDialog {
  /** Loads the scripts of the dialog. */
  preload: () => void;
}

/** Keeps the state of the dialog in the query string: the dialog can be linked to, and Back closes it. */
export function useSwitchDialogState(): SwitchDialogState {
  const [{ switch: versionId, undo, approve, seats, period }, setSearchParams] =
    useSearchParams(switchSearchParams);
  const openedByClick = useRef(false);
  // The dialog closes at once. The browser goes back later, and not at all during another navigation.
  const [closedId, setClosedId] = useState<string | null>(null);
  if (closedId !== null && closedId !== versionId) setClosedId(null);
  const open = useCallback(
    (id: string, period?: BillingPeriod | null) => {
      openedByClick.current = true;
      setClosedId(null);
      setSearchParams({ switch: id, ...(period && { period }) }, { push: true });
    },
    [setSearchParams],
  );
  const openUndo = useCallback(
    (id: string, historyId: string) => {
      openedByClick.current = true;
      setClosedId(null);
      setSearchParams({ switch: id, undo: historyId }, { push: true });
    },
    [setSearchParams],
  );
  const close = useCallback(
    (onReturn?: () => void) => {
      setClosedId(versionId);
      // A click pushed a history entry to go back to. A link to the dialog did not.
      if (openedByClick.current) {
        const onPopState = () => {
          // The entry that Back returns to has the number of users and the period from before the dialog.
          setSearchParams({ seats, period });
          if (onReturn) requestAnimationFrame(onReturn);
        };
        window.addEventListener('popstate', onPopState, { once: true });
        window.history.back();
      } else setSearchParams({ switch: null, undo: null, approve: null });
      openedByClick.current = false;
    },
    [versionId, seats, period, setSearchParams],
  );
  const shownId = versionId === closedId ? null : versionId;
  const setSeats = useCallback((next: number | null) => setSearchParams({ seats: next }), [setSearchParams]);
  return {
    versionId: shownId,
    undo,
    approve,
    seats,
    setSeats,
    open,
    openUndo,
    close,
    preload: preloadSwitchFlow,
  };
}

function preloadSwitchFlow() {
  const loadText = () =>
    import('./use-switching-text').then(({ loadSwitchingText }) =>
      loadSwitchingText(document.documentElement.lang),
    );
  // A failure is ignored here: opening the dialog loads the scripts again.
  Promise.all([loadSwitchFlow(), loadText()]).catch(() => undefined);
}
