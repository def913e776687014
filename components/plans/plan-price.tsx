'use client';

import dynamic from 'next/dynamic';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { classNames } from '@/components/ui/class-names';
import type { Price } from '@/lib/contract/versions';
import {
  type Amount,
  describePrice,
  formatAnnualPrice,
  formatBounds,
  joinAmounts,
  type PriceFormatOptions,
} from '@/lib/pricing/format-price';

/** A script of its own, because most lists are shown with monthly billing. */
const AnnualSaving = dynamic(() => import('./annual-saving').then((module) => module.AnnualSaving));

interface PlanPriceProps {
  fees: Price;
  priceOptions: PriceFormatOptions;
  fontSize: PriceFontSize;
  /** Number of users that the saving is for. */
  users: number;
}

/** A price in a large font, with its unit on the line below. */
export function PlanPrice({ fees, priceOptions, fontSize, users }: PlanPriceProps) {
  const { messages, app, billed } = priceOptions;
  const price = describePrice(fees, priceOptions);
  const sizeClassName = priceFontSizeClassNames[fontSize];
  const boundsText = formatBounds(fees, messages);
  const bounds = boundsText && <p className="figures text-small text-soft">{boundsText}</p>;
  if (price.kind !== 'amounts') {
    const isFree = price.kind === 'free';
    return (
      <>
        <p className={isFree ? classNames(numeralClassName, sizeClassName) : 'text-head font-light'}>
          {price.kind === 'text' ? (
            <CatalogText className="figures">{price.text}</CatalogText>
          ) : (
            messages[isFree ? 'free' : 'onRequest']
          )}
        </p>
        {bounds}
      </>
    );
  }
  const { base, perUser, period } = price;
  const annual = formatAnnualPrice(fees, priceOptions);
  const format = (first: string, second: string) =>
    messages.inPeriod(joinAmounts(base && first, perUser && (base ? second : first), fees, messages), period);
  const isInline = !perUser && !fees.fee_unit;
  const numeral = (amount: Amount) => (
    <PriceNumeral key="1" amount={amount} sizeClassName={sizeClassName} inline={isInline} />
  );
  return (
    <div className="text-soft">
      <p className={isInline ? 'flex flex-wrap items-baseline' : undefined}>
        {interpolate(
          format,
          base && perUser
            ? [
                numeral(base),
                <span key="2" className="figures text-ink">
                  {perUser.text}
                </span>,
              ]
            : [base && numeral(base), perUser && numeral(perUser)].filter((element) => element !== null),
        )}
      </p>
      {bounds}
      {(annual || app !== period) && (
        <p className="figures pt-1 text-small">
          {annual}
          {app === 'month' && <AnnualSaving fees={fees} users={users} billed={billed} />}
        </p>
      )}
    </div>
  );
}

/** The negative margin offsets the side bearing of the first digit, so that its stroke aligns with the column. */
const numeralClassName = 'figures font-light -ms-[0.02em]';

interface PriceNumeralProps {
  amount: Amount;
  sizeClassName: string;
  /** Keeps the unit on the same line. */
  inline?: boolean;
}

function PriceNumeral({ amount: { parts }, sizeClassName, inline = false }: PriceNumeralProps) {
  return (
    <span
      className={classNames(
        numeralClassName,
        'text-ink',
        inline ? 'me-1 inline-block' : 'block',
        sizeClassName,
      )}
    >
      {parts.before}
      {parts.whole}
      {parts.fraction && <span className="text-soft">{parts.fraction}</span>}
      {parts.after}
    </span>
  );
}

/** All prices of a grid have the same size, so that size does not suggest a comparison. */
export type PriceFontSize = 'large' | 'medium' | 'small';

const priceFontSizeClassNames: Record<PriceFontSize, string> = {
  large: 'text-figure',
  medium: 'text-[2.75rem] leading-16 tracking-[-0.025em] rtl:tracking-normal',
  small: 'text-[2rem] leading-16 tracking-[-0.015em] rtl:tracking-normal',
};

/** Characters of the longest price at each size, in columns of 260 px, or of 210 px if there are five. */
const maxLengths: Record<3 | 4 | 5, { large: number; medium: number }> = {
  3: { large: 7, medium: 10 },
  4: { large: 7, medium: 10 },
  5: { large: 5, medium: 8 },
};

/** Letters are narrower than figures. */
const figuresPerLetter = 0.75;

/** The largest size at which the longest price fits. */
export function getPriceFontSize(
  prices: Price[],
  priceOptions: PriceFormatOptions,
  columnCount: 3 | 4 | 5,
): PriceFontSize {
  const lengths = prices.map((fees) => {
    const price = describePrice(fees, priceOptions);
    if (price.kind === 'free') return priceOptions.messages.free.length * figuresPerLetter;
    return price.kind === 'amounts' ? ((price.base ?? price.perUser)?.text.length ?? 0) : 0;
  });
  const longest = Math.max(0, ...lengths);
  const { large, medium } = maxLengths[columnCount];
  if (longest <= large) return 'large';
  return longest <= medium ? 'medium' : 'small';
}
