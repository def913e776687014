'use client';

import { useText } from '@/components/i18n/text-provider';
import type { AccountChangeBody } from '@/lib/contract/account-changes';

/** Returns a function that names what a change is about: its plan, or its add-on with the quantity. */
export function useChangeSubject(): (
  change: Pick<AccountChangeBody, 'version' | 'optional_feature' | 'quantity'>,
) => string {
  const { pricing } = useText();
  return ({ version, optional_feature: addOn, quantity }) => {
    if (!addOn) return version.title;
    return quantity === null || quantity === 1 ? addOn.title : pricing.times(quantity, addOn.title);
  };
}
