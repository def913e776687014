'use client';

import type { ReactNode } from 'react';
import { fillPhrase } from '@/components/text/fill-phrase';
import { useText } from '@/components/text/text-provider';
import { classNames } from '@/components/ui/class-names';
import { linkLook } from '@/components/ui/text-link';
import { type Amount, describePrice, type Fees, type PriceSetting } from '@/lib/format/price';
import { type FigureSize, figureLooks } from './figure-size';

interface PlanPriceProps {
  fees: Fees;
  setting: PriceSetting;
  size: FigureSize;
  contactUrl: string | null;
}

/** A large quiet numeral, and its unit on the line below. */
export function PlanPrice({ fees, setting, size, contactUrl }: PlanPriceProps) {
  const { pricing } = useText();
  const price = describePrice(fees, setting);
  const look = figureLooks[size];
  if (price.kind === 'free') return <p className={classNames(optical, look)}>{pricing.free}</p>;
  if (price.kind === 'on_request') {
    return (
      <div>
        <p className="flex min-h-16 items-end pb-2 text-head font-light">{pricing.onRequest}</p>
        {contactUrl && (
          <a href={contactUrl} className={classNames('text-soft', linkLook)}>
            {pricing.contactUs}
          </a>
        )}
      </div>
    );
  }
  const { base, perUser, period } = price;
  const { words } = pricing;
  if (base && perUser) {
    const extra = <span className="figures text-ink">{perUser.text}</span>;
    return (
      <Line>
        {fillPhrase(
          (one, two) => words.both(one, two, period),
          [<Figure key="1" amount={base} look={look} />, extra],
        )}
      </Line>
    );
  }
  const amount = base ?? perUser;
  if (!amount) return null;
  const phrase = (mark: string) => (base ? words.base(mark, period) : words.perUser(mark, period));
  return (
    <Line>
      {fillPhrase(phrase, [<Figure key="1" amount={amount} look={look} beside={amount === base} />])}
    </Line>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <p className="text-soft">{children}</p>;
}

/** Light, and drawn out by its own side bearing, so that the stroke itself stands on the column's edge. */
const optical = 'figures font-light -ms-[0.02em]';

interface FigureProps {
  amount: Amount;
  look: string;
  /** The words after it are few enough to stand on its own line. */
  beside?: boolean;
}

function Figure({ amount: { parts }, look, beside = false }: FigureProps) {
  return (
    <span className={classNames(optical, 'text-ink', beside ? 'me-1 inline-block' : 'block', look)}>
      {parts.before}
      {parts.whole}
      {parts.fraction && <span className="text-soft">{parts.fraction}</span>}
      {parts.after}
    </span>
  );
}
