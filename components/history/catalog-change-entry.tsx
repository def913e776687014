'use client';

import { use } from 'react';
import { TextChange } from '@/components/feature-content/feature-content';
import { CatalogText, CatalogTextContext } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useAppPriceFormat } from '@/components/pricing/use-price-format';
import { classNames } from '@/components/ui/class-names';
import { getChangeAnchor } from '@/lib/client/page-urls';
import type { CatalogChange, HistoryEntry } from '@/lib/contract/history';
import type { Price } from '@/lib/contract/versions';
import { hasAnnualPrice } from '@/lib/pricing/price';
import { FeatureChanges } from './feature-changes';
import { TimelineRow, type TimelineRowProps } from './timeline-row';

interface CatalogChangeEntryProps extends Pick<TimelineRowProps, 'olderAt' | 'now'> {
  change: CatalogChange;
  /** The plan that was active. */
  entry: HistoryEntry;
}

export const hasFeatureChanges = ({ gained, lost, raised, lowered, changed }: CatalogChange) =>
  [gained, lost, raised, lowered, changed].some((features) => features.length > 0);

/** Whether the timeline shows more of a change than that it was made. Prices for a year count if the plan is sold for a year. */
export function isVisibleChange(change: CatalogChange): boolean {
  const { price, previous_price: previous } = change;
  if (hasFeatureChanges(change)) return true;
  if (!previous) return false;
  const isVisible = (key: keyof Price) =>
    !key.startsWith('annual_') || [price, previous].some(hasAnnualPrice);
  return Object.keys(price).some(
    (key) => isVisible(key as keyof Price) && price[key as keyof Price] !== previous[key as keyof Price],
  );
}

/** What the provider changed in a plan while the account was on it. */
export function CatalogChangeEntry({ change, entry, olderAt, now }: CatalogChangeEntryProps) {
  const { provider } = use(CatalogTextContext);
  const history = usePageText('account').history;
  const hasFeatures = hasFeatureChanges(change);
  return (
    <TimelineRow
      id={getChangeAnchor(change)}
      at={change.changed_at}
      olderAt={olderAt}
      now={now}
      marker="catalog"
    >
      <div
        className={classNames(
          'col-start-2 wide:col-start-3 wide:row-start-1 wide:pt-1',
          !hasFeatures && 'phone:pb-4',
        )}
      >
        <h2 tabIndex={-1} className="font-medium">
          {interpolate(history.catalogChange, [
            <bdi key="provider">{provider}</bdi>,
            <CatalogText key="plan">{entry.title}</CatalogText>,
          ])}
        </h2>
        <PriceChange change={change} entry={entry} />
      </div>
      {hasFeatures && (
        <div className="col-start-2 phone:pb-4 wide:col-start-4 wide:row-start-1 wide:ps-8">
          <FeatureChanges entry={{ ...change, previous_version_id: entry.id }} />
        </div>
      )}
    </TimelineRow>
  );
}

interface PriceChangeProps extends Pick<CatalogChangeEntryProps, 'change'> {
  entry: Parameters<typeof useAppPriceFormat>[0];
}

/** "$9 / month → $11 / month", and the same of the price per year. What stayed the same is left out. */
export function PriceChange({ change, entry }: PriceChangeProps) {
  const { format, formatAnnual } = useAppPriceFormat(entry);
  const { price, previous_price: previous } = change;
  if (!previous) return null;
  return [format, formatAnnual].map((formatPeriod) => {
    const [before, after] = [formatPeriod(previous), formatPeriod(price)];
    if (before === after) return null;
    return (
      <p key={before ?? after} className="figures text-small">
        <TextChange
          before={before && <bdi className="text-soft">{before}</bdi>}
          after={after && <bdi>{after}</bdi>}
        />
      </p>
    );
  });
}
