'use client';

import { AmountText, useContentFormat } from '@/components/feature-content/feature-content';
import { usePageText } from '@/components/i18n/page-text';
import { useLazyText } from '@/components/i18n/text-provider';
import {
  ChangeColumn,
  type ChangeLine,
  ChangeLines,
  toChangeLine,
} from '@/components/switch/switch-feature-changes';
import type { AddOnEntry, AddOnPreview } from '@/lib/contract/add-ons';
import type { FeatureRef } from '@/lib/contract/fields';
import { formatContent } from '@/lib/format/localized-amount';
import { listAddedFeatures, listChangedLimits } from './collect-add-ons';

interface AddOnDifferenceProps {
  entry: AddOnEntry;
  preview: AddOnPreview['data'];
}

/** What the account loses and gains with the change, add-ons and plan together. */
export function AddOnDifference({ entry, preview }: AddOnDifferenceProps) {
  const text = usePageText('account').addOns;
  const { otherChanges } = useLazyText('switching').switching;
  const format = useContentFormat();
  const { lost, gained, lowered, raised, changed } = preview;
  const quantity = Math.max(preview.quantity, preview.previous_quantity);
  // Only the add-on contributes to what the account does not have without it.
  const contents = [
    ...listAddedFeatures(entry),
    ...listChangedLimits(entry.limits, preview.version?.id).map(({ change, ...limit }) =>
      change === 'add' && limit.amount !== null ? { ...limit, amount: limit.amount * quantity } : limit,
    ),
  ];
  const toLine = ({ id, title }: FeatureRef, icon: ChangeLine['icon']): ChangeLine => {
    const content = contents.find((each) => each.id === id);
    const amount = content && formatContent(content, format);
    return { id, title, icon, amount: amount && <AmountText>{amount}</AmountText> };
  };
  const list = (refs: FeatureRef[], improved: boolean | null, icon: ChangeLine['icon']) => [
    ...refs.map((ref) => toLine(ref, icon)),
    ...[...lowered, ...raised, ...changed]
      .filter((change) => change.improved === improved)
      .map((change) => toChangeLine(change, icon)),
  ];
  const columns = [
    { title: text.youLose, lines: list(lost, false, 'minus') },
    { title: text.youGet, lines: list(gained, true, 'plus') },
    { title: otherChanges, lines: list([], null, 'dash') },
  ];
  return columns.map(
    ({ title, lines }) =>
      lines.length > 0 && (
        <ChangeColumn key={title} title={title} className="pt-6">
          <ChangeLines layout={lines.length > 6 ? 'grid' : 'column'} lines={lines} />
        </ChangeColumn>
      ),
  );
}
