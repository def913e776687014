'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { SeatsControl } from '@/components/pricing/seats-control';
import { Button } from '@/components/ui/button';
import { BlockerMessage, ErrorMessage } from '@/components/ui/error-message';
import { TextField } from '@/components/ui/text-field';
import { useOnline } from '@/components/ui/use-online';
import { ApiRequestError } from '@/lib/client/api-request';
import type { AppInfo, VersionList } from '@/lib/contract/versions';
import { SwitchPreviewPanel } from './switch-preview';
import { type PricedPlans, usePriceSentence } from './switch-prices';
import { calculateTotals, type SwitchPreviewData } from './switch-summary';
import { type ReadOnlySwitch, type SwitchSession, useSwitchSession } from './use-switch-session';

interface SwitchDialogBodyProps {
  versionId: string;
  list: VersionList['data'];
  /** Number of users for price estimates. */
  seats: number;
  onSeats: (seats: number) => void;
  cancelButton: RefObject<HTMLButtonElement | null>;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
  onDone: (preview: SwitchPreviewData) => void;
  readOnly?: ReadOnlySwitch | undefined;
}

/** The content of the dialog: its title, the preview of the switch, and the buttons. */
export function SwitchDialogBody({
  versionId,
  list,
  seats,
  onSeats,
  cancelButton,
  readOnly,
  ...handlers
}: SwitchDialogBodyProps) {
  const { switching } = useText();
  // The plans as shown when the dialog opened. The list can change meanwhile, which the notice reports.
  const [from] = useState(() => list.versions.find(({ current }) => current) ?? null);
  const [to] = useState(() => list.versions.find(({ id }) => id === versionId) ?? null);
  const session = useSwitchSession({ versionId, displayed: to && { from, to }, readOnly, ...handlers });
  const { preview } = session;
  // Until the preview is loaded, the prices of the list. If it has others, the dialog reports it.
  const plans = preview ?? (to && { from, to });
  const targetTitle = plans?.to.title;
  const currentTitle = plans?.from?.title ?? from?.title;
  const { error } = session.previewQuery;
  // Known from the list until the preview is loaded, so that the dialog keeps its height.
  const canConfirm =
    plans?.from?.id !== plans?.to.id && (preview ? preview.allowed : to?.switch?.allowed === true && !error);
  const isUnknownPlan = !plans && error instanceof ApiRequestError && error.code === 'version_not_found';
  return (
    <>
      <div className="grow px-5 pt-10 pb-8 narrow:px-8 narrow:pt-8">
        <AlertDialog.Title className="text-head">
          {isUnknownPlan && switching.unknownPlan.title}
          {!isUnknownPlan &&
            (targetTitle
              ? interpolate(switching.title, [<bdi key="to">{targetTitle}</bdi>])
              : switching.titleWithoutPlan)}
        </AlertDialog.Title>
        <AlertDialog.Description render={<div />} className="mt-1 text-soft">
          {isUnknownPlan ? (
            switching.unknownPlan.body
          ) : (
            <>
              {plans && plans.from?.id !== plans.to.id && (
                <PriceSentence plans={plans} app={list.app} seats={seats} />
              )}
              {currentTitle && <>{interpolate(switching.from, [<bdi key="from">{currentTitle}</bdi>])} </>}
              {switching.effective}
              {preview && (
                <span className="sr-only">
                  {' '}
                  {switching.featureCounts(preview.lost.length, preview.gained.length)}
                </span>
              )}
            </>
          )}
        </AlertDialog.Description>
        {plans && calculateTotals(plans, seats)?.perUser && (
          <div className="pt-4">
            <SeatsControl seats={seats} onChange={onSeats} />
          </div>
        )}
        <SwitchNotice session={session} />
        <SwitchPreviewPanel session={session} plans={plans} list={list} seats={seats} />
        {canConfirm && !readOnly && <ReasonField session={session} />}
      </div>
      <SwitchButtons
        session={session}
        cancelButton={cancelButton}
        targetTitle={targetTitle ?? null}
        currentTitle={currentTitle ?? null}
        onClose={handlers.onClose}
      />
    </>
  );
}

function PriceSentence({ plans, app, seats }: { plans: PricedPlans; app: AppInfo; seats: number }) {
  return (
    <p className="figures pb-1 text-lead text-ink">
      <bdi>{usePriceSentence(plans, app, seats)}</bdi>
    </p>
  );
}

const maxReasonLength = 500;

/** The reason is shown in the history. */
function ReasonField({ session: { reason, setReason } }: { session: SwitchSession }) {
  const { switching } = useText();
  const fieldId = useId();
  return (
    <div className="pt-6">
      <label htmlFor={fieldId} className="text-small text-soft">
        {switching.reason}
      </label>
      <TextField
        id={fieldId}
        value={reason}
        maxLength={maxReasonLength}
        readOnly={setReason === null}
        onChange={({ currentTarget }) => setReason?.(currentTarget.value)}
        autoComplete="off"
        className="mt-1 w-full"
      />
    </div>
  );
}

