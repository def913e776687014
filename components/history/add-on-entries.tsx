'use client';

import { type ReactNode, use } from 'react';
import { CatalogText, CatalogTextContext } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import { type ChangeIconName, changeIconClassNames } from '@/components/ui/change-icon';
import { classNames } from '@/components/ui/class-names';
import { DateText } from '@/components/ui/date-text';
import { Quote } from '@/components/ui/inline-text';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { CatalogChange, HistoryEntry } from '@/lib/contract/history';
import { hasFeatureChanges, isVisibleChange, PriceChange } from './catalog-change-entry';
import { FeatureChanges } from './feature-changes';

/** A change of an add-on, or with `change` one of the add-on by the provider. */
export interface AddOnRow {
  entry: AddOnHistoryEntry;
  change: CatalogChange | null;
  at: number;
}

/** The newest comes first. */
export function listAddOnRows(entries: readonly AddOnHistoryEntry[]): AddOnRow[] {
  return entries
    .flatMap((entry) => [
      ...entry.catalog_changes
        .filter(isVisibleChange)
        .map((change) => ({ entry, change, at: change.changed_at }))
        .toReversed(),
      { entry, change: null, at: entry.timestamp },
    ])
    .sort((a, b) => b.at - a.at);
}

interface AddOnEntriesProps {
  rows: readonly AddOnRow[];
  /** The switches among which are those that changed them. */
  plans: readonly HistoryEntry[];
}

/** Changes of add-ons, newest first: what changed, when, at which price and by whom. */
export function AddOnEntries({ rows, plans }: AddOnEntriesProps) {
  const history = usePageText('account').history;
  if (rows.length === 0) return null;
  return (
    <ol aria-label={history.options.list} className="max-w-[60ch] border-b border-line text-small">
      {rows.map(({ entry, change }, index) => {
        if (change) {
          const key = `${entry.history_id} ${entry.catalog_changes.indexOf(change)}`;
          return <AddOnCatalogChange key={key} entry={entry} change={change} />;
        }
        const isPrevious = (row: AddOnRow) => row.change === null && row.entry.id === entry.id;
        return (
          <AddOnEntry
            key={entry.history_id}
            entry={entry}
            previous={rows.slice(index + 1).find(isPrevious)?.entry}
            isRestored={isRestored(entry, plans)}
          />
        );
      })}
    </ol>
  );
}

/** Whether an undo turned the add-on on again. */
function isRestored({ id, switch_history_id }: AddOnHistoryEntry, plans: readonly HistoryEntry[]): boolean {
  const plan = plans.find(({ history_id }) => history_id === switch_history_id);
  return plan?.options.some((option) => option.id === id && option.outcome === 'restored') ?? false;
}

interface AddOnEntryProps {
  entry: AddOnHistoryEntry;
  /** The entry of the same add-on before. */
  previous: AddOnHistoryEntry | undefined;
  isRestored: boolean;
}

function AddOnEntry({ entry, previous, isRestored }: AddOnEntryProps) {
  const history = usePageText('account').history;
  const text = useText();
  const formatPrice = usePriceFormat();
  const { status, cause, timestamp, title, quantity, reason } = entry;
  const isOn = status === 'active';
  const isQuantity = cause === 'toggle' && isOn && (quantity > 1 || previous?.status === 'active');
  const { options } = history;
  const toggled = cause === 'publication' ? options.included : options[cause][status];
  const changed = isQuantity ? options.quantity : toggled;
  const price = formatPrice(entry, entry, entry.account_billing_period);
  return (
    <AddOnItem at={timestamp} icon={isOn ? 'plus' : 'minus'}>
      <span>
        {interpolate(isRestored ? options.restored : changed, [
          <CatalogText key="title" className="font-medium">
            {isQuantity || quantity > 1 ? text.pricing.times(quantity, title) : title}
          </CatalogText>,
        ])}
        <span className="figures text-soft">
          {text.ui.comma}
          {price}
        </span>
        {cause === 'toggle' && (
          <span className="block text-soft">
            <bdi>{entry.by || history.formerUser}</bdi>
            {reason && (
              <>
                {text.ui.comma}
                <Quote>{reason}</Quote>
              </>
            )}
          </span>
        )}
      </span>
    </AddOnItem>
  );
}

/** What the provider changed in an add-on while it was on. */
function AddOnCatalogChange({ entry, change }: { entry: AddOnHistoryEntry; change: CatalogChange }) {
  const { provider } = use(CatalogTextContext);
  const history = usePageText('account').history;
  return (
    <AddOnItem at={change.changed_at} icon="dash">
      <div>
        {interpolate(history.catalogChange, [
          <bdi key="provider">{provider}</bdi>,
          <CatalogText key="title" className="font-medium">
            {entry.title}
          </CatalogText>,
        ])}
        <PriceChange change={change} entry={entry} />
        {hasFeatureChanges(change) && (
          <FeatureChanges entry={{ ...change, previous_version_id: entry.version_id }} />
        )}
      </div>
    </AddOnItem>
  );
}

interface AddOnItemProps {
  at: number;
  icon: ChangeIconName;
  children: ReactNode;
}

function AddOnItem({ at, icon, children }: AddOnItemProps) {
  return (
    <li
      className={classNames(
        'grid grid-cols-[auto_minmax(0,1fr)] border-t border-line py-1.5 before:me-2 before:mt-[0.2rem] middle:grid-cols-[auto_minmax(0,1fr)_auto]',
        changeIconClassNames[icon],
      )}
    >
      {children}
      <DateText at={at} className="col-start-2 whitespace-nowrap text-soft middle:col-start-3 middle:ps-4" />
    </li>
  );
}

/** The rows of add-ons while each plan was active, by the ID of the plan's entry. Both lists are newest first. */
export function groupAddOnRows(
  plans: readonly { history_id: string; activated: number }[],
  rows: readonly AddOnRow[],
): Map<string, AddOnRow[]> {
  const groups = new Map<string, AddOnRow[]>();
  for (const row of rows) {
    const { entry, change, at } = row;
    const plan = plans.find(({ history_id, activated }) =>
      change || entry.switch_history_id === null ? activated <= at : entry.switch_history_id === history_id,
    );
    if (plan) groups.set(plan.history_id, [...(groups.get(plan.history_id) ?? []), row]);
  }
  return groups;
}
