'use client';

import { Fragment, type ReactNode, useId } from 'react';
import { ContentChange } from '@/components/feature-content/content-change';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { type PlanActionProps, SwitchLabel } from '@/components/pricing/plan-action';
import { type Billing, useChosenPrice } from '@/components/pricing/use-billing';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { groupFeatureChanges, predictFeatureChanges } from '@/components/switch/switch-summary';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { TextLink } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import type { FeatureChange, FeatureRef } from '@/lib/contract/fields';
import type { VersionEntry, VersionList } from '@/lib/contract/versions';
import { describePrice, formatPrice } from '@/lib/pricing/format-price';

interface EarlierPlanProps extends Pick<PlanActionProps, 'offline' | 'onSwitch' | 'onIntent'> {
  /** The account's version, which `present` has replaced. */
  earlier: VersionEntry;
  present: VersionEntry;
  list: VersionList['data'];
  billing: Billing;
}

/** What the account keeps and what its plan is today, with the dialog that switches to it. */
export function EarlierPlan(props: EarlierPlanProps) {
  const { earlier, present, list, billing, offline, onSwitch, onIntent } = props;
  const text = usePageText('planDetails').earlierPlan;
  const titleId = useId();
  const chosen = useChosenPrice();
  const plans = [earlier.tag, present.tag];
  return (
    <section aria-labelledby={titleId} className="mb-12 border-yours border-s-4 ps-4">
      <h2 id={titleId} className="max-w-[60ch] text-head">
        {interpolate(text.title, [<CatalogText key="plan">{present.title}</CatalogText>])}
      </h2>
      <p className="max-w-[72ch] text-pretty pt-1">
        <Prices earlier={earlier} present={present} list={list} billing={billing} />
      </p>
      <Changes earlier={earlier} present={present} list={list} />
      <div className="screen-only flex flex-wrap items-center gap-x-6 gap-y-2 pt-4">
        <Button
          blocked={offline}
          aria-haspopup="dialog"
          data-switch-to={present.id}
          onClick={onSwitch && (() => onSwitch(present.id))}
          onPointerEnter={onIntent}
          onFocus={onIntent}
        >
          <SwitchLabel title={present.title} direction="none" isPreview />
        </Button>
        <TextLink href={pageUrls.compare({ ...chosen, plans, pair: plans, differences: 'true' })}>
          {text.compare}
        </TextLink>
      </div>
    </section>
  );
}

function Prices({
  earlier,
  present,
  list,
  billing,
}: Pick<EarlierPlanProps, 'earlier' | 'present' | 'list' | 'billing'>) {
  const text = usePageText('planDetails').earlierPlan;
  const options = usePriceOptions(list.app, billing.period);
  const [yours = '', today = ''] = [earlier, present].map((version) => formatPrice(version, options));
  const areAmounts = [earlier, present].every(
    (version) => describePrice(version, options).kind === 'amounts',
  );
  const amount = (price: string, key: string) => (
    <bdi key={key} className="figures inline-block">
      {price}
    </bdi>
  );
  if (yours === today) return interpolate(text.samePrice, [amount(yours, 'price')]);
  return interpolate(areAmounts ? text.prices : text.otherPrices, [
    amount(yours, 'yours'),
    amount(today, 'today'),
  ]);
}

const maxShown = 4;

/** What the present version lacks, has and changes, losses first. */
function Changes({ earlier, present, list }: Pick<EarlierPlanProps, 'earlier' | 'present' | 'list'>) {
  const text = usePageText('planDetails').earlierPlan;
  const { matrix } = list;
  const compared = predictFeatureChanges(earlier, present, matrix?.features ?? []);
  const changes = groupFeatureChanges(compared, matrix);
  const lines = [
    { icon: 'minus', label: text.lost, features: [...changes.lost, ...changes.lostLimits] },
    { icon: 'minus', label: text.lowered, features: changes.lowered },
    { icon: 'minus', label: text.raised, features: changes.raisedCosts },
    { icon: 'plus', label: text.gained, features: [...changes.gained, ...changes.gainedLimits] },
    { icon: 'plus', label: text.raised, features: changes.raised },
    { icon: 'plus', label: text.lowered, features: changes.loweredCosts },
    { icon: 'dash', label: text.changed, features: compared.changed },
  ] as const;
  const shown = lines.filter(({ features }) => features.length > 0);
  if (shown.length === 0) return <p>{text.sameFeatures}</p>;
  return (
    <ul className="pt-2">
      {shown.map(({ icon, label, features }) => (
        <li key={`${icon} ${label('')}`} className="flex max-w-[72ch] gap-2.5 py-0.5">
          <Icon
            name={icon}
            className={`mt-1 ${{ minus: 'text-lost', plus: 'text-gained', dash: 'text-soft' }[icon]}`}
          />
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
