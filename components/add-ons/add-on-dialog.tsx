'use client';

import { type RefObject, useEffect } from 'react';
import { AmountText } from '@/components/feature-content/amount-text';
import { useContentFormat } from '@/components/feature-content/use-content-format';
import { interpolate } from '@/components/i18n/interpolate';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import { Receipt, type TitledReceiptState } from '@/components/receipt/receipt';
import { ChangeColumn, ChangeLines } from '@/components/switch/switch-feature-changes';
import { useTotalSentence } from '@/components/switch/switch-prices';
import { useSwitchingText } from '@/components/switch/use-switching-text';
import { Button } from '@/components/ui/button';
import {
  ChangeDialog,
  DialogDescription,
  DialogFooter,
  DialogNotice,
  DialogTitle,
} from '@/components/ui/dialog-frame';
import { ErrorMessage } from '@/components/ui/error-message';
import { useOnline } from '@/components/ui/use-online';
import type { AddOnEntry, AddOnList } from '@/lib/contract/add-ons';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo, VersionList } from '@/lib/contract/versions';
import { formatContent } from '@/lib/format/localized-amount';
import { buildReceipt } from '@/lib/pricing/receipt';
import { AddOnBlockerMessage } from './add-on-blocker-message';
import { listAddedFeatures, listChangedLimits } from './collect-add-ons';
import { QuantityField } from './quantity-field';
import { type AddOnSession, type RequestedAddOnChange, useAddOnSession } from './use-add-on-session';
import { useAddOnsText } from './use-add-ons-text';

interface AddOnDialogProps {
  entry: AddOnEntry;
  change: RequestedAddOnChange;
  list: VersionList['data'];
  addOns: AddOnList['data'];
  seats: number;
  /** The confirmation on the page, which gets the focus after a change. */
  noticeRef: RefObject<HTMLElement | null>;
  onClose: () => void;
  /** Gets how many there are now, 0 if the add-on is off, and the price sentence. */
  onDone: (quantity: number, price: string) => void;
}

/** Asks before an add-on is turned on or off, or its quantity changes. Open while it is rendered. */
export function AddOnDialog({ noticeRef, onClose, onDone, ...props }: AddOnDialogProps) {
  return (
    <ChangeDialog
      getOpener={() => document.querySelector(`[data-add-on="${getOpenerKey(props)}"]`)}
      noticeRef={noticeRef}
      onClose={onClose}
    >
      {({ onChanged, ...body }) => (
        <AddOnDialogBody
          {...props}
          {...body}
          onClose={onClose}
          onDone={(...outcome) => {
            onChanged();
            onDone(...outcome);
          }}
        />
      )}
    </ChangeDialog>
  );
}

/** `data-add-on` of the button that opens the dialog. */
function getOpenerKey({ entry: { id }, change }: Pick<AddOnDialogProps, 'entry' | 'change'>): string {
  return change.action === 'change_quantity' ? `${id} quantity` : id;
}

interface AddOnDialogBodyProps extends Omit<AddOnDialogProps, 'noticeRef'> {
  cancelButton: RefObject<HTMLButtonElement | null>;
  onBusy: (busy: boolean) => void;
}

