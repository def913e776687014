'use client';

import { useDeferredValue, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { CatalogTexts } from '@/components/i18n/catalog-text';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import type { PageUser } from '@/components/pricing/plan-action';
import { PriceControls } from '@/components/pricing/price-controls';
import { getSeats, useBilling } from '@/components/pricing/use-billing';
import { useChosenPlans } from '@/components/pricing/use-chosen-plans';
import { useNamedPlans } from '@/components/pricing/use-plan-names';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { SwitchSection, useSwitchDialogState } from '@/components/switch/switch-section';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryStatus } from '@/components/ui/query-status';
import { Skeleton, SkeletonList } from '@/components/ui/skeleton';
import { TextButton } from '@/components/ui/text-link';
import { useLiveUpdates } from '@/lib/client/live-updates';
import { switchSearchParams } from '@/lib/client/page-urls';
import { useAddOns, useNewestEntry, useVersionList } from '@/lib/client/queries';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { AddOnList } from '@/lib/contract/add-ons';
import type { MatrixFeature, VersionList } from '@/lib/contract/versions';
import { ComparisonFilters, useCompareState } from './comparison-filters';
import {
  buildColumns,
  filterFeatures,
  fitColumns,
  getPlanPages,
  groupFeatures,
  hasDifferences,
} from './comparison-model';
import { ComparisonTable } from './comparison-table';

/** Loads the plans and compares them. A user with an account can switch here. */
export function ComparisonView(props: Omit<LoadedComparisonProps, 'data'>) {
  const comparison = usePageText('planDetails').comparison;
  const list = useVersionList();
  return (
    <>
      <QueryStatus title={comparison.failed} query={list}>
        <ComparisonSkeleton />
      </QueryStatus>
      {list.data && (
        <CatalogTexts of={list.data}>
          <LoadedComparison data={list.data.data} {...props} />
        </CatalogTexts>
      )}
    </>
  );
}

interface LoadedComparisonProps {
  data: VersionList['data'];
  hasAccount: boolean;
  isMember: boolean;
  user: PageUser;
}

function LoadedComparison({ data: loaded, hasAccount, isMember, user }: LoadedComparisonProps) {
  const named = useNamedPlans(loaded);
  const dialog = useSwitchDialogState();
  const billing = useBilling(named);
  const { list: data, reader } = useChosenPlans(named, getSeats(named, dialog.seats), billing);
  const isLive = useLiveUpdates();
  const addOns = useAddOns({ enabled: hasAccount && data.optional_features_available });
  // Needed after a switch, which starts the live updates.
  const newestEntry = useNewestEntry({ enabled: hasAccount && isLive });
  return (
    <>
      {hasAccount && (
        <SwitchSection
          list={data}
          billing={billing}
          dialog={dialog}
          newestEntry={newestEntry.data ?? null}
          isMember={isMember}
        />
      )}
      {reader}
      <ComparisonContent data={data} addOns={addOns.data?.data} user={user} onSwitch={dialog.open} />
    </>
  );
}

interface ComparisonContentProps {
  data: VersionList['data'];
  /** The add-ons of the account. It is absent while they load and for a visitor. */
  addOns: AddOnList['data'] | undefined;
  user: PageUser;
  /** Without it, the buttons do nothing, as in the preview. */
  onSwitch?: (versionId: string) => void;
}

