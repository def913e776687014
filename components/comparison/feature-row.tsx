'use client';

import { memo } from 'react';
import { priceWords } from '@/components/pricing/price-words';
import { useText } from '@/components/text/text-provider';
import type { MatrixFeature } from '@/lib/contract/version-list';
import { formatPrice, type PriceSetting } from '@/lib/format/price';
import type { Column } from './arrange-columns';
import { cellOf } from './cell';
import styles from './comparison-table.module.css';

interface FeatureRowProps {
  feature: MatrixFeature;
  columns: Column[];
  setting: PriceSetting;
  /** Filtered out. It stays in the page, laid out: to hide a row is far cheaper than to make it again. */
  hidden: boolean;
}

export const FeatureRow = memo(function FeatureRow({ feature, columns, setting, hidden }: FeatureRowProps) {
  return (
    <tr aria-hidden={hidden || undefined}>
      <FeatureHeader title={feature.title} description={feature.description} />
      <FeatureCells feature={feature} columns={columns} setting={setting} />
    </tr>
  );
});

const FeatureHeader = memo(function FeatureHeader({
  title,
  description,
}: {
  title: string;
  description: string;
}) {
  return (
    <th scope="row" abbr={description ? title : undefined}>
      <bdi>{title}</bdi>
      {description && (
        <small>
          <bdi>{description}</bdi>
        </small>
      )}
    </th>
  );
});

const FeatureCells = memo(function FeatureCells({
  feature,
  columns,
  setting,
}: Omit<FeatureRowProps, 'hidden'>) {
  const text = useText();
  const { comparison, pricing } = text;
  return columns.map((column) => {
    const cell = cellOf(feature, column.version.id);
    const look = cellLook(column);
    const key = column.version.id;
    if (cell.kind === 'value') {
      return (
        <td key={key} className={look}>
          <bdi>{cell.text}</bdi>
        </td>
      );
    }
    if (cell.kind === 'optional') {
      const priced = cell.fees.fee !== null || cell.fees.user_fee !== null;
      return (
        <td key={key} className={`${look ?? ''} ${styles.optional}`}>
          <span className="sr-only">{comparison.optional}</span>
          <small>{priced ? formatPrice(cell.fees, setting, priceWords(text)) : pricing.onRequest}</small>
        </td>
      );
    }
    const included = cell.kind === 'included';
    return (
      <td key={key} className={`${look ?? ''} ${included ? styles.included : styles.none}`}>
        {included ? comparison.included : comparison.notIncluded}
      </td>
    );
  });
});

/** Which cells a narrow page shows, before the script knows that it is narrow. */
export function cellLook({ paired, extra }: Column): string | undefined {
  if (extra) return styles.extra;
  return paired ? styles.paired : undefined;
}
