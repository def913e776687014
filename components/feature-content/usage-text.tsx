'use client';

import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useLazyText } from '@/components/i18n/text-provider';
import type { AddOnPreview } from '@/lib/contract/add-ons';
import type { Blocker } from '@/lib/contract/fields';
import { formatContent, isNamedByUnit } from '@/lib/format/localized-amount';
import { AmountText, useContentFormat } from './feature-content';

// What an account uses of limits: a script of its own, because most hosts do not report it.

type UsedLimit = NonNullable<Blocker['usage']>;

function useAmounts({ unit, period }: Pick<UsedLimit, 'unit' | 'period'>) {
  const format = useContentFormat();
  const write = (key: 'used' | 'allowed' | 'excess', amount: number, withUnit: boolean) => (
    <AmountText key={key}>
      {formatContent(
        {
          value: null,
          amount,
          unlimited: false,
          unit: withUnit || unit === '%' ? unit : null,
          period: withUnit ? period : null,
        },
        format,
      )}
    </AmountText>
  );
  return {
    full: (key: 'used' | 'allowed', amount: number) => write(key, amount, true),
    bare: (key: 'used' | 'allowed' | 'excess', amount: number) => write(key, amount, false),
  };
}

/** "14 of 10 projects". With the title, unless the unit names the limit. */
export function UsedAmount({ limit }: { limit: UsedLimit }) {
  const { usage } = usePageText('planDetails');
  const { full, bare } = useAmounts(limit);
  const { title, used, allowed, unit } = limit;
  return (
    <>
      {!isNamedByUnit(title, { amount: allowed, unit, unlimited: false, period: null }) && (
        <>
          <CatalogText>{title}</CatalogText>:{' '}
        </>
      )}
      {interpolate(usage.of, [bare('used', used), full('allowed', allowed)])}
    </>
  );
}

/** "You use 14 projects. Team allows 10. Remove 4 first." */
function UsageSentence({ limit, plan, isBlocked }: { limit: UsedLimit; plan: string; isBlocked: boolean }) {
  const { users } = useLazyText('receipt').blockers;
  const { usage } = usePageText('planDetails');
  const { full, bare } = useAmounts(limit);
  const { title, used, allowed, unit, period } = limit;
  const name = <CatalogText key="plan">{plan}</CatalogText>;
  return (
    <>
      {!isNamedByUnit(title, { amount: used, unit, unlimited: false, period }) && (
        <>
          <CatalogText>{title}</CatalogText>:{' '}
        </>
      )}
      {interpolate(usage.uses, [full('used', used)])}{' '}
      {allowed > 0
        ? interpolate(users.allows, [name, bare('allowed', allowed)])
        : interpolate(usage.none, [name])}
      {/* What is counted in each period can't be removed. */}
      {isBlocked && period === null && (
        <> {interpolate(usage.remove, [bare('excess', Number((used - allowed).toPrecision(12)))])}</>
      )}
    </>
  );
}

interface LimitUsageProps {
  /** One is the reason why the change is blocked. */
  limits: UsedLimit | NonNullable<AddOnPreview['data']['exceeded_limits']>;
  plan: string;
  /** Without those that block, which are the reason beside it. */
  warns?: boolean;
}

/** The limits that a change leaves below what the account uses. */
export function LimitUsage({ limits, plan, warns = false }: LimitUsageProps) {
  if (!Array.isArray(limits)) return <UsageSentence limit={limits} plan={plan} isBlocked />;
  const listed = limits.filter(({ exceeding }) => !warns || exceeding === 'warn');
  if (listed.length === 0) return null;
  return (
    <ul className="mt-6 grid gap-2 border-s-2 border-lost ps-3">
      {listed.map((limit) => (
        <li key={limit.id}>
          <UsageSentence limit={limit} plan={plan} isBlocked={limit.exceeding === 'block'} />
        </li>
      ))}
    </ul>
  );
}
