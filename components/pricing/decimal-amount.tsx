'use client';

import { useClock } from '@/components/text/text-provider';
import { formatMoney, formatMoneyChange, minorUnits, moneyParts } from '@/lib/format/money';

interface DecimalAmountProps {
  minor: number;
  /** The amounts it stands under and over. Where one of them has decimals, this one leaves their room. */
  beside: number[];
  currency: string;
  /** A difference, which bears its sign. */
  change?: boolean | undefined;
}

/** `$8` over `$16.50`, with the 8 over the 6; and `8,00 €` over `16,50 €`, for a gap would part it from its currency. */
export function DecimalAmount({ minor, beside, currency, change = false }: DecimalAmountProps) {
  const { locale } = useClock();
  const units = minorUnits(currency);
  const withDecimals = beside.find((amount) => amount % units !== 0);
  const leavesRoom = withDecimals !== undefined && minor % units === 0;
  const fillsRoom = leavesRoom && moneyParts(locale, currency, minor).after !== '';
  const write = change ? formatMoneyChange : formatMoney;
  return (
    <span className="figures">
      {write(locale, currency, minor, fillsRoom)}
      {leavesRoom && !fillsRoom && (
        <span aria-hidden="true" className="invisible">
          {moneyParts(locale, currency, withDecimals).fraction}
        </span>
      )}
    </span>
  );
}
