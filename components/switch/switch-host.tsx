'use client';

import { lazy, Suspense, useRef, useState } from 'react';
import type { VersionList } from '@/lib/contract/version-list';
import { type Done, SwitchDone } from './switch-done';
import { loadSwitchDialog, type SwitchAddress } from './use-switch-address';

const SwitchDialog = lazy(() => loadSwitchDialog().then((module) => ({ default: module.SwitchDialog })));

interface SwitchHostProps {
  list: VersionList['data'];
  /** How many users to reckon with. */
  seats: number;
  dialog: SwitchAddress;
}

/** What the switch has on the page: its dialog while one is open, and afterwards the line that says what was done. */
export function SwitchHost({ list, seats, dialog }: SwitchHostProps) {
  const [done, setDone] = useState<Done | null>(null);
  // Once fetched the dialog stays, closed, so that it can hand the focus back when it goes.
  const [wanted, setWanted] = useState(dialog.versionId !== null);
  if (dialog.versionId !== null && !wanted) setWanted(true);
  const doneLine = useRef<HTMLDivElement>(null);
  const previous = list.versions.find(({ id }) => id === done?.from?.id);
  return (
    <>
      {done && (
        <SwitchDone
          done={done}
          line={doneLine}
          canGoBack={previous?.switch?.allowed ?? false}
          onBack={dialog.open}
          onDismiss={() => setDone(null)}
        />
      )}
      {wanted && (
        <Suspense fallback={null}>
          <SwitchDialog
            versionId={dialog.versionId}
            list={list}
            seats={seats}
            doneLine={doneLine}
            onClose={dialog.close}
            onDone={({ from, to }) => {
              setDone({ from, to });
              dialog.close();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
