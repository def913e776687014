'use client';

import { useMemo } from 'react';
import { useClock, useText } from '@/components/text/text-provider';
import { classNames } from '@/components/ui/class-names';
import type { VersionList } from '@/lib/contract/version-list';
import { figureSizeFor } from './figure-size';
import type { PlanActionProps } from './plan-action';
import { PlanColumn } from './plan-column';
import { buildRungs } from './rungs';

export interface PlanBoardProps {
  list: VersionList['data'];
  seats: number;
  action: Omit<PlanActionProps, 'version' | 'className'>;
}

/** Rows fill up without a lonely last one where that is possible: four stand as four, six as three and three. */
export function columnsFor(plans: number): string {
  const asFours = plans % 4 === 0 || (plans > 5 && plans % 3 !== 0);
  return asFours ? 'wide:grid-cols-4' : 'wide:grid-cols-3';
}

/** Whether a number of users says anything about these prices. */
export function hasUserFees({ versions }: VersionList['data']): boolean {
  return versions.some(({ user_fee }) => user_fee !== null && user_fee > 0);
}

/** All plans side by side, in the order of the API. Also what the product team's preview shows. */
export function PlanBoard({ list, seats, action }: PlanBoardProps) {
  const { pricing } = useText();
  const { locale } = useClock();
  const { versions, matrix, app } = list;
  const rungs = useMemo(() => buildRungs(versions, matrix), [versions, matrix]);
  const setting = { locale, currency: app.currency, period: app.billing_period };
  const figureSize = figureSizeFor(versions, setting);
  if (versions.length === 0) return <NoPlans />;
  return (
    <ul
      aria-label={pricing.allPlans}
      className={classNames('grid grid-cols-1 gap-x-8 middle:grid-cols-2', columnsFor(versions.length))}
    >
      {versions.map((version) => (
        <PlanColumn
          key={version.id}
          version={version}
          rung={rungs.get(version.id) ?? { total: 0, below: null, adds: [] }}
          setting={setting}
          figureSize={figureSize}
          contactUrl={app.contact_url}
          seats={hasUserFees(list) ? seats : null}
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
