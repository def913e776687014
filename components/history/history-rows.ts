import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { CatalogChange, HistoryEntry } from '@/lib/contract/history';
import { formatIsoDate } from '@/lib/format/date-time';
import { type AddOnRow, groupAddOnRows, listAddOnRows } from './add-on-entries';
import { isVisibleChange } from './catalog-change-entry';

/** A switch with what happened to add-ons while the plan was active, or with `change` a change of the plan by the provider. */
export interface HistoryRow {
  entry: HistoryEntry;
  change: CatalogChange | null;
  addOns: AddOnRow[];
  at: number;
}

/** The rows of the timeline, newest first. */
export function listHistoryRows(
  entries: readonly HistoryEntry[],
  addOnEntries: readonly AddOnHistoryEntry[],
): HistoryRow[] {
  const groups = groupAddOnRows(entries, listAddOnRows(addOnEntries));
  return entries.flatMap((entry) => [
    ...entry.catalog_changes
      .filter(isVisibleChange)
      .map((change) => ({ entry, change, addOns: [], at: change.changed_at }))
      .toReversed(),
    { entry, change: null, addOns: groups.get(entry.history_id) ?? [], at: entry.activated },
  ]);
}

/** Which changes to show. Null and empty texts select all. */
export interface HistoryFilter {
  /** Title of a plan. */
  plan: string | null;
  /** Name of a person, or the title of the app for changes by the provider. */
  by: string | null;
  /** First and last day, such as `2026-03-31`. */
  from: string;
  to: string;
}

interface FilterContext {
  /** The title of the app. */
  provider: string;
  /** The time zone of the days. */
  timeZone: string;
}

export const isFiltered = ({ plan, by, from, to }: HistoryFilter) => Boolean(plan || by || from || to);

/** The rows that match, with the changes of add-ons that match. A switch whose add-ons match is shown with them. */
export function filterHistoryRows(
  rows: readonly HistoryRow[],
  filter: HistoryFilter,
  { provider, timeZone }: FilterContext,
): HistoryRow[] {
  if (!isFiltered(filter)) return [...rows];
  const { plan, by } = filter;
  const isInRange = createDateFilter(filter, timeZone);
  return rows.flatMap((row) => {
    if (plan && row.entry.title !== plan) return [];
    const addOns = row.addOns.filter(
      (addOn) => (!by || getAddOnActor(addOn, provider) === by) && isInRange(addOn.at),
    );
    const actor = row.change ? provider : row.entry.actor.name;
    const matches = (!by || actor === by) && isInRange(row.at);
    return matches || addOns.length > 0 ? [{ ...row, addOns }] : [];
  });
}

function getAddOnActor({ entry, change }: AddOnRow, provider: string): string {
  return change ? provider : entry.by;
}

/** Whether a time is in the days of the filter. */
function createDateFilter({ from, to }: Pick<HistoryFilter, 'from' | 'to'>, timeZone: string) {
  return (at: number) => {
    const day = from || to ? formatIsoDate(at, timeZone) : '';
    return (!from || day >= from) && (!to || day <= to);
  };
}

/** What can be selected: the titles of plans, and who made changes. */
export function listFilterChoices(rows: readonly HistoryRow[], provider: string) {
  const plans = new Set(rows.map(({ entry }) => entry.title));
  const people = new Set(
    rows.flatMap(({ entry, change, addOns }) => [
      change ? provider : entry.actor.name,
      ...addOns.map((addOn) => getAddOnActor(addOn, provider)),
    ]),
  );
  return { plans: [...plans], people: [...people].filter(Boolean).sort() };
}
