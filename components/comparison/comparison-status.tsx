'use client';

import { useText } from '@/components/text/text-provider';
import styles from './comparison-table.module.css';

interface ComparisonStatusProps {
  shown: number;
  total: number;
  /** Plans that fit, of those chosen. */
  fit: number;
  chosen: number;
}

/** How much of the whole is shown, told as it changes, and what the marks mean. */
export function ComparisonStatus({ shown, total, fit, chosen }: ComparisonStatusProps) {
  const { comparison } = useText();
  const features = comparison.shown(shown, total);
  return (
    <div className="mt-6 mb-2 flex flex-wrap justify-between gap-x-8 gap-y-2 text-small text-soft">
      <p role="status">{fit < chosen ? comparison.plansThatFit(features, fit, chosen) : features}</p>
      <ul aria-hidden="true" className={`flex flex-wrap gap-x-5 ${styles.legend}`}>
        <li className={styles.included}>{comparison.included}</li>
        <li className={styles.none}>{comparison.notIncluded}</li>
        <li className={styles.optional}>{comparison.optional}</li>
      </ul>
    </div>
  );
}
