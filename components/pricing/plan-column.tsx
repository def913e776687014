'use client';

import { useId } from 'react';
import { useClock, useText } from '@/components/text/text-provider';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import type { VersionEntry } from '@/lib/contract/version-list';
import { formatMoney } from '@/lib/format/money';
import { type PriceSetting, totalFor } from '@/lib/format/price';
import type { FigureSize } from './figure-size';
import { MoreInfo } from './more-info';
import { PlanAction, type PlanActionProps } from './plan-action';
import { PlanFeatures, SeeAllFeatures } from './plan-features';
import { PlanPrice } from './plan-price';
import type { Rung } from './rungs';

export interface PlanColumnProps {
  version: VersionEntry;
  rung: Rung;
  setting: PriceSetting;
  figureSize: FigureSize;
  contactUrl: string | null;
  /** Null where no listed plan has a price per user. */
  seats: number | null;
  action: Omit<PlanActionProps, 'version' | 'className'>;
}

/** One plan: a column under its rule, whose rows stand level with those of its neighbours. */
export function PlanColumn({
  version,
  rung,
  setting,
  figureSize,
  contactUrl,
  seats,
  action,
}: PlanColumnProps) {
  const titleId = useId();
  return (
    <li
      aria-labelledby={titleId}
      className={classNames(
        'grid min-w-0 grid-cols-1 grid-rows-subgrid content-start border-t-rule pb-16 break-inside-avoid',
        seats === null ? 'row-span-8' : 'row-span-9',
        version.current ? 'border-t-4 border-t-yours pt-2.5' : 'border-t-2 pt-3',
      )}
    >
      <p className="flex min-h-5 flex-wrap gap-x-4">
        <Standing version={version} />
      </p>
      <h2 id={titleId} className="pt-1 text-head">
        <bdi>{version.title}</bdi>
      </h2>
      <p className="pt-1.5 text-soft">
        <bdi>{version.description}</bdi>
      </p>
      <div className="pt-8">
        <PlanPrice fees={version} setting={setting} size={figureSize} contactUrl={contactUrl} />
      </div>
      {seats !== null && <Estimate version={version} setting={setting} seats={seats} />}
      <div className="screen-only pt-6 empty:pt-0">
        <PlanAction version={version} {...action} className="w-full middle:w-auto middle:min-w-36" />
      </div>
      <div className="pt-10">
        <PlanFeatures rung={rung} />
      </div>
      <div>
        <SeeAllFeatures rung={rung} title={version.title} />
      </div>
      <div>{version.more_info && <MoreInfo text={version.more_info} title={version.title} />}</div>
    </li>
  );
}

/** What this plan is to the reader, in words. */
function Standing({ version }: { version: VersionEntry }) {
  const { pricing } = useText();
  return (
    <>
      {version.current && <Badge tone="yours">{pricing.yourPlan}</Badge>}
      {!version.active && <Badge>{pricing.noLongerOffered}</Badge>}
      {version.active && !version.public && <Badge>{pricing.notPublic}</Badge>}
    </>
  );
}

function Estimate({
  version,
  setting,
  seats,
}: Pick<PlanColumnProps, 'version' | 'setting'> & { seats: number }) {
  const { pricing } = useText();
  const { locale } = useClock();
  const total = totalFor(version, seats);
  // Not a live region: four of them would speak at every step of the slider, which says the number itself.
  return (
    <output
      aria-live="off"
      className="mt-6 flex justify-between gap-x-4 border-line border-t pt-1.5 text-small"
    >
      <span className="text-soft">{pricing.forSeats(seats)}</span>
      <span className="text-end">
        {total === null && '—'}
        {total === 0 && pricing.free}
        {!!total && pricing.words.base(formatMoney(locale, setting.currency, total), setting.period)}
      </span>
    </output>
  );
}
