'use client';

import { use, useRef, useState } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useLazyText, useText } from '@/components/i18n/text-provider';
import { DoneNotice } from '@/components/ui/done-notice';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import { QueriedAccount } from '@/lib/client/use-read';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { AddOnEntry } from '@/lib/contract/add-ons';
import { AddOnDialog, type AddOnDialogProps } from './add-on-dialog';
import type { ChosenChange, RequestedAddOnChange } from './add-on-row';

interface AddOnFlowProps
  extends Pick<AddOnDialogProps, 'list' | 'addOns' | 'seats' | 'isMember' | 'onClose'> {
  /** What the dialog is about. It is null while it is closed. */
  chosen: ChosenChange | null;
  onChoose: (change: ChosenChange) => void;
}

interface CompletedChange extends ChosenChange {
  title: string;
  /** How many there are now. */
  quantity: number;
  /** The price sentence of the dialog. */
  price: string;
  undo: RequestedAddOnChange;
  /** What waits instead. It is null if the add-on has changed. */
  change: AccountChangeBody | null;
}

/** The change that reverts one of an add-on. */
function getUndo({ action }: RequestedAddOnChange, { quantity }: AddOnEntry): RequestedAddOnChange {
  if (action === 'turn_on') return { action: 'turn_off' };
  return { action: action === 'turn_off' ? 'turn_on' : action, quantity };
}

/** Less waits for the end of the billing period: that is no undo. */
const isPossibleNow = (change: AddOnEntry['change']) => change?.allowed && !change.period_end_only;

/** The dialog of an add-on, and after a change the notice that confirms it. It is loaded on demand. */
export function AddOnFlow(props: AddOnFlowProps) {
  const { addOns, chosen, onChoose, onClose } = props;
  const text = usePageText('account').addOns;
  const switching = useLazyText('switching').switching;
  const { ui, pricing } = useText();
  const [completed, setCompleted] = useState<CompletedChange | null>(null);
  const noticeRef = useRef<HTMLDivElement>(null);
  const isStaff = use(QueriedAccount) !== undefined;
  const { optional_features: all } = addOns;
  const entry = all.find(({ id }) => id === chosen?.id);
  const doneTexts = { turn_on: text.done.on, turn_off: text.done.off, change_quantity: text.quantity.done };
  const dismiss = () => setCompleted(null);
  return (
    <>
      {completed && !completed.change && (
        <DoneNotice
          ref={noticeRef}
          title={interpolate(doneTexts[completed.action], [
            <CatalogText key="title" className="font-medium">
              {completed.action === 'change_quantity' || completed.quantity > 1
                ? pricing.times(completed.quantity, completed.title)
                : completed.title}
            </CatalogText>,
            <bdi key="price">{completed.price}</bdi>,
          ])}
          onDismiss={dismiss}
        >
          {all.some(({ id, change }) => id === completed.id && isPossibleNow(change)) && (
            <TextButton onClick={() => onChoose({ id: completed.id, ...completed.undo })}>
              {switching.undo.open}
            </TextButton>
          )}
          {!isStaff && <TextLink href={pageUrls.history()}>{ui.viewHistory}</TextLink>}
        </DoneNotice>
      )}
      {chosen && entry && (
        <AddOnDialog
          {...props}
          entry={entry}
          change={chosen}
          noticeRef={noticeRef}
          onDone={(quantity, price, change) => {
            const undo = getUndo(chosen, entry);
            setCompleted({ ...chosen, title: entry.title, quantity, price, undo, change });
            onClose();
          }}
        />
      )}
    </>
  );
}
