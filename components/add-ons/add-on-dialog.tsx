'use client';

import { type RefObject, use, useId, useState } from 'react';
import { ChangeDialog, EffectiveSentence, ReasonField } from '@/components/change-dialog/change-dialog';
import { ScheduledSentence } from '@/components/change-dialog/scheduled-sentence';
import { useChangeSession } from '@/components/change-dialog/use-change-session';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useLazyText, useText } from '@/components/i18n/text-provider';
import { LimitUsage, UndoBlocker } from '@/components/ui/blocker-message';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { LoadError } from '@/components/ui/load-error';
import { TextField } from '@/components/ui/text-field';
import { refreshAccount } from '@/lib/client/account-mutations';
import { changesPath, getAddOnPath } from '@/lib/client/change-paths';
import { useAddOnPreview } from '@/lib/client/change-previews';
import { usePeriodEnd } from '@/lib/client/changes';
import { QueriedAccount } from '@/lib/client/use-read';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { AddOnBlockerMessage } from './add-on-blocker-message';
import { AddOnDifference } from './add-on-difference';
import {
  type AddOnPreviewData,
  AddOnReceipt,
  ReceiptSkeleton,
  useAddOnPriceSentence,
} from './add-on-receipt';
import type { AddOnRowProps, RequestedAddOnChange } from './add-on-row';

/** What another quantity can change. */
const quantityCodes = ['users_limit_exceeded', 'usage_exceeds_limit'];

export interface AddOnDialogProps extends Required<Omit<AddOnRowProps, 'period' | 'onChoose'>> {
  change: RequestedAddOnChange;
  seats: number;
  /** The confirmation on the page, which gets the focus after a change. */
  noticeRef: RefObject<HTMLElement | null>;
  onClose: () => void;
  /** Gets how many there are now, 0 if the add-on is off, the price sentence, and what waits instead. */
  onDone: (quantity: number, price: string, waiting: AccountChangeBody | null) => void;
}

/** The dialog that turns an add-on on or off, or changes its quantity. Open while it is rendered. */
export function AddOnDialog(props: AddOnDialogProps) {
  const { entry, list, addOns, noticeRef, onClose, onDone } = props;
  const text = usePageText('account').addOns;
  const switching = useLazyText('switching').switching;
  const { ui } = useText();
  const formatPrice = useAddOnPriceSentence(list.app);
  const session = useAddOnSession(props, (preview, waiting) =>
    onDone(preview.quantity, formatPrice(preview), waiting),
  );
  const { preview, previewQuery, action, asks, isDone, isLocked, blocker } = session;
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
  const reason = blocker ? (
    <AddOnBlockerMessage key="blocker" blocker={blocker} addOns={addOns} />
  ) : (
    session.isEndUnknown && <UndoBlocker key="when" code="period_end_unknown" />
  );
  const blocked = isDone
    ? { title: action === 'turn_on' ? text.alreadyOn : text.alreadyOff }
    : reason && { title: text.notAllowed, lines: [reason] };
  const max = entry.retired ? Math.min(entry.quantity, entry.max_quantity) : entry.max_quantity;
  const opener = action === 'change_quantity' ? `${entry.id} quantity` : entry.id;
  return (
    <ChangeDialog
      session={session}
      getOpener={() => document.querySelector(`[data-add-on="${opener}"]`)}
      noticeRef={noticeRef}
      onClose={onClose}
      title={interpolate(asks ? switching.ask.title : texts.title, [entry.title])}
      price={preview ? formatPrice(preview) : '\u00a0'}
      description={
        !blocked && (
          <>
            <EffectiveSentence session={session} at={session.at ?? null} />
            {preview && <ScheduledSentence {...preview} currency={list.app} />}
          </>
        )
      }
      subject={entry.title}
      blocked={blocked || null}
      isComplete={session.isCurrent && !isDone && session.at !== undefined}
      labels={{
        keep: ui.cancel,
        confirm: texts.confirm,
        sending: text.changing,
        failed: texts.failed,
        unknown: text.unknown,
        unchanged: text.unchanged,
      }}
    >
      {preview?.version && preview.exceeded_limits && (
        <LimitUsage limits={preview.exceeded_limits} plan={preview.version.title} />
      )}
      {preview && <AddOnDifference entry={entry} preview={preview} />}
      {preview && <AddOnReceipt preview={preview} app={list.app} />}
      {!preview && previewQuery.error && (
        <LoadError title={switching.previewFailed} headingLevel="h3" query={previewQuery} />
      )}
      {!preview && !previewQuery.error && (
        <ReceiptSkeleton rowCount={addOns.optional_features.filter(({ active }) => active).length + 4} />
      )}
      {session.hasQuantity && !isDone && (
        <QuantityField
          quantity={session.quantity}
          min={entry.min_quantity}
          max={max}
          blocked={isLocked || (blocker !== undefined && !quantityCodes.includes(blocker.code))}
          onChange={session.setQuantity}
        />
      )}
      {(asks || session.needsReason) && !blocked && <ReasonField session={session} />}
    </ChangeDialog>
  );
}

