'use client';

import type { RefObject } from 'react';
import { ChangeButtons } from '@/components/change-dialog/change-buttons';
import { ReasonField } from '@/components/change-dialog/reason-field';
import { RequestSentence } from '@/components/change-dialog/request-sentence';
import { interpolate } from '@/components/i18n/interpolate';
import { Receipt } from '@/components/receipt/receipt';
import { useSwitchingText } from '@/components/switch/use-switching-text';
import { ChangeDialog, DialogDescription, DialogNotice, DialogTitle } from '@/components/ui/dialog-frame';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { AddOnEntry, AddOnList } from '@/lib/contract/add-ons';
import type { VersionList } from '@/lib/contract/versions';
import { AddOnBlockerMessage } from './add-on-blocker-message';
import { AddOnDifference, listStates, useAddOnPriceSentence } from './add-on-difference';
import { QuantityField } from './quantity-field';
import { type AddOnSession, type RequestedAddOnChange, useAddOnSession } from './use-add-on-session';
import { useAddOnsText } from './use-add-ons-text';

interface AddOnDialogProps {
  entry: AddOnEntry;
  change: RequestedAddOnChange;
  /** Whether the user asks an owner. */
  isMember: boolean;
  list: VersionList['data'];
  addOns: AddOnList['data'];
  seats: number;
  /** The confirmation on the page, which gets the focus after a change. */
  noticeRef: RefObject<HTMLElement | null>;
  onClose: () => void;
  /** Gets how many there are now, 0 if the add-on is off, the price sentence, and what waits instead. */
  onDone: (quantity: number, price: string, waiting: AccountChangeBody | null) => void;
}

/** Asks before an add-on is turned on or off, or its quantity changes. Open while it is rendered. */
export function AddOnDialog({ noticeRef, ...props }: AddOnDialogProps) {
  return (
    <ChangeDialog
      getOpener={() => document.querySelector(`[data-add-on="${getOpenerKey(props)}"]`)}
      noticeRef={noticeRef}
      onClose={props.onClose}
    >
      <AddOnDialogBody {...props} />
    </ChangeDialog>
  );
}

/** `data-add-on` of the button that opens the dialog. */
function getOpenerKey({ entry: { id }, change }: Pick<AddOnDialogProps, 'entry' | 'change'>): string {
  return change.action === 'change_quantity' ? `${id} quantity` : id;
}

function AddOnDialogBody(props: Omit<AddOnDialogProps, 'noticeRef'>) {
  const { entry: latest, change, isMember, list, addOns, seats, onDone } = props;
  const text = useAddOnsText();
  const switching = useSwitchingText();
  const session = useAddOnSession({
    entry: latest,
    change,
    isMember,
    onDone: (count, waiting) => onDone(count, price, waiting),
  });
  const { entry, action, asks, isDone, isLocked, blocker } = session;
  const titles = { turn_on: text.titleOn, turn_off: text.titleOff, change_quantity: text.quantity.title };
  const quantity = session.quantity ?? entry.quantity;
  const max = entry.retired ? Math.min(entry.quantity, entry.max_quantity) : entry.max_quantity;
  const period = list.billing_period ?? list.app.billing_period;
  const states = listStates({ entry, quantity, list, addOns, period });
  const price = useAddOnPriceSentence({ entry, states, period, app: list.app, seats });
  return (
    <>
      <div className="grow px-5 pt-10 pb-8 narrow:px-8 narrow:pt-8">
        <DialogTitle>{interpolate(asks ? switching.ask.title : titles[action], [entry.title])}</DialogTitle>
        <DialogDescription className="mt-1 text-soft">
          {change.approve !== undefined && <RequestSentence id={change.approve} />}
          <p className="figures pb-1 text-lead text-ink">
            <bdi>{price}</bdi>
          </p>
          {asks
            ? switching.ask.effective
            : session.isConfirmedByHost
              ? switching.afterPayment
              : switching.effective}
        </DialogDescription>
        {session.hasQuantity && !isDone && (
          <QuantityField
            quantity={session.quantity}
            min={entry.min_quantity}
            max={max}
            blocked={isLocked || blocker !== undefined}
            onChange={session.setQuantity}
          />
        )}
        {states.length > 0 && (
          <Receipt states={states} period={period} app={list.app} users={seats} className="mt-6" />
        )}
        <AddOnDifference entry={entry} quantity={quantity} />
        {asks && !isDone && !blocker && <ReasonField session={session} asks />}
      </div>
      <AddOnButtons {...props} session={session} />
    </>
  );
}

type AddOnButtonsProps = Pick<AddOnDialogProps, 'addOns' | 'onClose'> & {
  session: AddOnSession;
};

function AddOnButtons({ session, addOns, onClose }: AddOnButtonsProps) {
  const text = useAddOnsText();
  const switching = useSwitchingText();
  const { entry, action, quantity, asks, isDone, blocker, differences } = session;
  const again = differences.length > 0;
  const failures = {
    turn_on: text.failedOn,
    turn_off: text.failedOff,
    change_quantity: text.quantity.failed,
  };
  const confirmations = {
    turn_on: again ? text.confirmOnAgain : text.turnOn,
    turn_off: again ? text.confirmOffAgain : text.turnOff,
    change_quantity: again ? text.quantity.confirmAgain : text.quantity.confirm,
  };
  return (
    <ChangeButtons
      session={session}
      onClose={onClose}
      obstacle={
        isDone
          ? { notice: <DialogNotice title={action === 'turn_on' ? text.alreadyOn : text.alreadyOff} /> }
          : blocker
            ? {
                notice: (
                  <DialogNotice
                    title={text.notAllowed}
                    lines={[<AddOnBlockerMessage key="blocker" blocker={blocker} addOns={addOns} />]}
                  />
                ),
              }
            : null
      }
      isComplete={quantity !== null && quantity !== entry.quantity}
      differences={again ? [] : null}
      labels={{
        keep: switching.cancel,
        confirm: asks ? (
          <span>{interpolate(switching.ask.confirm, [entry.title])}</span>
        ) : session.isConfirmedByHost ? (
          switching.continueToPayment
        ) : (
          confirmations[action]
        ),
        sending: asks ? switching.sending : text.changing,
        failed: failures[action],
        unknown: text.unknown,
        unchanged: text.unchanged,
      }}
    />
  );
}
