'use client';

import { useSearchParams as useRouterSearchParams } from 'next/navigation';
import { lazy, useEffect, useRef, useState } from 'react';
import { OnDemandDialog } from '@/components/change-dialog/on-demand-dialog';
import { loadLazyText } from '@/components/i18n/text-provider';
import { switchSearchParams } from '@/lib/client/page-urls';
import type { SearchParamValues } from '@/lib/client/search-params';
import { useDialogInUrl } from '@/lib/client/use-page-refresh';
import { useSearchParams, writeUrlUpdate } from '@/lib/client/use-search-params';
import type { OpenSwitchDialog, SwitchFlowProps } from './switch-flow';

/** A chunk of its own, so that the plans page loads without it. */
const loadSwitchFlow = () => import('./switch-flow');
const SwitchFlow = lazy(() => loadSwitchFlow().then((module) => ({ default: module.SwitchFlow })));

/** Where the switch dialog opens, and where the notice that confirms a switch is shown. */
export function SwitchSection(props: SwitchFlowProps) {
  return (
    <OnDemandDialog isOpen={props.dialog.versionId !== null}>
      <SwitchFlow {...props} />
    </OnDemandDialog>
  );
}

export interface SwitchDialogState extends OpenSwitchDialog {
  /** Loads the scripts of the dialog. */
  preload: () => void;
}

/** Keeps the state of the dialog in the query string: the dialog can be linked to, and Back closes it. */
export function useSwitchDialogState(): SwitchDialogState {
  const [{ switch: versionId, undo, approve, seats, units, period }, setSearchParams] =
    useSearchParams(switchSearchParams);
  // The router follows a change of the URL.
  const isInRouter = useRouterSearchParams().has('switch');
  useDialogInUrl(versionId !== null || isInRouter);
  const openedByClick = useRef(false);
  const isLeaving = useIsLeaving(versionId !== null);
  // The dialog closes at once. The browser goes back later, and not at all during another navigation.
  const [closedId, setClosedId] = useState<string | null>(null);
  if (closedId !== null && closedId !== versionId) setClosedId(null);
  function push(params: Partial<SearchParamValues<typeof switchSearchParams>>) {
    openedByClick.current = true;
    setClosedId(null);
    setSearchParams(params, { push: true });
  }
  function close(onReturn?: () => void) {
    setClosedId(versionId);
    // A click pushed a history entry to go back to. A link to the dialog did not. To go back would end the loading of the
    // page that the user has meanwhile opened.
    if (openedByClick.current && !isLeaving.current) {
      const onPopState = () => {
        // The entry that Back returns to has the numbers and the period from before the dialog.
        setSearchParams({ seats, units, period });
        if (onReturn) requestAnimationFrame(onReturn);
      };
      window.addEventListener('popstate', onPopState, { once: true });
      window.history.back();
    } else {
      setSearchParams({ switch: null, undo: null, approve: null });
      if (isLeaving.current) writeUrlUpdate();
    }
    openedByClick.current = false;
  }
  return {
    versionId: versionId === closedId ? null : versionId,
    undo,
    approve,
    seats,
    setSeats: (next) => setSearchParams({ seats: next }),
    units,
    setUnits: (next) => setSearchParams({ units: next }),
    open: (id, next) => push({ switch: id, ...(next && { period: next }) }),
    openUndo: (id, historyId) => push({ switch: id, undo: historyId }),
    close,
    preload: preloadSwitchFlow,
  };
}

/** Whether the browser has begun to load another page since `isActive`. */
function useIsLeaving(isActive: boolean) {
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isActive) return;
    isLeaving.current = false;
    const onLeave = () => {
      isLeaving.current = true;
    };
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [isActive]);
  return isLeaving;
}

function preloadSwitchFlow() {
  const scripts = [loadSwitchFlow(), loadLazyText('switching'), loadLazyText('receipt')];
  // A failure is ignored here: opening the dialog loads the scripts again.
  Promise.all(scripts).catch(() => undefined);
}
