'use client';

import { useClock } from '@/components/text/text-provider';
import { formatMoney, minorUnits, moneyParts } from '@/lib/format/money';

interface DecimalAmountProps {
  minor: number;
  /** The amounts it stands under and over. Where one of them has decimals, this one leaves their room. */
  beside: number[];
  currency: string;
  /** Another way to write the same amount, as with its sign. */
  text?: string | undefined;
}

/** `$8` over `$16.50`, with the 8 over the 6. */
export function DecimalAmount({ minor, beside, currency, text }: DecimalAmountProps) {
  const { locale } = useClock();
  const units = minorUnits(currency);
  const withDecimals = beside.find((amount) => amount % units !== 0);
  const leavesRoom = withDecimals !== undefined && minor % units === 0;
  return (
    <span className="figures">
      {text ?? formatMoney(locale, currency, minor)}
      {leavesRoom && (
        <span aria-hidden="true" className="invisible">
          {moneyParts(locale, currency, withDecimals).fraction}
        </span>
      )}
    </span>
  );
}
