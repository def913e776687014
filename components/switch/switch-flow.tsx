'use client';

import { type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { WaitingNotice } from '@/components/change-dialog/waiting-notice';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { useLazyText, useText } from '@/components/i18n/text-provider';
import { useNow } from '@/components/ui/date-text';
import { DoneNotice } from '@/components/ui/done-notice';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { HistoryEntry } from '@/lib/contract/history';
import type { AppInfo } from '@/lib/contract/versions';
import { toVersionPrice } from '@/lib/pricing/price';
import { SwitchDialog, type SwitchDialogProps } from './switch-dialog';
import { type PricedPlans, usePriceSentence } from './switch-prices';
import { type SwitchPreviewData, toSwitchPrices } from './switch-summary';
import { SwitchTrial } from './use-shown-switch';

/** The switch dialog as the query string states it. */
export interface OpenSwitchDialog {
  /** The version to switch to. It is null while the dialog is closed. */
  versionId: string | null;
  /** The history entry that the switch undoes. It is null for an ordinary switch. */
  undo: string | null;
  /** The change that the switch approves. It is null if there is none. */
  approve: string | null;
  /** Number of users. It is null for the account's. */
  seats: number | null;
  setSeats: (seats: number | null) => void;
  /** Number of units of the price, such as sites. It is null for the account's. */
  units: number | null;
  setUnits: (units: number) => void;
  /** With a period, that is chosen too. */
  open: (versionId: string, period?: BillingPeriod | null) => void;
  openUndo: (versionId: string, historyId: string) => void;
  /** `onReturn` is called if this goes back in the browser's history, after the scroll position has been restored. */
  close: (onReturn?: () => void) => void;
}

export interface SwitchFlowProps extends Pick<SwitchDialogProps, 'list' | 'billing' | 'bySupport'> {
  dialog: OpenSwitchDialog;
  /** The newest history entry. It is null if there is none or it is not loaded. */
  newestEntry: HistoryEntry | null;
  /** Whether the user asks an owner for a switch. */
  isMember: boolean;
}

/** The switch dialog, and after a switch the notice that confirms it. It is loaded on demand. */
export function SwitchFlow(props: SwitchFlowProps) {
  const { list, billing, dialog, newestEntry, isMember, bySupport = false } = props;
  const [completed, setCompleted] = useState<CompletedSwitch | null>(null);
  const noticeRef = useRef<HTMLDivElement>(null);
  const now = useNow(60_000);
  const isNewest = newestEntry?.id === completed?.to.id;
  return (
    <>
      {completed?.change && bySupport && (
        <WaitingNotice change={completed.change} ref={noticeRef} onDismiss={() => setCompleted(null)} />
      )}
      {completed && !completed.change && (
        <SwitchDoneNotice
          completed={completed}
          app={list.app}
          ref={noticeRef}
          undoable={isNewest && canUndo(newestEntry, now) ? newestEntry : null}
          bySupport={bySupport}
          onUndo={dialog.openUndo}
          onDismiss={() => setCompleted(null)}
        />
      )}
      {dialog.versionId !== null && (
        <SwitchDialog
          key={dialog.undo ?? dialog.versionId}
          versionId={dialog.versionId}
          undo={dialog.undo}
          approve={dialog.approve}
          isMember={isMember}
          list={list}
          billing={billing}
          seats={dialog.seats}
          units={dialog.units}
          bySupport={bySupport}
          onSeats={dialog.setSeats}
          onUnits={dialog.setUnits}
          noticeRef={noticeRef}
          onClose={() => dialog.close()}
          onDone={(preview, change) => {
            // Rendered before the dialog, which closes in an event of its own, moves the focus to it.
            flushSync(() => setCompleted({ ...preview, change }));
            dialog.close(() => noticeRef.current?.scrollIntoView({ block: 'nearest' }));
          }}
        />
      )}
    </>
  );
}

/** Whether a history entry can be undone at a time in Unix seconds. It is null for an unknown time. */
function canUndo(entry: HistoryEntry | null, now: number | null): entry is HistoryEntry {
  return now !== null && entry !== null && entry.undo_until !== null && now < entry.undo_until;
}

interface CompletedSwitch extends SwitchPreviewData {
  /** What waits instead. It is null if the switch was made. */
  change: AccountChangeBody | null;
}

interface SwitchDoneNoticeProps {
  completed: CompletedSwitch;
  app: AppInfo;
  /** The element that the dialog focuses when it closes. */
  ref: Ref<HTMLDivElement>;
  /** The history entry of the switch. It is null if it can't be undone. */
  undoable: HistoryEntry | null;
  bySupport: boolean;
  onUndo: (versionId: string, historyId: string) => void;
  onDismiss: () => void;
}

/** Confirms a switch ("You’re on Pro: $20 a month instead of $5 (+$15).") until it is dismissed, and offers to undo it. */
function SwitchDoneNotice(props: SwitchDoneNoticeProps) {
  const { completed, app, ref, undoable, bySupport, onUndo, onDismiss } = props;
  const { ui } = useText();
  const switching = useLazyText('switching').switching;
  const { billing_period: after, previous_billing_period: before } = completed;
  const periods = { before, after, app: app.billing_period };
  // In a trial, nothing was paid.
  const isPaid = completed.previous_trial_ends_at === null || null;
  const prices = {
    ...toSwitchPrices<PricedPlans['to']>(
      {
        from: isPaid && completed.from && toVersionPrice(completed.from, completed.previous_quantity),
        to: toVersionPrice(completed.to, completed.quantity),
      },
      periods,
      completed,
    ),
    previousUsers: completed.previous_users,
  };
  const price = usePriceSentence(prices, app, completed.users);
  const { history_id: historyId, previous_version_id: previousId } = undoable ?? {};
  const endedAddOns = completed.options.filter(({ outcome }) => outcome === 'lost').length;
  const plan = (
    <CatalogText key="to" className="font-medium">
      {completed.to.title}
    </CatalogText>
  );
  return (
    <DoneNotice
      ref={ref}
      title={
        <>
          {interpolate(switching.done.nowOn, [
            plan,
            <bdi key="price">
              {completed.trial ? (
                <SwitchTrial part="price" trial={completed.trial} versionId={completed.to.id} app={app} />
              ) : (
                price
              )}
            </bdi>,
          ])}
          {endedAddOns > 0 && ` ${switching.done.addOnsEnded(endedAddOns)}`}
        </>
      }
      onDismiss={onDismiss}
    >
      {historyId && previousId && (
        <TextButton data-undo={historyId} onClick={() => onUndo(previousId, historyId)}>
          {switching.undo.open}
        </TextButton>
      )}
      {!bySupport && <TextLink href={pageUrls.history()}>{ui.viewHistory}</TextLink>}
    </DoneNotice>
  );
}
