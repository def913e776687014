'use client';

import { useMemo } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { priceSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { VersionEntry } from '@/lib/contract/versions';
import { toVersionPrice } from '@/lib/pricing/price';

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

/** The list with names of versions that differ, and with the number of units that the prices are for. */
export function useNamedPlans<List extends { versions: (Plan & VersionEntry)[] } | undefined>(
  list: List,
): List {
  const namePlan = useNamePlan();
  const [{ units }] = useSearchParams(priceSearchParams);
  return useMemo(
    () =>
      list && {
        ...list,
        versions: list.versions.map((version) => {
          const quantity = units ?? version.total?.quantity ?? 1;
          return toVersionPrice(namePlan(version), Math.min(quantity, version.max_quantity ?? quantity));
        }),
      },
    [list, namePlan, units],
  );
}
