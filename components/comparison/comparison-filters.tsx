'use client';

import { type Ref, useId } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { usePageText } from '@/components/i18n/page-text';
import { CheckField } from '@/components/ui/form-fields';
import { QueryForm } from '@/components/ui/query-form';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { compareSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { VersionEntry } from '@/lib/contract/versions';
import type { ComparisonColumns } from './comparison-model';

interface ComparisonFiltersProps extends PlanSelectionProps {
  searchField: Ref<HTMLInputElement>;
}

/** The fields in the header of the table belong to the form too. */
const formId = 'comparison-filters';

/** The controls that select features and plans. */
export function ComparisonFilters({ state, columns, searchField }: ComparisonFiltersProps) {
  const comparison = usePageText('planDetails').comparison;
  const searchId = useId();
  return (
    <search className="screen-only">
      <QueryForm
        id={formId}
        params={Object.keys(compareSearchParams)}
        className="flex flex-wrap items-end gap-x-4 gap-y-3 narrow:gap-x-8"
      >
        <div className="flex min-w-0 grow basis-40 flex-col gap-1 narrow:w-72 narrow:basis-auto narrow:grow-0">
          <label htmlFor={searchId} className="sr-only text-small text-soft narrow:not-sr-only">
            {comparison.search}
          </label>
          <TextField
            id={searchId}
            name="q"
            ref={searchField}
            type="search"
            value={state.q}
            onChange={(event) => state.setQuery(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            placeholder={comparison.search}
            className="w-full max-narrow:placeholder:text-small narrow:placeholder:text-transparent"
          />
        </div>
        <CheckField
          name="differences"
          value="true"
          checked={state.onlyDifferences}
          onChange={(event) => state.setOnlyDifferences(event.currentTarget.checked)}
          className="whitespace-nowrap"
        >
          {comparison.onlyDifferences}
        </CheckField>
        {columns.available.length > 2 && <PlanFilter state={state} columns={columns} />}
      </QueryForm>
    </search>
  );
}

interface PlanSelectionProps {
  state: CompareState;
  columns: ComparisonColumns;
}

/** Selects the plans of a screen with room for more than two. */
function PlanFilter({ state, columns: { available, initial, selected } }: PlanSelectionProps) {
  const comparison = usePageText('planDetails').comparison;
  const setShown = (tag: string, shown: boolean) => {
    const tags = available
      .filter((version) => (version.tag === tag ? shown : selected.includes(version)))
      .map((version) => version.tag);
    // The initial selection is stored as an empty list, so that the URL includes plans published later.
    const isInitial = tags.length === initial.length && initial.every((plan) => tags.includes(plan.tag));
    if (tags.length > 0) state.setPlans(isInitial ? [] : tags);
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
              name="plans"
              value={version.tag}
              checked={shown}
              aria-disabled={(shown && selected.length === 1) || undefined}
              onChange={(event) => setShown(version.tag, event.currentTarget.checked)}
            >
              <CatalogText>{version.title}</CatalogText>
            </CheckField>
          );
        })}
      </div>
    </fieldset>
  );
}

interface PairSelectProps extends PlanSelectionProps {
  /** The plan of the column that the select is in. */
  version: VersionEntry;
}

/**
 * Selects one of the two plans of a narrow screen, in the header of its column. Selecting the plan of the other column swaps
 * the two.
 */
export function PairSelect({ state, columns: { available, pair }, version }: PairSelectProps) {
  const comparison = usePageText('planDetails').comparison;
  const side = pair.indexOf(version);
  const other = pair[1 - side];
  if (side === -1 || !other || available.length <= 2) return null;
  const select = (tag: string) => {
    const otherTag = tag === other.tag ? version.tag : other.tag;
    state.setPair(side === 0 ? [tag, otherTag] : [otherTag, tag]);
  };
  return (
    <Select
      form={formId}
      name="pair"
      aria-label={side === 0 ? comparison.firstPlan : comparison.secondPlan}
      value={version.tag}
      className="mb-1 w-full px-1.5 text-small narrow:hidden print:hidden"
      onChange={({ currentTarget }) => select(currentTarget.value)}
      options={available.map(({ tag, title }) => [tag, title])}
    />
  );
}

/** The filters, kept in the query string. A narrow screen starts with the differences. */
export function useCompareState(isNarrow: boolean) {
  const [{ differences, ...searchParams }, setSearchParams] = useSearchParams(compareSearchParams);
  const toParam = (value: boolean) => {
    if (value === isNarrow) return null;
    return value ? 'true' : 'false';
  };
  return {
    ...searchParams,
    onlyDifferences: differences === null ? isNarrow : differences === 'true',
    /** Whether the width decides. */
    isByWidth: differences === null,
    setQuery: (q: string) => setSearchParams({ q }),
    setOnlyDifferences: (value: boolean) => setSearchParams({ differences: toParam(value) }),
    setPlans: (plans: string[]) => setSearchParams({ plans }),
    setPair: (pair: string[]) => setSearchParams({ pair }),
    resetFilters: () => setSearchParams({ q: '', differences: toParam(false) }),
  };
}

export type CompareState = ReturnType<typeof useCompareState>;