function AddOnDialogBody(props: AddOnDialogBodyProps) {
  const { entry: latest, change, list, addOns, seats, cancelButton, onBusy, onClose, onDone } = props;
  const text = useAddOnsText();
  const switching = useSwitchingText();
  const online = useOnline();
  const session = useAddOnSession({ entry: latest, change, onDone: (count) => onDone(count, price) });
  const { entry, action, active, quantity, step, changed } = session;
  const titles = { turn_on: text.titleOn, turn_off: text.titleOff, change_quantity: text.quantity.title };
  const isBusy = step === 'changing' || step === 'checking';
  useEffect(() => onBusy(isBusy), [onBusy, isBusy]);
  const isDone = action === 'change_quantity' ? !entry.active : entry.active === active;
  const isBlocked = !isAllowed(entry, action);
  // The retry of a request whose outcome is unknown is the same request.
  const canChoose = step === 'ready' || step === 'failed';
  const max = entry.retired ? Math.min(entry.quantity, entry.max_quantity) : entry.max_quantity;
  const period = list.billing_period ?? list.app.billing_period;
  const states = listStates({ entry, quantity: quantity ?? entry.quantity, list, addOns, period });
  const price = usePriceSentence({ entry, states, period, app: list.app, seats });
  return (
    <>
      <div className="grow px-5 pt-10 pb-8 narrow:px-8 narrow:pt-8">
        <DialogTitle>{interpolate(titles[action], [entry.title])}</DialogTitle>
        <DialogDescription className="mt-1 text-soft">
          <p className="figures pb-1 text-lead text-ink">
            <bdi>{price}</bdi>
          </p>
          {switching.effective}
        </DialogDescription>
        {active && session.hasQuantity && !isDone && (
          <QuantityField
            quantity={quantity}
            min={entry.min_quantity}
            max={max}
            blocked={!canChoose || isBlocked}
            onChange={session.setQuantity}
          />
        )}
        {states.length > 0 && (
          <Receipt states={states} period={period} app={list.app} users={seats} className="mt-6" />
        )}
        <AddOnContent entry={entry} quantity={quantity ?? entry.quantity} />
      </div>
      <DialogFooter
        notice={
          <>
            <SessionNotice session={session} online={online} isDone={isDone} />
            {!isDone && step === 'ready' && isBlocked && entry.change?.blockers[0] && (
              <DialogNotice
                title={text.notAllowed}
                lines={[
                  <AddOnBlockerMessage key="blocker" blocker={entry.change.blockers[0]} addOns={addOns} />,
                ]}
              />
            )}
          </>
        }
      >
        <Button ref={cancelButton} blocked={isBusy} onClick={onClose}>
          {isDone || isBlocked || step === 'unknown' ? switching.close : switching.cancel}
        </Button>
        {!isDone && !isBlocked && (
          <Button
            tone="solid"
            blocked={isBusy || !online || quantity === null || quantity === entry.quantity}
            onClick={() => void (step === 'unknown' ? session.checkOutcome() : session.confirm())}
          >
            <ConfirmLabel session={session} again={changed} />
          </Button>
        )}
      </DialogFooter>
    </>
  );
}

interface ListStatesInput extends Pick<AddOnDialogBodyProps, 'entry' | 'list' | 'addOns'> {
  /** How many there are after the change. */
  quantity: number;
  period: BillingPeriod;
}

/** Plan and add-ons before and after the change. Empty without a plan. */
function listStates({ entry, quantity, list, addOns, period }: ListStatesInput): TitledReceiptState[] {
  const current = list.versions.find((version) => version.current);
  if (!current) return [];
  const toLine = ({ id, title, ...price }: AddOnEntry) => ({
    id,
    title,
    quantity: price.max_quantity > 1 ? price.quantity : null,
    price,
  });
  const others = addOns.optional_features.filter((option) => option.active && option.id !== entry.id);
  return [entry.quantity, quantity].map((each) => ({
    plan: current,
    title: current.title,
    billed: period,
    addOns: (each > 0 ? [...others, { ...entry, quantity: each }] : others).map(toLine),
  }));
}

/** The decision of the API is about turning the add-on on or off. A quantity can be changed by every owner. */
function isAllowed({ change }: AddOnEntry, action: RequestedAddOnChange['action']): boolean {
  if (action !== 'change_quantity') return change?.allowed === true;
  return change?.blockers.every(({ code }) => code !== 'forbidden') ?? false;
}

interface PriceSentenceInput extends Pick<AddOnDialogBodyProps, 'entry' | 'seats'> {
  states: TitledReceiptState[];
  period: BillingPeriod;
  app: AppInfo;
}

