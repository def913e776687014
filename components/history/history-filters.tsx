'use client';

import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { CheckField } from '@/components/ui/form-fields';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { TextButton } from '@/components/ui/text-link';
import { historyFilters } from '@/lib/client/page-urls';
import { type HistoryFilter, isFiltered } from './history-rows';

/** A list with fewer rows has no filters. */
export const minFilteredRows = 24;

interface HistoryKindsProps {
  shown: (typeof historyFilters)[number];
  onChange: (shown: (typeof historyFilters)[number]) => void;
}

/** Selects changes of the plan, of add-ons, or both. */
export function HistoryKinds({ shown, onChange }: HistoryKindsProps) {
  const { options } = usePageText('account').history;
  return (
    <fieldset className="screen-only pb-6">
      <legend className="sr-only">{options.filter}</legend>
      <div className="flex flex-wrap gap-x-6">
        {historyFilters.map((filter) => (
          <CheckField
            key={filter}
            type="radio"
            name="show"
            value={filter}
            checked={filter === shown}
            onChange={() => onChange(filter)}
          >
            {options.filters[filter]}
          </CheckField>
        ))}
      </div>
    </fieldset>
  );
}

interface HistoryFiltersProps {
  filter: HistoryFilter;
  choices: { plans: string[]; people: string[] };
  /** How many changes match, of all. */
  shown: number;
  total: number;
  onChange: (filter: Partial<HistoryFilter>) => void;
}

/** Selects changes by plan, person and days. */
export function HistoryFilters({ filter, choices, shown, total, onChange }: HistoryFiltersProps) {
  const { filters } = usePageText('account').history;
  const { pricing } = useText();
  const createSelect = (name: 'plan' | 'by', label: string, all: string, values: string[]) => {
    // The URL can have a value that does not occur.
    const shownValues = [...new Set([...values, filter[name] ?? ''])].filter(Boolean);
    return (
      <Select
        label={label}
        value={filter[name] ?? ''}
        onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value || null })}
        className="w-full"
        options={[['', all], ...shownValues.map((value) => [value, value] as const)]}
      />
    );
  };
  const createDate = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      type="date"
      value={filter[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      className="w-full max-middle:px-2"
    />
  );
  return (
    <search className="screen-only pb-3">
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 middle:grid-cols-[repeat(4,minmax(0,12rem))]">
        {createSelect('plan', filters.plan, pricing.allPlans, choices.plans)}
        {createSelect('by', filters.person, filters.everyone, choices.people)}
        {createDate('from', filters.from)}
        {createDate('to', filters.to)}
      </div>
      <div className="flex flex-wrap items-baseline gap-x-4 pt-3 text-small text-soft">
        <p role="status">{isFiltered(filter) && filters.shown(shown, total)}</p>
        {isFiltered(filter) && (
          <TextButton onClick={() => onChange({ plan: null, by: null, from: '', to: '' })}>
            {filters.clear}
          </TextButton>
        )}
      </div>
    </search>
  );
}
