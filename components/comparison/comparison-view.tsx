'use client';

import { useDeferredValue, useMemo, useRef } from 'react';
import { useClock, useText } from '@/components/text/text-provider';
import type { VersionList } from '@/lib/contract/version-list';
import { arrangeColumns, fitColumns } from './arrange-columns';
import { filterFeatures, groupFeatures } from './arrange-features';
import { ComparisonFilters } from './comparison-filters';
import { ComparisonStatus } from './comparison-status';
import { ComparisonTable } from './comparison-table';
import { NothingLeft, NothingToCompare } from './nothing-to-compare';
import { useCapacity } from './use-capacity';
import { useCompareState } from './use-compare-state';

/** The comparison of a list that is there, wherever it came from. */
export function ComparisonView({ data }: { data: VersionList['data'] }) {
  const { locale } = useClock();
  const { pricing } = useText();
  const state = useCompareState();
  const searchField = useRef<HTMLInputElement>(null);
  const capacity = useCapacity();
  const { versions, app } = data;
  const features = useMemo(() => data.matrix?.features ?? [], [data.matrix]);
  const groups = useMemo(() => groupFeatures(features), [features]);
  const arranged = useMemo(
    () => arrangeColumns(versions, { plans: state.plans, pair: state.pair }),
    [versions, state.plans, state.pair],
  );
  const columns = useMemo(() => fitColumns(arranged, capacity), [arranged, capacity]);
  const setting = useMemo(
    () => ({ locale, currency: app.currency, period: app.billing_period }),
    [locale, app.currency, app.billing_period],
  );
  // Typing goes first; the rows may follow a moment later.
  const query = useDeferredValue(state.q);
  const shown = useMemo(() => {
    const versionIds = columns.filter(({ extra }) => !extra).map(({ version }) => version.id);
    return filterFeatures(features, { query, onlyDifferences: state.differences, versionIds });
  }, [features, query, state.differences, columns]);

  if (versions.length === 0)
    return <NothingToCompare title={pricing.empty.title} body={pricing.empty.body} />;
  if (features.length === 0) return <NothingToCompare />;
  return (
    <div className="@container">
      <ComparisonFilters state={state} arranged={arranged} searchField={searchField} />
      <ComparisonStatus
        shown={shown.size}
        total={features.length}
        fit={capacity === null || capacity === 2 ? arranged.chosen.length : columns.length}
        chosen={arranged.chosen.length}
      />
      <ComparisonTable
        groups={groups}
        columns={columns}
        shown={shown}
        setting={setting}
        contactUrl={app.contact_url}
      />
      {shown.size === 0 && (
        <NothingLeft
          searched={query.trim() !== ''}
          plans={columns.length}
          onShowAll={() => {
            state.showAllFeatures();
            // The button goes away with what it was for.
            searchField.current?.focus();
          }}
        />
      )}
    </div>
  );
}
