'use client';

import { useText } from '@/components/i18n/text-provider';
import { Icon } from '@/components/ui/icon';
import { FeatureList } from './plan-features';
import type { PlanFeature } from './plan-inheritance';

/** What all plans include, stated once. */
export function SharedFeatures({ features }: { features: PlanFeature[] }) {
  const { pricing } = useText();
  return (
    <details className="group mb-6 border-line border-y phone:order-last">
      <summary className="flex min-h-11 items-center gap-2.5">
        <Icon name="expand" className="text-soft group-open:rotate-180" />
        {pricing.inEveryPlan(features.length)}
      </summary>
      <FeatureList features={features} icon="tick" className="mb-5 gap-x-8 middle:columns-2 wide:columns-4" />
    </details>
  );
}
