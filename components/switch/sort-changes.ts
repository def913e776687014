import type { FeatureRef } from '@/lib/contract/fields';
import type { Matrix } from '@/lib/contract/version-list';
import { type AmountChange, findAmounts } from './find-amounts';
import type { Outlook } from './find-changes';

export interface SortedChanges {
  lost: FeatureRef[];
  /** Included on both sides, and less of it, or not to be compared. */
  notMore: AmountChange[];
  optionalLost: FeatureRef[];
  /** All that is newly included; those that were an option before stand in `optionalGained` alone. */
  gained: FeatureRef[];
  more: AmountChange[];
  optionalGained: FeatureRef[];
  unchanged: number;
  losing: boolean;
  gaining: boolean;
}

/** Which changes stand on which side of the question. Nothing is called unchanged whose amount differs. */
export function sortChanges(outlook: Outlook, matrix: Matrix | undefined): SortedChanges {
  const { from, to, lost, gained, kept, optional_gained, optional_lost } = outlook;
  const amounts = findAmounts(matrix, from?.id, to.id);
  const more = amounts.filter(({ kind }) => kind === 'more');
  const notMore = amounts.filter(({ kind }) => kind !== 'more');
  const wereOptional = new Set(optional_gained.map(({ id }) => id));
  return {
    lost,
    notMore,
    optionalLost: optional_lost,
    gained: gained.filter(({ id }) => !wereOptional.has(id)),
    more,
    optionalGained: optional_gained,
    unchanged: Math.max(0, kept.length - amounts.length),
    losing: lost.length + notMore.length + optional_lost.length > 0,
    gaining: gained.length + more.length > 0,
  };
}
