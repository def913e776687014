'use client';

import { type Ref, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import type { Billing } from '@/components/pricing/use-billing';
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
  /** Number of users for price estimates. */
  seats: number;
  setSeats: (seats: number) => void;
  /** With a period, that is chosen too. */
  open: (versionId: string, period?: BillingPeriod | null) => void;
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
  const previous = list.versions.find(({ id }) => id === completed?.from?.id);
  return (
    <>
      {completed && (
        <SwitchDoneNotice
          completed={completed}
          ref={noticeRef}
          canGoBack={previous?.switch?.allowed ?? false}
          onBack={dialog.open}
          onDismiss={() => setCompleted(null)}
        />
      )}
      {dialog.versionId !== null && (
        <SwitchDialog
          versionId={dialog.versionId}
          list={list}
          billing={billing}
          seats={dialog.seats}
          newestEntry={newestEntry}
          onSeats={dialog.setSeats}
          noticeRef={noticeRef}
          onClose={dialog.close}
          onDone={({ from, to, previous_billing_period: previousPeriod }) => {
            setCompleted({ from, to, previousPeriod });
            dialog.close();
          }}
        />
      )}
    </>
  );
}

interface CompletedSwitch {
  to: { id: string; title: string };
  from: { id: string; title: string } | null;
  previousPeriod: BillingPeriod | null;
}

interface SwitchDoneNoticeProps {
  completed: CompletedSwitch;
  /** The element that the dialog focuses when it closes. */
  ref: Ref<HTMLDivElement>;
  canGoBack: boolean;
  onBack: (versionId: string, period: BillingPeriod | null) => void;
  onDismiss: () => void;
}

/** Confirms a switch ("You’re on Pro") until it is dismissed, and offers to switch back. */
function SwitchDoneNotice({ completed, ref, canGoBack, onBack, onDismiss }: SwitchDoneNoticeProps) {
  const { ui } = useText();
  const switching = useSwitchingText();
  const { from, to, previousPeriod } = completed;
  return (
    <DoneNotice
      ref={ref}
      title={interpolate(switching.done.nowOn, [
        <bdi key="to" className="font-medium">
          {to.title}
        </bdi>,
      ])}
      onDismiss={onDismiss}
    >
      {from && canGoBack && (
        <TextButton onClick={() => onBack(from.id, previousPeriod)}>
          {switching.done.switchBack}
          <span className="sr-only"> {interpolate(switching.done.toPlan, [from.title])}</span>
        </TextButton>
      )}
      <TextLink href={pageUrls.history()}>{ui.viewHistory}</TextLink>
    </DoneNotice>
  );
}