/** Compares the plans of a loaded list. Used by the compare page and by the product preview. */
export function ComparisonContent({ data, addOns, user, onSwitch }: ComparisonContentProps) {
  const { pricing } = useText();
  const comparison = usePageText('planDetails').comparison;
  const capacity = useColumnCapacity();
  const isNarrow = capacity === 2;
  const state = useCompareState(isNarrow);
  const [{ seats: requestedSeats }] = useSearchParams(switchSearchParams);
  const seats = getSeats(data, requestedSeats);
  const searchField = useRef<HTMLInputElement>(null);
  const billing = useBilling(data);
  const activeAddOnIds = useMemo(
    () => new Set(addOns?.optional_features.flatMap(({ id, active }) => (active ? [id] : []))),
    [addOns],
  );
  const { versions, app } = data;
  const features = useMemo(() => data.matrix?.features ?? [], [data.matrix]);
  const groups = useMemo(() => groupFeatures(features), [features]);
  const allColumns = useMemo(
    () => buildColumns(versions, { plans: state.plans, pair: state.pair }),
    [versions, state.plans, state.pair],
  );
  const [requestedOffset, setOffset] = useState(0);
  // The selection can have become smaller.
  const offset = requestedOffset < allColumns.selected.length ? requestedOffset : 0;
  const columns = useMemo(() => fitColumns(allColumns, capacity, offset), [allColumns, capacity, offset]);
  const priceOptions = usePriceOptions(app, billing.period);
  // Deferred, so that a slow update of the rows does not delay typing.
  const query = useDeferredValue(state.q);
  const shownFeatureIds = useMemo(() => {
    const versionIds = columns.filter(({ narrowOnly }) => !narrowOnly).map(({ version }) => version.id);
    return filterFeatures(features, {
      query,
      onlyDifferences: state.onlyDifferences,
      versionIds,
      priceOptions,
    });
  }, [features, query, state.onlyDifferences, columns, priceOptions]);
  const sameInPairIds = useMemo(() => {
    const pair = allColumns.pair.map(({ id }) => id);
    const isSame = (feature: MatrixFeature) => !hasDifferences(feature, pair, priceOptions);
    return new Set(state.isByWidth ? features.filter(isSame).map(({ id }) => id) : []);
  }, [features, allColumns.pair, priceOptions, state.isByWidth]);

  if (versions.length === 0) return <EmptyState {...pricing.empty} />;
  if (features.length === 0) return <EmptyState {...comparison.noFeatures} />;
  return (
    <div className="broad @container">
      <PreloadText groups={['planDetails']} />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <ComparisonFilters state={state} columns={allColumns} searchField={searchField} />
        <PriceControls seats={seats} billing={billing} />
      </div>
      <ComparisonStatus
        features={features}
        shownFeatureIds={shownFeatureIds}
        visiblePlans={capacity === null || capacity === 2 ? allColumns.selected.length : columns.length}
        selectedPlans={allColumns.selected.length}
        pages={getPlanPages(allColumns, capacity, offset)}
        onPage={setOffset}
      />
      <ComparisonTable
        groups={groups}
        columns={columns}
        state={state}
        allColumns={allColumns}
        shownFeatureIds={shownFeatureIds}
        sameInPairIds={sameInPairIds}
        isNarrow={isNarrow}
        priceOptions={priceOptions}
        app={app}
        seats={seats}
        billing={billing}
        activeAddOnIds={activeAddOnIds}
        list={data}
        isSearching={query.trim() !== ''}
        user={user}
        onSwitch={onSwitch}
      />
      {shownFeatureIds.size === 0 && (
        <NoMatchingFeatures
          hasQuery={query.trim() !== ''}
          planCount={columns.length}
          onReset={() => {
            state.resetFilters();
            // The button that had the focus is about to disappear.
            searchField.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface ComparisonStatusProps {
  features: readonly MatrixFeature[];
  shownFeatureIds: ReadonlySet<string>;
  /** How many of the selected plans fit. */
  visiblePlans: number;
  selectedPlans: number;
  pages: ReturnType<typeof getPlanPages>;
  onPage: (offset: number) => void;
}

/** How many features, usage limits and plans are shown, as a live region, and the legend of the table. */
function ComparisonStatus(props: ComparisonStatusProps) {
  const { features, shownFeatureIds, visiblePlans, selectedPlans, pages, onPage } = props;
  const { ui, pricing } = useText();
  const comparison = usePageText('planDetails').comparison;
  const limits = features.filter(({ is_limit }) => is_limit);
  const shownLimits = limits.filter(({ id }) => shownFeatureIds.has(id)).length;
  const counts = [
    comparison.featureCount(shownFeatureIds.size - shownLimits, features.length - limits.length),
    ...(limits.length > 0 ? [pricing.limitCount(shownLimits, limits.length)] : []),
  ].join(ui.comma);
  return (
    <div className="mt-6 mb-3 flex flex-wrap justify-between gap-x-8 gap-y-2 text-small text-soft">
      <p role="status">
        {visiblePlans < selectedPlans ? comparison.visiblePlans(counts, visiblePlans, selectedPlans) : counts}
      </p>
      {(pages.previous !== null || pages.next !== null) && (
        <p className="screen-only flex gap-x-6">
          <PageButton label={comparison.previousPlans} offset={pages.previous} onPage={onPage} />
          <PageButton label={comparison.nextPlans} offset={pages.next} onPage={onPage} />
        </p>
      )}
      <ul aria-hidden="true" className="flex flex-wrap gap-x-5 *:flex *:before:my-auto *:before:block">
        {/* The rotated check mark is lower and wider than its box. */}
        <li className="before:ms-[0.1875rem] before:me-[0.6875rem] before:h-3 before:w-1.5 before:-translate-y-0.5 before:rotate-42 before:border-ink before:border-r-[1.5px] before:border-b-[1.5px]">
          {comparison.included}
        </li>
        <li className="before:me-2 before:w-2.5 before:border-edge before:border-t-[1.5px]">
          {comparison.notIncluded}
        </li>
      </ul>
    </div>
  );
}

/** Stays focusable when there are no further plans. */
function PageButton({
  label,
  offset,
  onPage,
}: Pick<ComparisonStatusProps, 'onPage'> & { label: string; offset: number | null }) {
  return (
    <TextButton
      aria-disabled={offset === null || undefined}
      className="aria-disabled:text-soft aria-disabled:no-underline"
      onClick={() => offset !== null && onPage(offset)}
    >
      {label}
    </TextButton>
  );
}

interface NoMatchingFeaturesProps {
  hasQuery: boolean;
  planCount: number;
  onReset: () => void;
}

/** Shown when the filters match no feature. */
function NoMatchingFeatures({ hasQuery, planCount, onReset }: NoMatchingFeaturesProps) {
  const comparison = usePageText('planDetails').comparison;
  return (
    <div className="py-12">
      <h2 className="text-head">{hasQuery ? comparison.noMatch.title : comparison.noDifferences.title}</h2>
      <p className="mt-2 max-w-[60ch] text-soft">
        {hasQuery ? comparison.noMatch.body : comparison.noDifferences.body(planCount)}
      </p>
      <Button className="mt-6" onClick={onReset}>
        {comparison.noDifferences.action}
      </Button>
    </div>
  );
}

/** Has the columns and heights of the comparison to avoid a layout shift. */
function ComparisonSkeleton() {
  return (
    <>
      <Skeleton className="mt-6 h-11 w-full narrow:w-72" />
      <SkeletonList
        rowCount={12}
        rowClassName="flex gap-6 border-b border-line py-3"
        className="mt-24 border-t-2 border-line"
      >
        <Skeleton className="h-4 w-[28%]" />
        <Skeleton className="h-4 grow" />
      </SkeletonList>
    </>
  );
}

/** How many plans fit from each width on, in rem. Keep in sync with the media queries in comparison-table.module.css. */
const capacitySteps = [
  { minWidth: 80, plans: 12 },
  { minWidth: 72, plans: 10 },
  { minWidth: 60, plans: 8 },
  { minWidth: 44, plans: 6 },
  { minWidth: 30, plans: 3 },
];

const minWidthQuery = (rem: number) => window.matchMedia(`(width >= ${rem}rem)`);
const printQuery = () => window.matchMedia('print');

function subscribeToCapacity(onChange: () => void) {
  const queries = [...capacitySteps.map(({ minWidth }) => minWidthQuery(minWidth)), printQuery()];
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

/** Print shows all selected plans at any width. */
function getCapacity(): number | null {
  if (printQuery().matches) return null;
  return capacitySteps.find(({ minWidth }) => minWidthQuery(minWidth).matches)?.plans ?? 2;
}

/** How many plans fit on the screen. It is null on the server, where the width is unknown, and in print. */
function useColumnCapacity(): number | null {
  return useSyncExternalStore(subscribeToCapacity, getCapacity, () => null);
}
