'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { Total } from '@/lib/contract/switch';
import { formatMoney } from '@/lib/format/money';
import { ChangePrice } from './change-price';

interface ChangePaysProps {
  change: AccountChangeBody;
}

/** What is paid from a scheduled change on, with add-ons, and in a trial: "Then $9 / month instead of $20 / month." */
export function ChangePays({ change }: ChangePaysProps) {
  const { pays: text } = usePageText('account').changes;
  const format = useTotalFormat(change);
  const { totals, options_total: addOns, trial, version, previous_version: previous } = change;
  if (!totals || !isKnown(totals.after)) return null;
  const after = format(totals.after);
  // In a trial, the plan is free.
  const before = totals.before && isKnown(totals.before) && trial !== 'end' ? format(totals.before) : null;
  const price = <bdi key="after">{after}</bdi>;
  // Another sentence says so.
  const isSaid = trial === 'end' && previous?.id === version.id;
  return (
    <>
      {!isSaid && before === null && interpolate(text.after, [price])}
      {before === after && interpolate(text.same, [price])}
      {before !== null &&
        before !== after &&
        interpolate(text.instead, [price, <bdi key="before">{before}</bdi>])}
      {addOns && isKnown(addOns) && (
        <> {interpolate(text.inTrial, [<bdi key="price">{format(addOns)}</bdi>])}</>
      )}
    </>
  );
}

/** What is paid after a change, with add-ons if that is known: "$9 / month". */
export function ChangeTotal({ change }: ChangePaysProps) {
  const format = useTotalFormat(change);
  const after = change.totals?.after;
  return after && isKnown(after) ? <bdi>{format(after)}</bdi> : <ChangePrice change={change} />;
}

const isKnown = (total: Total) => total.not_included.length === 0;

function useTotalFormat({ version }: AccountChangeBody) {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  return ({ amount, billing_period: period }: Total) =>
    pricing.price.inPeriod(formatMoney(locale, version, amount), period);
}