/** What the user chooses of an add-on, its preview, and the session that confirms it. */
function useAddOnSession(
  { entry, change, isMember, seats }: AddOnDialogProps,
  onDone: (preview: AddOnPreviewData, change: AccountChangeBody | null) => void,
) {
  const { action, approve = null } = change;
  // The value is null while the user enters something else.
  const [chosen, setQuantity] = useState<number | null>(
    change.quantity ?? (entry.quantity || entry.min_quantity),
  );
  const quantity = action === 'turn_off' ? 0 : chosen;
  const [{ revision: displayed }] = useState(entry);
  const previewQuery = useAddOnPreview(entry.id, { quantity, users: seats });

  function compare(shown: AddOnPreviewData | null, latest: AddOnPreviewData): 'revision'[] | null {
    const isSame = (shown?.revision ?? displayed) === latest.revision;
    if (isSame && shown?.quantity === latest.quantity) return null;
    return isSame ? [] : ['revision'];
  }

  function toRequest({ id, max_quantity, period_end_only: isAtEnd }: AddOnPreviewData, waits: boolean) {
    if (waits || isAtEnd) {
      const effective = isAtEnd ? 'period_end' : 'now';
      return { path: changesPath, body: { optional_feature_id: id, quantity, effective } };
    }
    const active = quantity !== 0;
    return { path: getAddOnPath(id), body: { active, ...(active && max_quantity > 1 && { quantity }) } };
  }

  const session = useChangeSession({
    asks: isMember,
    approve,
    // Staff that act for an account enter a reason.
    needsReason: use(QueriedAccount) !== undefined,
    latest: previewQuery.data?.data,
    compare,
    choice: String(quantity),
    isConfirmedByHost: (shown) => shown.confirmation_required,
    toRequest,
    // The list behind the dialog is outdated too.
    refetch: () => Promise.all([previewQuery.refetch(), refreshAccount()]),
    onDone,
  });
  const preview = session.shown;
  const isAtEnd = preview?.period_end_only === true;
  const periodEnd = usePeriodEnd({ enabled: isAtEnd });
  const before = preview?.previous_quantity ?? entry.quantity;
  const isDone = action === 'turn_on' ? before > 0 : before === 0;
  const blocker = preview?.blockers.find(({ code }) => !isMember || code !== 'forbidden');

  return {
    ...session,
    preview,
    previewQuery,
    action,
    quantity,
    setQuantity,
    /** When it takes effect, in Unix seconds. It is null for now, undefined while it is loaded. */
    at: isAtEnd ? periodEnd : null,
    /** Whether it has to wait for the end of a billing period that is not known. */
    isEndUnknown: isAtEnd && periodEnd === null,
    hasQuantity: entry.max_quantity > 1 && action !== 'turn_off' && approve === null,
    /** Whether the preview is of the chosen quantity, which is another one than now. */
    isCurrent: preview !== null && preview.quantity === quantity && quantity !== before,
    /** Whether the add-on is in the requested state already. */
    isDone,
    blocker: isDone ? undefined : blocker,
  };
}

interface QuantityFieldProps {
  quantity: number | null;
  min: number;
  max: number;
  blocked: boolean;
  /** The value is null for a text that is not a quantity from `min` to `max`. */
  onChange: (quantity: number | null) => void;
}

/** How many of an add-on: a field, and buttons for one fewer and one more. */
function QuantityField({ quantity, min, max, blocked, onChange }: QuantityFieldProps) {
  const { quantity: text } = usePageText('account').addOns;
  const { pricing } = useText();
  const fieldId = useId();
  // The text in the field while it is not a valid quantity. It stays until it is corrected.
  const [draft, setDraft] = useState('');
  const current = quantity ?? min;
  const step = (next: number) => onChange(Math.min(Math.max(next, min), max));
  return (
    <div className="pt-6">
      <label htmlFor={fieldId} className="text-small text-soft">
        {text.label}
      </label>
      <div className="flex items-center gap-2 pt-1">
        <Button
          className="px-3"
          aria-label={text.fewer}
          blocked={blocked || current <= min}
          onClick={() => step(current - 1)}
        >
          <Icon name="minus" />
        </Button>
        <TextField
          id={fieldId}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          readOnly={blocked}
          aria-describedby={`${fieldId}-hint`}
          aria-invalid={quantity === null || undefined}
          value={quantity ?? draft}
          onChange={({ target }) => {
            const next = target.valueAsNumber;
            const isValid = Number.isInteger(next) && next >= min && next <= max;
            setDraft(target.value);
            onChange(isValid ? next : null);
          }}
          className="figures w-24 text-center aria-invalid:border-lost"
        />
        <Button
          className="px-3"
          aria-label={text.more}
          blocked={blocked || current >= max}
          onClick={() => step(current + 1)}
        >
          <Icon name="plus" />
        </Button>
      </div>
      <p id={`${fieldId}-hint`} aria-live="polite" className="pt-1 text-small text-soft">
        {quantity === null ? text.invalid(min, max) : pricing.seatsHint(min, max)}
      </p>
    </div>
  );
}
