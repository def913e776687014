'use client';

import { Fragment, type ReactNode } from 'react';
import { ContentChange } from '@/components/feature-content/feature-content';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { changeIconClassNames } from '@/components/ui/change-icon';
import { classNames } from '@/components/ui/class-names';
import { AppDate } from '@/components/ui/date-text';
import type { BillingPeriod, FeatureChange, FeatureRef } from '@/lib/contract/fields';
import type { NoticeBody } from '@/lib/contract/notices';
import { describePrice, formatPrice } from '@/lib/pricing/format-price';

/**
 * "It costs €15 / month. Before, it was €12 / month." `period` is the chosen one, which what a plan is today is stated for. A
 * price that holds later is stated as it is billed.
 */
export function NoticePrice({ notice, period: chosen }: { notice: NoticeBody; period: BillingPeriod }) {
  const text = usePageText('planDetails').notices;
  const { pricing } = useText();
  const { price, previous_price: before, account_billing_period: billed } = notice;
  const { previous_account_billing_period: periodBefore, undone, type, effective_at: effectiveAt } = notice;
  const period = type === 'kept' && effectiveAt === null ? chosen : billed;
  // As billed, so that both are for one period.
  const options = { ...usePriceOptions(notice, period), shown: period };
  const optionsBefore = { ...usePriceOptions(notice, periodBefore ?? period), shown: periodBefore ?? period };
  const amount = (value: string, key: string) => (
    <bdi key={key} className="figures inline-block">
      {value}
    </bdi>
  );
  if (!price) return null;
  const now = formatPrice(price, options);
  if (undone) return interpolate(text.asBefore, [amount(now, 'now')]);
  if (!before) return interpolate(text.samePrice, [amount(now, 'now')]);
  if (effectiveAt !== null) {
    return interpolate(text.datedPrices, [
      amount(now, 'now'),
      amount(formatPrice(before, optionsBefore), 'before'),
      <AppDate key="date" at={effectiveAt} />,
    ]);
  }
  const areAmounts = [describePrice(before, optionsBefore), describePrice(price, options)].every(
    ({ kind }) => kind === 'amounts',
  );
  const texts = {
    kept: [text.keptPrices, text.otherKeptPrices],
    others: [text.prices, text.otherPrices],
  }[type === 'kept' ? type : 'others'];
  const sentence = texts[areAmounts ? 0 : 1]!;
  return (
    <>
      {interpolate(sentence, [amount(formatPrice(before, optionsBefore), 'before'), amount(now, 'now')])}
      {periodBefore && ` ${pricing.billedPeriod[period]}.`}
    </>
  );
}

const maxShown = 4;

const isBetter = ({ improved }: FeatureChange) => improved === true;
const isWorse = ({ improved }: FeatureChange) => improved === false;
const isUndecided = ({ improved }: FeatureChange) => improved === null;

/** What is lost, gained and changed, losses first. */
export function NoticeChanges({ notice }: { notice: NoticeBody }) {
  const text = usePageText('planDetails').notices;
  const { lost, gained, lowered, raised, changed } = notice;
  const lines = [
    { icon: 'minus', label: text.lost, features: lost },
    { icon: 'minus', label: text.lowered, features: lowered.filter(isWorse) },
    { icon: 'minus', label: text.raised, features: raised.filter(isWorse) },
    {
      icon: 'plus',
      label: notice.type === 'announced' ? text.announcedGained : text.gained,
      features: gained,
    },
    { icon: 'plus', label: text.raised, features: raised.filter(isBetter) },
    { icon: 'plus', label: text.lowered, features: lowered.filter(isBetter) },
    {
      icon: 'dash',
      label: text.changed,
      features: [...raised, ...lowered, ...changed].filter(isUndecided),
    },
  ] as const;
  const shown = lines.filter(({ features }) => features.length > 0);
  if (shown.length === 0) return <p>{text.sameFeatures}</p>;
  return (
    <ul className="pt-2">
      {shown.map(({ icon, label, features }) => (
        <li
          key={`${icon} ${label('')}`}
          className={classNames('flex max-w-[72ch] gap-2.5 py-0.5 before:mt-1', changeIconClassNames[icon])}
        >
          <span className="min-w-0">{interpolate(label, [<Features key="list" features={features} />])}</span>
        </li>
      ))}
    </ul>
  );
}

/** "Storage 10 → 20 GB, Guests and 3 more" */
function Features({ features }: { features: readonly (FeatureRef | FeatureChange)[] }): ReactNode {
  const { ui, pricing } = useText();
  const shown = features.slice(0, maxShown);
  const hiddenCount = features.length - shown.length;
  return (
    <>
      {shown.map((feature, index) => (
        <Fragment key={feature.id}>
          {index > 0 && ui.comma}
          <CatalogText>{feature.title}</CatalogText>
          {'from' in feature && (
            <>
              {' '}
              <ContentChange from={feature.from} to={feature.to} />
            </>
          )}
        </Fragment>
      ))}
      {hiddenCount > 0 && ` ${pricing.andMore(hiddenCount)}`}
    </>
  );
}
