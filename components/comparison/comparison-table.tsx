'use client';

import { useText } from '@/components/text/text-provider';
import { classNames } from '@/components/ui/class-names';
import type { PriceSetting } from '@/lib/format/price';
import type { Column } from './arrange-columns';
import type { FeatureGroup } from './arrange-features';
import styles from './comparison-table.module.css';
import { FeatureRow } from './feature-row';
import { PlanHeader } from './plan-header';

/** Titles longer than this make a header so high that it would hide what it heads. */
const longestThatSticks = 48;

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
  const sticks = columns.every(({ version }) => version.title.length <= longestThatSticks);
  const headed = groups.some(({ title }) => title !== '');
  return (
    <table className={classNames(styles.table, sticks && styles.sticks)}>
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
        <tbody key={title} aria-hidden={!features.some(({ id }) => shown.has(id)) || undefined}>
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
