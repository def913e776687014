'use client';

import { useId, useMemo } from 'react';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import type { AppInfo, VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatMoney } from '@/lib/format/money';
import { calculateTotal, type PriceFormatOptions } from '@/lib/format/price';
import { PlanAction, type PlanActionProps } from './plan-action';
import { AllFeaturesLink, MoreInfo, PlanFeatures } from './plan-features';
import { buildPlanInheritance, type PlanInheritance } from './plan-inheritance';
import { getPriceFontSize, PlanPrice, type PriceFontSize } from './plan-price';

interface PlanGridProps {
  list: VersionList['data'];
  seats: number;
  action: Omit<PlanActionProps, 'version' | 'app' | 'seats' | 'className'>;
}

/** Chooses three or four columns, and avoids a last row with a single plan where possible. */
function getColumnsClassName(planCount: number): string {
  const fourColumns = planCount % 4 === 0 || (planCount > 5 && planCount % 3 !== 0);
  return fourColumns ? 'wide:grid-cols-4' : 'wide:grid-cols-3';
}

/** Whether any price depends on the number of users. */
export function hasUserFees({ versions }: VersionList['data']): boolean {
  return versions.some(({ user_fee }) => user_fee !== null && user_fee > 0);
}

/** All plans side by side, in the order of the API. Used by the plans page and by the product preview. */
export function PlanGrid({ list, seats, action }: PlanGridProps) {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const { versions, matrix, app } = list;
  const inheritances = useMemo(() => buildPlanInheritance(versions, matrix), [versions, matrix]);
  const priceOptions = { locale, currency: app.currency, period: app.billing_period };
  const fontSize = getPriceFontSize(versions, priceOptions);
  if (versions.length === 0) return <NoPlans />;
  return (
    <ul
      aria-label={pricing.allPlans}
      className={classNames(
        'grid grid-cols-1 gap-x-8 middle:grid-cols-2',
        getColumnsClassName(versions.length),
      )}
    >
      {versions.map((version) => (
        <PlanColumn
          key={version.id}
          version={version}
          inheritance={
            inheritances.get(version.id) ?? {
              featureCount: 0,
              limitCount: 0,
              basePlan: null,
              addedFeatures: [],
            }
          }
          priceOptions={priceOptions}
          fontSize={fontSize}
          app={app}
          seats={seats}
          hasEstimate={hasUserFees(list)}
          action={action}
        />
      ))}
    </ul>
  );
}

function NoPlans() {
  const { pricing } = useText();
  return (
    <div className="border-t-2 border-rule pt-4 pb-16">
      <h2 className="text-head">{pricing.empty.title}</h2>
      <p className="mt-2 text-soft">{pricing.empty.body}</p>
    </div>
  );
}

interface PlanColumnProps {
  version: VersionEntry;
  inheritance: PlanInheritance;
  priceOptions: PriceFormatOptions;
  fontSize: PriceFontSize;
  app: AppInfo;
  /** Number of users for the estimate. */
  seats: number;
  /** Whether any listed plan has a price per user. */
  hasEstimate: boolean;
  action: Omit<PlanActionProps, 'version' | 'app' | 'seats' | 'className'>;
}

/** One plan. Its rows are a subgrid, so that they align with those of the plans beside it. */
function PlanColumn(props: PlanColumnProps) {
  const { version, inheritance, priceOptions, fontSize, app, seats, hasEstimate, action } = props;
  const titleId = useId();
  return (
    <li
      aria-labelledby={titleId}
      className={classNames(
        'grid min-w-0 grid-cols-1 grid-rows-subgrid content-start border-t-rule pb-16 break-inside-avoid',
        hasEstimate ? 'row-span-9' : 'row-span-8',
        version.current ? 'border-t-4 border-t-yours pt-2.5' : 'border-t-2 pt-3',
      )}
    >
      <p className="flex min-h-5 flex-wrap gap-x-4">
        <PlanBadges version={version} />
      </p>
      <h2 id={titleId} className="pt-1 text-head">
        <bdi>{version.title}</bdi>
      </h2>
      <p className="pt-1.5 text-soft">
        <bdi>{version.description}</bdi>
      </p>
      <div className="pt-8">
        <PlanPrice fees={version} priceOptions={priceOptions} fontSize={fontSize} />
      </div>
      {hasEstimate && <SeatEstimate version={version} priceOptions={priceOptions} seats={seats} />}
      <div className="screen-only pt-6 empty:pt-0">
        <PlanAction
          version={version}
          app={app}
          seats={seats}
          {...action}
          className="w-full middle:w-auto middle:min-w-36"
        />
      </div>
      <div className="pt-10">
        <PlanFeatures inheritance={inheritance} />
      </div>
      <div>
        <AllFeaturesLink inheritance={inheritance} title={version.title} />
      </div>
      <div>{version.more_info && <MoreInfo text={version.more_info} title={version.title} />}</div>
    </li>
  );
}

function PlanBadges({ version }: { version: VersionEntry }) {
  const { pricing } = useText();
  return (
    <>
      {version.current && <Badge tone="yours">{pricing.yourPlan}</Badge>}
      {!version.active && <Badge>{pricing.noLongerOffered}</Badge>}
      {version.active && !version.public && <Badge>{pricing.notPublic}</Badge>}
    </>
  );
}

function SeatEstimate({
  version,
  priceOptions,
  seats,
}: Pick<PlanColumnProps, 'version' | 'priceOptions' | 'seats'>) {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const total = calculateTotal(version, seats);
  // `output` is a live region by default. The slider announces its own value, so the estimates stay silent.
  return (
    <output
      aria-live="off"
      className="mt-6 flex justify-between gap-x-4 border-line border-t pt-1.5 text-small"
    >
      <span className="text-soft">{pricing.forSeats(seats)}</span>
      <span className="text-end">
        {total === null && '—'}
        {total === 0 && pricing.free}
        {!!total &&
          pricing.price.inPeriod(formatMoney(locale, priceOptions.currency, total), priceOptions.period)}
      </span>
    </output>
  );
}
