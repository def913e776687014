'use client';

import { useMemo } from 'react';
import { useText } from '@/components/i18n/text-provider';

/** A version in a list or in a preview. */
interface Plan {
  title: string;
  replaced_by: string | null;
}

/** Returns a function that names a version so that it differs from the present one of its plan: "Kitchen (earlier)". */
export function useNamePlan(): <P extends Plan>(plan: P) => P {
  const { pricing } = useText();
  return useMemo(
    () => (plan) => (plan.replaced_by === null ? plan : { ...plan, title: pricing.earlierPlan(plan.title) }),
    [pricing],
  );
}

/** The list with names of versions that differ. */
export function useNamedPlans<List extends { versions: Plan[] } | undefined>(list: List): List {
  const namePlan = useNamePlan();
  return useMemo(() => list && { ...list, versions: list.versions.map(namePlan) }, [list, namePlan]);
}
