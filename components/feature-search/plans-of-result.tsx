'use client';

import { Fragment, type ReactNode } from 'react';
import { AmountText, useContentFormat } from '@/components/feature-content/feature-content';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { formatContent } from '@/lib/format/localized-amount';
import type { PlanMatch, SearchResult } from './search-features';

interface PlansOfResultProps {
  result: Pick<SearchResult, 'plans'>;
  planCount: number;
}

/** "In CMS, Business, +4. As an add-on in Team". */
export function PlansOfResult({ result: { plans }, planCount }: PlansOfResultProps) {
  const text = usePageText('planDetails').featureSearch;
  const included = plans.filter(({ addOn }) => addOn === null);
  const optional = plans.filter(({ addOn }) => addOn !== null);
  if (plans.length === 0) return text.inNoPlan;
  const isSame = included.every(({ content }) => content?.amount == null && !content?.unlimited);
  if (included.length === planCount && isSame) return text.inEveryPlan;
  return (
    <>
      {included.length > 0 && interpolate(text.inPlans, [<PlanNames key="plans" plans={included} />])}
      {included.length > 0 && optional.length > 0 && ' · '}
      {optional.length > 0 && interpolate(text.asAddOn, [<PlanNames key="plans" plans={optional} />])}
    </>
  );
}

const maxNames = 2;

/** The first plans with their amounts, and how many others there are. */
function PlanNames({ plans }: { plans: PlanMatch[] }): ReactNode {
  const { ui } = useText();
  const text = usePageText('planDetails').featureSearch;
  const format = useContentFormat();
  // "+1" is not shorter than a name.
  const named = plans.length === maxNames + 1 ? plans : plans.slice(0, maxNames);
  return (
    <>
      {named.map(({ version, content }, index) => {
        const amount = content && formatContent(content, format);
        return (
          <Fragment key={version.id}>
            {index > 0 && ui.comma}
            <CatalogText>{version.title}</CatalogText>
            {amount && (
              <>
                {' ('}
                <AmountText>{amount}</AmountText>)
              </>
            )}
          </Fragment>
        );
      })}
      {plans.length > named.length && `${ui.comma}${text.others(plans.length - named.length)}`}
    </>
  );
}
