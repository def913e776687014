'use client';

import { type Ref, useId } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { CheckField, Select } from '@/components/ui/form-fields';
import { TextField } from '@/components/ui/text-field';
import { compareSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { ComparisonColumns } from './comparison-model';

interface ComparisonFiltersProps {
  state: CompareState;
  columns: ComparisonColumns;
  searchField: Ref<HTMLInputElement>;
}

/** The controls that select features and plans. */
export function ComparisonFilters({ state, columns, searchField }: ComparisonFiltersProps) {
  const { comparison } = useText();
  const searchId = useId();
  return (
    <search className="screen-only flex flex-wrap items-end gap-x-8 gap-y-3">
      <div className="flex w-full flex-col gap-1 narrow:w-72">
        <label htmlFor={searchId} className="text-small text-soft">
          {comparison.search}
        </label>
        <TextField
          id={searchId}
          ref={searchField}
          type="search"
          value={state.q}
          onChange={(event) => state.setQuery(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          className="w-full"
        />
      </div>
      <CheckField
        checked={state.differences}
        onChange={(event) => state.setOnlyDifferences(event.currentTarget.checked)}
      >
        {comparison.onlyDifferences}
      </CheckField>
      {columns.available.length > 2 && <PlanFilter state={state} columns={columns} />}
      {columns.available.length > 2 && <PairSelect state={state} columns={columns} />}
    </search>
  );
}

interface PlanSelectionProps {
  state: CompareState;
  columns: ComparisonColumns;
}

/** Selects the plans of a screen with room for more than two. */
function PlanFilter({ state, columns: { available, selected } }: PlanSelectionProps) {
  const { comparison } = useText();
  const setShown = (tag: string, shown: boolean) => {
    const tags = available
      .filter((version) => (version.tag === tag ? shown : selected.includes(version)))
      .map((version) => version.tag);
    // A selection of all plans is stored as an empty list, so that the URL includes plans published later.
    if (tags.length > 0) state.setPlans(tags.length === available.length ? [] : tags);
  };
  return (
    <fieldset className="hidden min-w-0 basis-full narrow:block wide:basis-auto">
      <legend className="float-start me-6 flex min-h-11 items-center text-small text-soft">
        {comparison.plansShown}
      </legend>
      <div className="flex flex-wrap gap-x-6">
        {available.map((version) => {
          const shown = selected.includes(version);
          return (
            <CheckField
              key={version.id}
              checked={shown}
              aria-disabled={(shown && selected.length === 1) || undefined}
              onChange={(event) => setShown(version.tag, event.currentTarget.checked)}
            >
              <bdi>{version.title}</bdi>
            </CheckField>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Selects the two plans of a narrow screen. Selecting the plan of the other side swaps the two. */
function PairSelect({ state, columns: { available, pair } }: PlanSelectionProps) {
  const { comparison } = useText();
  const idPrefix = useId();
  const [first, second] = pair;
  if (!first || !second) return null;
  const sides = [
    {
      id: `${idPrefix}-first`,
      label: comparison.firstPlan,
      selected: first,
      other: second,
      toPair: (tag: string, otherTag: string) => [tag, otherTag],
    },
    {
      id: `${idPrefix}-second`,
      label: comparison.secondPlan,
      selected: second,
      other: first,
      toPair: (tag: string, otherTag: string) => [otherTag, tag],
    },
  ];
  return (
    <div className="grid w-full grid-cols-2 gap-x-4 narrow:hidden">
      {sides.map(({ id, label, selected, other, toPair }) => (
        <div key={id} className="flex min-w-0 flex-col gap-1">
          <label htmlFor={id} className="text-small text-soft">
            {label}
          </label>
          <Select
            id={id}
            value={selected.tag}
            className="w-full"
            onChange={({ currentTarget: { value } }) =>
              state.setPair(toPair(value, value === other.tag ? selected.tag : other.tag))
            }
          >
            {available.map(({ tag, title }) => (
              <option key={tag} value={tag}>
                {title}
              </option>
            ))}
          </Select>
        </div>
      ))}
    </div>
  );
}

/** The filters, kept in the query string. */
export function useCompareState() {
  const [searchParams, setSearchParams] = useSearchParams(compareSearchParams);
  return {
    ...searchParams,
    setQuery: (q: string) => setSearchParams({ q }),
    setOnlyDifferences: (differences: boolean) => setSearchParams({ differences }),
    setPlans: (plans: string[]) => setSearchParams({ plans }),
    setPair: (pair: string[]) => setSearchParams({ pair }),
    resetFilters: () => setSearchParams({ q: '', differences: false }),
  };
}

type CompareState = ReturnType<typeof useCompareState>;
