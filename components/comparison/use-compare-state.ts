'use client';

import { debounce, useQueryStates } from 'nuqs';
import { compareState } from '@/lib/client/page-state';

/** What the reader looks for, kept in the address. Typing is written there once it pauses. */
export function useCompareState() {
  const [state, setState] = useQueryStates(compareState);
  return {
    ...state,
    search: (q: string) => setState({ q }, { limitUrlUpdates: q === '' ? undefined : debounce(300) }),
    showOnlyDifferences: (differences: boolean) => setState({ differences }),
    showPlans: (plans: string[]) => setState({ plans }),
    showPair: (pair: string[]) => setState({ pair }),
    showAllFeatures: () => setState({ q: '', differences: false }),
  };
}

export type CompareState = ReturnType<typeof useCompareState>;
