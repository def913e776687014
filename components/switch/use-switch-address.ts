'use client';

import { useQueryState } from 'nuqs';
import { useCallback, useRef } from 'react';
import { plansState } from '@/lib/client/page-state';

export interface SwitchAddress {
  /** The version asked about; null while no dialog is open. */
  versionId: string | null;
  open: (versionId: string) => void;
  close: () => void;
  /** Fetches the dialog's code ahead of the press. */
  prepare: () => void;
}

export const loadSwitchDialog = () => import('./switch-dialog');

/** The dialog lives in the address, so that it can be linked to, and Back closes it. */
export function useSwitchAddress(): SwitchAddress {
  const [versionId, setVersionId] = useQueryState('switch', plansState.switch);
  const openedHere = useRef(false);
  const open = useCallback(
    (id: string) => {
      openedHere.current = true;
      void setVersionId(id, { history: 'push' });
    },
    [setVersionId],
  );
  const close = useCallback(() => {
    // Opened by a press: the entry that the press made goes. Come by a link: there's none of ours to go back to.
    if (openedHere.current) window.history.back();
    else void setVersionId(null, { history: 'replace' });
    openedHere.current = false;
  }, [setVersionId]);
  return { versionId, open, close, prepare: prepareDialog };
}

function prepareDialog() {
  // Without a network there is nothing to prepare; opening it will say so.
  loadSwitchDialog().catch(() => undefined);
}
