import type { MatrixFeature } from '@/lib/contract/version-list';
import type { Fees } from '@/lib/format/price';

/** What stands where a feature and a plan meet. */
export type Cell =
  | { kind: 'included' }
  | { kind: 'value'; text: string }
  | { kind: 'optional'; fees: Fees }
  | { kind: 'none' };

export function cellOf({ versions, values, offers }: MatrixFeature, versionId: string): Cell {
  const text = values[versionId];
  if (text) return { kind: 'value', text };
  if (versions[versionId]) return { kind: 'included' };
  const offer = offers[versionId];
  return offer ? { kind: 'optional', fees: offer } : { kind: 'none' };
}

/** Two plans are alike in a feature when a reader would see the same in both cells. */
export function differs(feature: MatrixFeature, versionIds: readonly string[]): boolean {
  const seen = new Set(versionIds.map((id) => signature(cellOf(feature, id))));
  return seen.size > 1;
}

function signature(cell: Cell): string {
  if (cell.kind === 'value') return `value ${cell.text}`;
  if (cell.kind === 'optional') return `optional ${cell.fees.fee} ${cell.fees.user_fee}`;
  return cell.kind;
}
