'use client';

import { useId } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import type { VersionList } from '@/lib/contract/versions';
import { UsedAmount } from './usage-text';

/** A row. The comparison has the others. */
const maxShown = 3;

/** What the account uses of the limits of its plan, the fullest first. */
export function PlanUsage({ usage }: { usage: NonNullable<VersionList['data']['usage']> }) {
  const text = usePageText('planDetails').usage;
  const titleId = useId();
  const limits = usage
    .flatMap(({ allowed, ...limit }) =>
      allowed === null || (allowed === 0 && limit.used === 0) ? [] : [{ ...limit, allowed }],
    )
    .toSorted((a, b) => b.used / b.allowed - a.used / a.allowed)
    .slice(0, maxShown);
  if (limits.length === 0) return null;
  return (
    <section
      aria-labelledby={titleId}
      className="mb-6 grid grid-cols-2 gap-x-8 border-line border-t pt-1.5 text-small wide:grid-cols-4"
    >
      <h2 id={titleId} className="col-span-2 py-1.5 font-normal text-soft wide:col-span-1">
        {text.title}
      </h2>
      <ul className="contents">
        {limits.map((limit) => (
          <li key={limit.id} className="figures flex min-w-0 flex-col justify-between gap-1 py-1.5">
            <span>
              <UsedAmount limit={limit} />
            </span>
            <UsageBar used={limit.used} allowed={limit.allowed} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface UsageBarProps {
  used: number;
  allowed: number;
}

/** How much of a limit is used. What is above the limit is a part of its own, behind a mark. */
function UsageBar({ used, allowed }: UsageBarProps) {
  const total = Math.max(used, allowed);
  const toPercent = (amount: number) => (total > 0 ? (100 * amount) / total : 0);
  const limit = toPercent(allowed);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="block h-2 w-full rtl:-scale-x-100"
    >
      <rect y="3" width="100" height="2" className="fill-line" />
      <rect y="2" width={toPercent(Math.min(used, allowed))} height="4" className="fill-soft" />
      {used > allowed && (
        <>
          <rect x={limit} y="2" width={100 - limit} height="4" className="fill-lost" />
          <rect x={Math.max(0, limit - 0.5)} width="1" height="8" className="fill-ink" />
        </>
      )}
    </svg>
  );
}
