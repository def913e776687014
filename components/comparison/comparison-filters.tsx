'use client';

import { type Ref, useId } from 'react';
import { useText } from '@/components/text/text-provider';
import { CheckField } from '@/components/ui/check-field';
import { TextField } from '@/components/ui/text-field';
import type { Columns } from './arrange-columns';
import { PairChoice } from './pair-choice';
import { PlanChoice } from './plan-choice';
import type { CompareState } from './use-compare-state';

interface ComparisonFiltersProps {
  state: CompareState;
  arranged: Columns;
  searchField: Ref<HTMLInputElement>;
}

/** What the grid shows: which features, and of which plans. */
export function ComparisonFilters({ state, arranged, searchField }: ComparisonFiltersProps) {
  const { comparison } = useText();
  const search = useId();
  return (
    <search className="screen-only flex flex-wrap items-end gap-x-8 gap-y-3">
      <div className="flex w-full flex-col gap-1 narrow:w-72">
        <label htmlFor={search} className="text-small text-soft">
          {comparison.search}
        </label>
        <TextField
          id={search}
          ref={searchField}
          type="search"
          value={state.q}
          onChange={(event) => state.search(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          className="w-full"
        />
      </div>
      <CheckField
        checked={state.differences}
        onChange={(event) => state.showOnlyDifferences(event.currentTarget.checked)}
      >
        {comparison.onlyDifferences}
      </CheckField>
      {arranged.all.length > 2 && <PlanChoice state={state} arranged={arranged} />}
      {arranged.all.length > 2 && <PairChoice state={state} arranged={arranged} />}
    </search>
  );
}