/**
 * The state of the switch, where it needs attention. The live region is always rendered, because screen readers announce only
 * changes inside an existing one.
 */
function SwitchNotice({ session }: { session: SwitchSession }) {
  return (
    <div role="status">
      <NoticeContent session={session} />
    </div>
  );
}

function NoticeContent({ session }: { session: SwitchSession }) {
  const { step, changes, error, preview, readOnlyReason } = session;
  const { switching } = useText();
  const online = useOnline();
  const { unknown } = switching;
  if (step === 'checking') return <NoticeLines title={unknown.title} lines={[unknown.checking]} />;
  if (step === 'unknown') return <NoticeLines title={unknown.title} lines={[unknown.historyUnavailable]} />;
  if (step === 'not_done') return <NoticeLines title={switching.failed} lines={[unknown.notSwitched]} />;
  if (step === 'moved_on') return <NoticeLines title={unknown.switchedAgain} lines={[]} />;
  if (step === 'failed') {
    return <NoticeLines title={switching.failed} lines={[<ErrorMessage key="error" error={error} />]} />;
  }
  if (preview && !preview.allowed) {
    return (
      <NoticeLines
        title={switching.notAllowed}
        lines={preview.blockers.map((blocker) => (
          <BlockerMessage key={blocker.code} blocker={blocker} price={preview.to} />
        ))}
      />
    );
  }
  if (readOnlyReason !== null) return <NoticeLines title={readOnlyReason} lines={[]} />;
  if (!online && step === 'ready') return <NoticeLines title={switching.offline} lines={[]} />;
  if (changes.length > 0 && step === 'ready') {
    const changeTexts = changes.map((change) => switching.changed[change]);
    return <NoticeLines title={switching.changed.title} lines={[...changeTexts, switching.changed.review]} />;
  }
  return null;
}

function NoticeLines({ title, lines }: { title: string; lines: ReactNode[] }) {
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

interface SwitchButtonsProps {
  session: SwitchSession;
  cancelButton: RefObject<HTMLButtonElement | null>;
  targetTitle: string | null;
  currentTitle: string | null;
  onClose: () => void;
}

/** Cancel and confirm. The confirm button stays the same element while its label changes, so that it keeps the focus. */
function SwitchButtons({ session, cancelButton, targetTitle, currentTitle, onClose }: SwitchButtonsProps) {
  const online = useOnline();
  const { step, preview, changes, readOnlyReason } = session;
  const busy = step === 'switching' || step === 'checking';
  // Nothing to confirm: not allowed, already on the plan, or switched meanwhile.
  const nothingToConfirm =
    step === 'moved_on' ||
    (preview !== null && (!preview.allowed || preview.from?.id === preview.to.id)) ||
    targetTitle === null;
  const outcomeUnknown = step === 'unknown';
  return (
    <div className="sticky bottom-0 mt-auto flex flex-col gap-3 border-t border-line bg-raised px-5 py-4 narrow:flex-row narrow:flex-wrap narrow:justify-end narrow:px-8">
      <Button ref={cancelButton} blocked={busy} onClick={onClose}>
        <CancelLabel closes={nothingToConfirm || outcomeUnknown} currentTitle={currentTitle} />
      </Button>
      {!nothingToConfirm && (
        <Button
          tone="solid"
          blocked={busy || !preview || !online || readOnlyReason !== null}
          onClick={() => void (outcomeUnknown && preview ? session.checkOutcome(preview) : session.confirm())}
        >
          <ConfirmLabel session={session} again={changes.length > 0} target={<bdi>{targetTitle}</bdi>} />
        </Button>
      )}
    </div>
  );
}

function CancelLabel({ closes, currentTitle }: { closes: boolean; currentTitle: string | null }) {
  const { switching } = useText();
  if (closes) return switching.close;
  if (!currentTitle) return switching.cancel;
  return <span>{interpolate(switching.keep, [<bdi key="plan">{currentTitle}</bdi>])}</span>;
}

function ConfirmLabel({
  session,
  again,
  target,
}: {
  session: SwitchSession;
  again: boolean;
  target: ReactNode;
}) {
  const { switching } = useText();
  if (session.step === 'switching' || session.step === 'checking') return switching.switching;
  if (session.step === 'unknown') return switching.unknown.checkAgain;
  if (session.step === 'not_done' || session.step === 'failed') return switching.tryAgain;
  return <span>{interpolate(again ? switching.confirmAgain : switching.confirm, [target])}</span>;
}
