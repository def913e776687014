'use client';

import { useId } from 'react';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { classNames } from '@/components/ui/class-names';
import { billingPeriods } from '@/lib/contract/enums';
import { formatPercent } from '@/lib/format/plurals';
import { computeAnnualSaving } from '@/lib/pricing/total';
import type { Billing } from './use-billing';

/** Selects monthly or annual billing: two radio buttons that look like one control with two parts. */
export function PeriodControl({
  name,
  billing,
  disabled = false,
}: {
  /** Name of the field, in a form. */
  name?: string;
  billing: Billing;
  disabled?: boolean;
}) {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const ownName = useId();
  const { period, versions, users, setPeriod } = billing;
  const maxSaving = Math.max(0, ...versions.map((version) => computeAnnualSaving(version, users) ?? 0));
  return (
    <fieldset disabled={disabled} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <legend className="sr-only">{pricing.billing.legend}</legend>
      <div className="flex">
        {billingPeriods.map((option) => (
          <label
            key={option}
            className={classNames(
              'relative flex min-h-11 min-w-11 cursor-pointer items-center border border-edge px-4 transition-colors',
              'has-checked:border-ink has-checked:bg-ink has-checked:text-paper not-has-checked:hover:bg-sunk',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
              'has-disabled:cursor-not-allowed forced-colors:has-checked:bg-[Highlight]',
              // Otherwise the browser draws a background behind the text.
              'forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:text-[HighlightText]',
              option === 'month' ? 'rounded-s-control' : 'rounded-e-control -ms-px',
            )}
          >
            <input
              type="radio"
              name={name ?? ownName}
              value={option}
              checked={period === option}
              onChange={() => setPeriod(option)}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            {pricing.billing[option]}
          </label>
        ))}
      </div>
      {maxSaving > 0 && (
        <span className="figures text-small text-soft">
          {pricing.billing.savesUpTo(formatPercent(locale, maxSaving))}
        </span>
      )}
    </fieldset>
  );
}
