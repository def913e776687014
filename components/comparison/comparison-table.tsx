'use client';

import { useText } from '@/components/text/text-provider';
import type { PriceSetting } from '@/lib/format/price';
import type { Column } from './arrange-columns';
import type { FeatureGroup } from './arrange-features';
import styles from './comparison-table.module.css';
import { FeatureRow } from './feature-row';
import { PlanHeader } from './plan-header';

interface ComparisonTableProps {
  groups: FeatureGroup[];
  columns: Column[];
  /** Ids of the features that the filter leaves. */
  shown: Set<string>;
  setting: PriceSetting;
  contactUrl: string | null;
}

/** The grid itself: one native table, headed by plans, its rows in groups. */
export function ComparisonTable({ groups, columns, shown, setting, contactUrl }: ComparisonTableProps) {
  const { comparison } = useText();
  const headed = groups.some(({ title }) => title !== '');
  return (
    <table className={styles.table}>
      <caption className="sr-only">{comparison.caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{comparison.feature}</span>
          </th>
          {columns.map((column) => (
            <PlanHeader key={column.version.id} column={column} setting={setting} contactUrl={contactUrl} />
          ))}
        </tr>
      </thead>
      {groups.map(({ title, features }) => (
        <tbody key={title} hidden={!features.some(({ id }) => shown.has(id))}>
          {headed && (
            <tr className={styles.group}>
              <th scope="rowgroup">
                <bdi>{title || comparison.otherFeatures}</bdi>
              </th>
            </tr>
          )}
          {features.map((feature) => (
            <FeatureRow
              key={feature.id}
              feature={feature}
              columns={columns}
              setting={setting}
              hidden={!shown.has(feature.id)}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}
