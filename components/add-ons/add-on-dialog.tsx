'use client';

import { type RefObject, useEffect, useState } from 'react';
import { ChangeDialog, EffectiveSentence, ReasonField } from '@/components/change-dialog/change-dialog';
import { useChangeSession } from '@/components/change-dialog/use-change-session';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { Receipt } from '@/components/receipt/receipt';
import { useSwitchingText } from '@/components/switch/use-switching-text';
import { changesPath } from '@/lib/client/changes';
import { useAddOns } from '@/lib/client/queries';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { AddOnEntry, AddOnList } from '@/lib/contract/add-ons';
import type { VersionList } from '@/lib/contract/versions';
import { AddOnBlockerMessage } from './add-on-blocker-message';
import { AddOnDifference, listStates, useAddOnPriceSentence } from './add-on-difference';
import type { RequestedAddOnChange } from './add-on-row';
import { QuantityField } from './quantity-field';
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

/** The dialog that turns an add-on on or off, or changes its quantity. Open while it is rendered. */
export function AddOnDialog(props: AddOnDialogProps) {
  const { list, addOns, seats, noticeRef, onClose, onDone } = props;
  const text = useAddOnsText();
  const switching = useSwitchingText();
  const { ui } = useText();
  const session = useAddOnSession(props, (count, waiting) => onDone(count, price, waiting));
  const { entry, action, asks, isDone, isLocked, blocker } = session;
  const again = session.differences.length > 0;
  const texts = {
    turn_on: {
      title: text.titleOn,
      confirm: again ? text.confirmOnAgain : text.turnOn,
      failed: text.failedOn,
    },
    turn_off: {
      title: text.titleOff,
      confirm: again ? text.confirmOffAgain : text.turnOff,
      failed: text.failedOff,
    },
    change_quantity: {
      title: text.quantity.title,
      confirm: again ? text.quantity.confirmAgain : text.quantity.confirm,
      failed: text.quantity.failed,
    },
  }[action];
  const blocked = isDone
    ? { title: action === 'turn_on' ? text.alreadyOn : text.alreadyOff }
    : blocker && {
        title: text.notAllowed,
        lines: [<AddOnBlockerMessage key="blocker" blocker={blocker} addOns={addOns} />],
      };
  const quantity = session.quantity ?? entry.quantity;
  const max = entry.retired ? Math.min(entry.quantity, entry.max_quantity) : entry.max_quantity;
  const period = list.billing_period ?? list.app.billing_period;
  const states = listStates({ entry, quantity, list, addOns, period });
  const price = useAddOnPriceSentence({ entry, states, period, app: list.app, seats });
  const opener = action === 'change_quantity' ? `${entry.id} quantity` : entry.id;
  return (
    <ChangeDialog
      session={session}
      getOpener={() => document.querySelector(`[data-add-on="${opener}"]`)}
      noticeRef={noticeRef}
      onClose={onClose}
      title={interpolate(asks ? switching.ask.title : texts.title, [entry.title])}
      price={price}
      description={!blocked && <EffectiveSentence session={session} />}
      subject={entry.title}
      blocked={blocked ?? null}
      isComplete={session.quantity !== null && session.quantity !== entry.quantity}
      labels={{
        keep: ui.cancel,
        confirm: texts.confirm,
        sending: text.changing,
        failed: texts.failed,
        unknown: text.unknown,
        unchanged: text.unchanged,
      }}
    >
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
      {asks && !blocked && <ReasonField session={session} />}
    </ChangeDialog>
  );
}

/** What the user chooses of an add-on, and the session that confirms it. */
function useAddOnSession(
  { entry: latest, change, isMember }: AddOnDialogProps,
  onDone: (quantity: number, change: AccountChangeBody | null) => void,
) {
  const { refetch } = useAddOns();
  const { action, approve = null } = change;
  // Null while the user enters something else.
  const [chosen, setQuantity] = useState<number | null>(
    change.quantity ?? (latest.quantity || latest.min_quantity),
  );
  const quantity = action === 'turn_off' ? 0 : chosen;
  useEffect(() => {
    void refetch();
  }, [refetch]);

  function toRequest({ id, max_quantity }: AddOnEntry, waits: boolean) {
    if (waits) return { path: changesPath, body: { optional_feature_id: id, quantity } };
    const active = quantity !== 0;
    return {
      path: `/api/account/optional-features/${encodeURIComponent(id)}`,
      body: { active, ...(active && max_quantity > 1 && { quantity }) },
    };
  }

  const session = useChangeSession({
    asks: isMember,
    approve,
    latest,
    compare: (shown, { revision }) => (shown?.revision === revision ? null : ['revision']),
    choice: String(quantity),
    isConfirmedByHost: (shown) => shown.confirmation_required && (quantity ?? 0) > shown.quantity,
    toRequest,
    refetch,
    onDone: (_, waiting) => onDone(quantity ?? 0, waiting),
  });
  const entry = session.shown ?? latest;
  const isDone = action === 'turn_on' ? entry.active : !entry.active;
  const blockers = (entry.change?.blockers ?? []).filter(({ code }) => !isMember || code !== 'forbidden');
  // The decision of the API is about turning the add-on on or off. A quantity can be changed by every owner.
  const [blocker] =
    action === 'change_quantity' ? blockers.filter(({ code }) => code === 'forbidden') : blockers;

  return {
    ...session,
    entry,
    action,
    quantity,
    setQuantity,
    hasQuantity: entry.max_quantity > 1 && action !== 'turn_off' && approve === null,
    /** Whether the add-on is in the requested state already. */
    isDone,
    blocker: isDone ? undefined : blocker,
  };
}
