'use client';

import { lazy, type Ref, Suspense, useCallback, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import type { Billing } from '@/components/pricing/use-billing';
import { DoneNotice } from '@/components/ui/done-notice';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { pageUrls, switchSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { VersionList } from '@/lib/contract/versions';

const SwitchDialog = lazy(() => loadSwitchDialog().then((module) => ({ default: module.SwitchDialog })));

interface SwitchSectionProps {
  list: VersionList['data'];
  billing: Billing;
  dialog: SwitchDialogState;
}

/** The switch dialog, and after a switch the notice that confirms it. */
export function SwitchSection({ list, billing, dialog }: SwitchSectionProps) {
  const [completed, setCompleted] = useState<CompletedSwitch | null>(null);
  // After the first use, the dialog stays mounted, so that it can return the focus when it closes.
  const [isMounted, setIsMounted] = useState(dialog.versionId !== null);
  if (dialog.versionId !== null && !isMounted) setIsMounted(true);
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
      {isMounted && (
        <Suspense fallback={<SwitchDialogPlaceholder />}>
          <SwitchDialog
            versionId={dialog.versionId}
            list={list}
            billing={billing}
            seats={dialog.seats}
            onSeats={dialog.setSeats}
            noticeRef={noticeRef}
            onClose={dialog.close}
            onDone={({ from, to, previous_billing_period: previousPeriod }) => {
              setCompleted({ from, to, previousPeriod });
              dialog.close();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Shown while the script of the dialog loads. */
function SwitchDialogPlaceholder() {
  const { switching } = useText();
  return (
    <div role="status" className="delayed fixed inset-0 z-30 grid place-items-center bg-(--backdrop)">
      <p className="rounded-control bg-raised px-6 py-4">{switching.loadingPreview}</p>
    </div>
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
  const { switching } = useText();
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
          <span className="sr-only">
            {' '}
            {interpolate(switching.done.toPlan, [<bdi key="to">{from.title}</bdi>])}
          </span>
        </TextButton>
      )}
      <TextLink href={pageUrls.history()}>{switching.done.viewHistory}</TextLink>
    </DoneNotice>
  );
}

interface SwitchDialogState {
  /** The version to switch to. Null while the dialog is closed. */
  versionId: string | null;
  /** Number of users for price estimates. */
  seats: number;
  setSeats: (seats: number) => void;
  /** With a period, that is chosen too. */
  open: (versionId: string, period?: BillingPeriod | null) => void;
  close: () => void;
  /** Loads the script of the dialog. */
  preload: () => void;
}

/** The dialog is a chunk of its own, so that the plans page loads without it. */
const loadSwitchDialog = () => import('./switch-dialog');

/** Keeps the state of the dialog in the query string: the dialog can be linked to, and Back closes it. */
export function useSwitchDialogState(): SwitchDialogState {
  const [{ switch: versionId, seats, period }, setSearchParams] = useSearchParams(switchSearchParams);
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
  const close = useCallback(() => {
    setClosedId(versionId);
    // A click pushed a history entry to go back to. A link to the dialog did not.
    if (openedByClick.current) {
      // The entry that Back returns to has the number of users and the period from before the dialog.
      window.addEventListener('popstate', () => setSearchParams({ seats, period }), { once: true });
      window.history.back();
    } else setSearchParams({ switch: null });
    openedByClick.current = false;
  }, [versionId, seats, period, setSearchParams]);
  const shownId = versionId === closedId ? null : versionId;
  const setSeats = useCallback((next: number) => setSearchParams({ seats: next }), [setSearchParams]);
  return { versionId: shownId, seats, setSeats, open, close, preload: preloadSwitchDialog };
}

function preloadSwitchDialog() {
  // A failure is ignored here: opening the dialog loads the chunk again.
  loadSwitchDialog().catch(() => undefined);
}
