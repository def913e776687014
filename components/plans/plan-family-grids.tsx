'use client';

import { useMemo } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { useText } from '@/components/i18n/text-provider';
import { findShownFamily, groupPlanFamilies, type PlanFamily } from '@/components/pricing/plan-families';
import { PriceInputs } from '@/components/pricing/price-inputs';
import { featureSearchParams, priceSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import { PlanGrid, type PlanGridProps } from './plan-grid';

/** The plans of a long list, by family. Families that are not selected are only printed. */
export function PlanFamilyGrids(props: PlanGridProps) {
  const { pricing } = useText();
  const { versions } = props.list;
  const [{ family }] = useSearchParams(featureSearchParams);
  const families = useMemo(() => groupPlanFamilies(versions), [versions]);
  const shown = findShownFamily(families, family);
  if (families.length < 2) return <PlanGrid {...props} />;
  return (
    <>
      <PlanFamilyTabs families={families} shown={shown} />
      {families.map((each) => (
        <div key={each.key} className={each === shown ? undefined : 'hidden print:block'}>
          <h2 className="hidden pb-6 text-head print:block">{each.name ?? pricing.otherPlans}</h2>
          <PlanGrid {...props} versions={each.versions} name={each.name ?? pricing.otherPlans} />
        </div>
      ))}
    </>
  );
}

interface PlanFamilyTabsProps {
  families: PlanFamily<unknown>[];
  shown: PlanFamily<unknown> | undefined;
}

/** Selects the plan family that is shown. Without JavaScript, the buttons submit a form. */
function PlanFamilyTabs({ families, shown }: PlanFamilyTabsProps) {
  const { pricing } = useText();
  const [, setSearchParams] = useSearchParams(featureSearchParams);
  const [price] = useSearchParams(priceSearchParams);
  return (
    <form
      action="/"
      aria-label={pricing.planFamilies}
      className="screen-only mb-6 flex gap-x-6 overflow-x-auto border-line border-b phone:mb-5"
    >
      <PriceInputs {...price} />
      {families.map(({ key, name, versions }) => (
        <button
          key={key}
          type="submit"
          name="family"
          value={key}
          aria-pressed={key === shown?.key}
          className="flex min-h-11 shrink-0 items-center gap-2 border-transparent border-b-2 text-soft transition-colors hover:text-ink aria-pressed:border-rule aria-pressed:text-ink"
          onClick={(event) => {
            event.preventDefault();
            setSearchParams({ family: key });
          }}
        >
          {name ? <CatalogText>{name}</CatalogText> : pricing.otherPlans}
          <span aria-hidden="true" className="figures text-small text-soft">
            {versions.length}
          </span>
        </button>
      ))}
    </form>
  );
}