/** The total of plan and add-ons before and after. Without totals, the price of the add-on. */
function usePriceSentence({ entry, states, period, app, seats }: PriceSentenceInput): string {
  const formatPrice = usePriceFormat();
  const formatTotals = useTotalSentence(app.currency);
  const periods = { app: app.billing_period, shown: period };
  const { totals, perUser, userUnit, users } = buildReceipt(states, { ...periods, users: seats });
  const [before, after] = totals;
  if (before != null && after != null) {
    return formatTotals({ before, after, perUser, userUnit, users, period });
  }
  return formatPrice(entry, { ...periods, billed: period, currency: app.currency });
}

/** What the account gains or loses with a quantity. */
function AddOnContent({ entry, quantity }: { entry: AddOnEntry; quantity: number }) {
  const text = useAddOnsText();
  const format = useContentFormat();
  const difference = quantity - entry.quantity;
  const isMore = difference > 0;
  const isToggle = quantity === 0 || entry.quantity === 0;
  const items = [
    ...listAddedFeatures(entry).map((feature) => ({ ...feature, signed: false })),
    ...listChangedLimits(entry.limits, entry.price_version_id ?? undefined).map((limit) => {
      if (limit.change === 'set' || limit.amount === null)
        return { ...limit, signed: limit.change === 'add' };
      return { ...limit, signed: true, amount: limit.amount * Math.abs(difference) };
    }),
  ].filter(({ signed }) => difference !== 0 && (isToggle || signed));
  if (items.length === 0) return null;
  return (
    <ChangeColumn title={isMore ? text.youGet : text.youLose} className="pt-6">
      <ChangeLines
        layout={items.length > 6 ? 'grid' : 'column'}
        lines={items.map(({ id, title, signed, ...content }) => {
          const amount = formatContent(content, { ...format, signed });
          return {
            id,
            title,
            icon: isMore ? 'plus' : 'minus',
            amount: amount && <AmountText>{amount}</AmountText>,
          };
        })}
      />
    </ChangeColumn>
  );
}

interface SessionNoticeProps {
  session: AddOnSession;
  online: boolean;
  /** Whether the add-on is in the requested state already. */
  isDone: boolean;
}

function SessionNotice({ session, online, isDone }: SessionNoticeProps) {
  const { action, step, changed, error } = session;
  const text = useAddOnsText();
  const switching = useSwitchingText();
  const failures = {
    turn_on: text.failedOn,
    turn_off: text.failedOff,
    change_quantity: text.quantity.failed,
  };
  const failed = failures[action];
  if (step === 'checking') return <DialogNotice title={text.unknown.title} lines={[text.unknown.checking]} />;
  if (step === 'unknown')
    return <DialogNotice title={text.unknown.title} lines={[text.unknown.unavailable]} />;
  if (step === 'not_done') return <DialogNotice title={failed} lines={[text.unknown.notDone]} />;
  if (step === 'failed') {
    return (
      <DialogNotice title={failed} lines={[<ErrorMessage key="error" error={error} />, text.unchanged]} />
    );
  }
  if (step !== 'ready') return null;
  if (isDone) return <DialogNotice title={action === 'turn_on' ? text.alreadyOn : text.alreadyOff} />;
  if (!online) return <DialogNotice title={switching.offline} />;
  if (changed) return <DialogNotice title={switching.changed.title} lines={[switching.changed.review]} />;
  return null;
}

function ConfirmLabel({ session: { step, action }, again }: { session: AddOnSession; again: boolean }) {
  const text = useAddOnsText();
  const switching = useSwitchingText();
  if (step === 'changing' || step === 'checking') return text.changing;
  if (step === 'unknown') return switching.unknown.checkAgain;
  if (step === 'not_done' || step === 'failed') return switching.tryAgain;
  const { quantity } = text;
  if (action === 'change_quantity') return again ? quantity.confirmAgain : quantity.confirm;
  if (again) return action === 'turn_on' ? text.confirmOnAgain : text.confirmOffAgain;
  return action === 'turn_on' ? text.turnOn : text.turnOff;
}
