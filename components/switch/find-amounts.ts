import type { Matrix } from '@/lib/contract/version-list';
import { isAtLeast } from '../pricing/is-at-least';

/** A feature that both plans include, in another amount. `different` is what can't be compared. */
export interface AmountChange {
  id: string;
  title: string;
  before: string | null;
  after: string | null;
  kind: 'more' | 'less' | 'different';
}

export function findAmounts(
  matrix: Matrix | undefined,
  from: string | undefined,
  to: string,
): AmountChange[] {
  if (!matrix || from === undefined) return [];
  return matrix.features
    .filter(({ versions, values }) => versions[from] && versions[to] && values[from] !== values[to])
    .map(({ id, title, values }) => ({
      id,
      title,
      before: values[from] ?? null,
      after: values[to] ?? null,
      kind: kindOf(values[from], values[to]),
    }));
}

function kindOf(before: string | undefined, after: string | undefined): AmountChange['kind'] {
  if (isAtLeast(after, before)) return 'more';
  return isAtLeast(before, after) ? 'less' : 'different';
}
