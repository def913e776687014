'use client';

import { use, useMemo } from 'react';
import { CatalogTextContext, CatalogTexts } from '@/components/i18n/catalog-text';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { EmptyState } from '@/components/ui/empty-state';
import { CheckField } from '@/components/ui/form-fields';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { useHydrated } from '@/components/ui/use-hydrated';
import { fetchAddOnHistoryPage, fetchHistoryPage, type Histories } from '@/lib/client/fetch-history';
import { type PackedState, unpack } from '@/lib/client/packed-state';
import { historyFilters, historySearchParams, pageUrls } from '@/lib/client/page-urls';
import { useEntries } from '@/lib/client/use-entries';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { NextPrice } from '@/lib/pricing/next-prices';
import { AddOnEntries } from './add-on-entries';
import { RendersHidden } from './feature-changes';
import {
  filterHistoryRows,
  type HistoryFilter,
  isFiltered,
  listFilterChoices,
  listHistoryRows,
} from './history-rows';
import { HistorySearch } from './history-search';
import { listPricePeriods } from './price-periods';
import { Timeline } from './timeline';

interface HistoryViewProps {
  state: PackedState<Histories>;
  /** The changes that wait. */
  changes: AccountChangeBody[];
  /** What the account's plan costs later. */
  nextPrices: NextPrice[];
  /** Whether the user can undo the newest switch: an owner, or support on the page of the account. */
  isOwner: boolean;
}

/** The account's history as a timeline. */
export function HistoryView({ state, ...props }: HistoryViewProps) {
  return <HistoryContent histories={useMemo(() => unpack(state), [state])} {...props} />;
}

interface HistoryContentProps extends Omit<HistoryViewProps, 'state'> {
  histories: Histories;
}

export function HistoryContent({ histories, changes, nextPrices, isOwner }: HistoryContentProps) {
  const { provider } = use(CatalogTextContext);
  const historyText = usePageText('account').history;
  const { entries, older } = useEntries(histories.plans, fetchHistoryPage);
  const { entries: options, older: olderOptions } = useEntries(histories.addOns, fetchAddOnHistoryPage);
  const shown = useMemo(() => [entries, options], [entries, options]);
  const { timeZone } = useDateFormatOptions();
  const isHydrated = useHydrated();
  const [{ q, show, all, ...filter }, setSearchParams] = useSearchParams(historySearchParams);
  if (entries.length === 0) {
    const { title, body, action } = historyText.empty;
    return (
      <EmptyState title={title} body={body}>
        <TextLink href={pageUrls.plans()}>{action}</TextLink>
      </EmptyState>
    );
  }
  const allRows = listHistoryRows(entries, show === 'plans' ? [] : options);
  const rows = filterHistoryRows(allRows, filter, { provider, timeZone });
  const shownOptions = show === 'options' ? rows.flatMap(({ addOns }) => addOns) : [];
  const countChanges = (each: typeof rows) =>
    show === 'options' ? each.reduce((count, { addOns }) => count + addOns.length, 0) : each.length;
  // The sequence of the newest entry is the number of all entries, of which the first page has some.
  const total = entries[0]?.sequence ?? 0;
  const count = show === 'options' ? countChanges(allRows) : Math.max(countChanges(allRows), total);
  const hasFilters = isFiltered(filter) || count >= minFilteredRows;
  const setFilter = (next: Partial<HistoryFilter>) => setSearchParams(next);
  return (
    <CatalogTexts of={shown}>
      <RendersHidden value={isHydrated || all !== null}>
        <PreloadText groups={['account']} />
        <HistorySearch
          entries={entries}
          addOnEntries={options}
          isLoading={older.isLoading || olderOptions.isLoading}
          isOpen={entries.length + options.length >= minSearchedEntries}
          query={q}
          onChange={(next) => setSearchParams({ q: next })}
        />
        {options.length > 0 && (
          <HistoryKinds shown={show} onChange={(next) => setSearchParams({ show: next })} />
        )}
        {hasFilters && (
          <HistoryFilters
            filter={filter}
            choices={listFilterChoices(allRows, provider)}
            shown={countChanges(rows)}
            total={count}
            onChange={setFilter}
          />
        )}
        {show === 'options' && <AddOnEntries rows={shownOptions} plans={entries} />}
        {show !== 'options' && (
          <Timeline
            rows={rows}
            periods={listPricePeriods(entries, options)}
            total={total}
            loaded={entries.length}
            showsAll={all !== null}
            scheduled={
              isFiltered(filter) ? null : (changes.find(({ state }) => state === 'scheduled') ?? null)
            }
            nextPrices={nextPrices}
            isOwner={isOwner}
            older={older}
          />
        )}
      </RendersHidden>
    </CatalogTexts>
  );
}

/** The search of a shorter history is closed. */
const minSearchedEntries = 10;

/** A list with fewer rows has no filters. */
const minFilteredRows = 24;

interface HistoryKindsProps {
  shown: (typeof historyFilters)[number];
  onChange: (shown: (typeof historyFilters)[number]) => void;
}

/** Selects changes of the plan, of add-ons, or both. */
function HistoryKinds({ shown, onChange }: HistoryKindsProps) {
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
function HistoryFilters({ filter, choices, shown, total, onChange }: HistoryFiltersProps) {
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
