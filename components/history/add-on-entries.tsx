'use client';

import { CatalogText } from '@/components/catalog/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import { DateText } from '@/components/ui/date-text';
import { Icon } from '@/components/ui/icon';
import { Quote } from '@/components/ui/quote';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { HistoryEntry } from '@/lib/contract/history';
import { useHistoryText } from './use-history-text';

interface AddOnEntriesProps {
  entries: readonly AddOnHistoryEntry[];
  /** The switches among which are those that changed them. */
  plans: readonly HistoryEntry[];
}

/** Changes of add-ons, newest first: what changed, when, at which price and by whom. */
export function AddOnEntries({ entries, plans }: AddOnEntriesProps) {
  const history = useHistoryText();
  if (entries.length === 0) return null;
  return (
    <ol aria-label={history.options.list} className="max-w-[60ch] border-b border-line text-small">
      {entries.map((entry, index) => (
        <AddOnEntry
          key={entry.history_id}
          entry={entry}
          previous={entries.slice(index + 1).find(({ id }) => id === entry.id)}
          isRestored={isRestored(entry, plans)}
        />
      ))}
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
  const history = useHistoryText();
  const text = useText();
  const formatPrice = usePriceFormat();
  const { status, cause, timestamp, title, quantity, reason } = entry;
  const isOn = status === 'active';
  const isQuantity = cause === 'toggle' && isOn && (quantity > 1 || previous?.status === 'active');
  const { options } = history;
  const toggled = cause === 'publication' ? options.included : options[cause][status];
  const price = formatPrice(entry, {
    currency: entry.currency,
    app: entry.billing_period,
    billed: entry.account_billing_period,
  });
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] border-t border-line py-1.5 middle:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon
        name={isOn ? 'plus' : 'minus'}
        className={`me-2 mt-[0.2rem] ${isOn ? 'text-gained' : 'text-lost'}`}
      />
      <span>
        {interpolate(isRestored ? options.restored : isQuantity ? options.quantity : toggled, [
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
      <DateText
        at={timestamp}
        className="col-start-2 whitespace-nowrap text-soft middle:col-start-3 middle:ps-4"
      />
    </li>
  );
}

/** The changes of add-ons while each plan was active, by the ID of the plan's entry. Both lists are newest first. */
export function groupAddOnEntries(
  plans: readonly { history_id: string; activated: number }[],
  options: readonly AddOnHistoryEntry[],
): Map<string, AddOnHistoryEntry[]> {
  const groups = new Map<string, AddOnHistoryEntry[]>();
  for (const option of options) {
    const plan = plans.find(({ history_id, activated }) =>
      option.switch_history_id === null
        ? activated <= option.timestamp
        : option.switch_history_id === history_id,
    );
    if (plan) groups.set(plan.history_id, [...(groups.get(plan.history_id) ?? []), option]);
  }
  return groups;
}
