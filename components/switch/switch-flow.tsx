'use client';

import { type Ref, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import type { Billing } from '@/components/pricing/use-billing';
import { useNow } from '@/components/ui/date-text';
import { DoneNotice } from '@/components/ui/done-notice';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { HistoryEntry } from '@/lib/contract/history';
import type { VersionList } from '@/lib/contract/versions';
import { SwitchDialog } from './switch-dialog';
import { useSwitchingText } from './use-switching-text';

/** The switch dialog as the query string states it. */
export interface OpenSwitchDialog {
  /** The version to switch to. Null while the dialog is closed. */
  versionId: string | null;
  /** The history entry that the switch undoes. Null for an ordinary switch. */
  undo: string | null;
  /** Number of users for price estimates. */
  seats: number;
  setSeats: (seats: number) => void;
  /** With a period, that is chosen too. */
  open: (versionId: string, period?: BillingPeriod | null) => void;
  openUndo: (versionId: string, historyId: string) => void;
  close: () => void;
}

export interface SwitchFlowProps {
  list: VersionList['data'];
  billing: Billing;
  dialog: OpenSwitchDialog;
  /** The newest history entry. Null if there is none or it is not loaded. */
  newestEntry: HistoryEntry | null;
}

/** The switch dialog, and after a switch the notice that confirms it. Loaded on demand. */
export function SwitchFlow({ list, billing, dialog, newestEntry }: SwitchFlowProps) {
  const [completed, setCompleted] = useState<CompletedSwitch | null>(null);
  const noticeRef = useRef<HTMLDivElement>(null);
  const now = useNow(60_000);
  const isNewest = newestEntry?.id === completed?.id;
  return (
    <>
      {completed && (
        <SwitchDoneNotice
          completed={completed}
          ref={noticeRef}
          undoable={isNewest && canUndo(newestEntry, now) ? newestEntry : null}
          onUndo={dialog.openUndo}
          onDismiss={() => setCompleted(null)}
        />
      )}
      {dialog.versionId !== null && (
        <SwitchDialog
          versionId={dialog.versionId}
          undo={dialog.undo}
          list={list}
          billing={billing}
          seats={dialog.seats}
          newestEntry={newestEntry}
          onSeats={dialog.setSeats}
          noticeRef={noticeRef}
          onClose={dialog.close}
          onDone={({ to }) => {
            setCompleted(to);
            dialog.close();
          }}
        />
      )}
    </>
  );
}

/** Whether a history entry can be undone at a time in Unix seconds. Null for an unknown time. */
export function canUndo(entry: HistoryEntry | null, now: number | null): entry is HistoryEntry {
  return now !== null && entry !== null && entry.undo_until !== null && now < entry.undo_until;
}

/** The plan that the account switched to. */
interface CompletedSwitch {
  id: string;
  title: string;
}

interface SwitchDoneNoticeProps {
  completed: CompletedSwitch;
  /** The element that the dialog focuses when it closes. */
  ref: Ref<HTMLDivElement>;
  /** The history entry of the switch. Null if it can't be undone. */
  undoable: HistoryEntry | null;
  onUndo: (versionId: string, historyId: string) => void;
  onDismiss: () => void;
}

/** Confirms a switch ("You’re on Pro") until it is dismissed, and offers to undo it. */
function SwitchDoneNotice({ completed, ref, undoable, onUndo, onDismiss }: SwitchDoneNoticeProps) {
  const { ui } = useText();
  const switching = useSwitchingText();
  const { history_id: historyId, previous_version_id: previousId } = undoable ?? {};
  return (
    <DoneNotice
      ref={ref}
      title={interpolate(switching.done.nowOn, [
        <bdi key="to" className="font-medium">
          {completed.title}
        </bdi>,
      ])}
      onDismiss={onDismiss}
    >
      {historyId && previousId && (
        <TextButton data-undo={historyId} onClick={() => onUndo(previousId, historyId)}>
          {switching.undo.open}
        </TextButton>
      )}
      <TextLink href={pageUrls.history()}>{ui.viewHistory}</TextLink>
    </DoneNotice>
  );
}
