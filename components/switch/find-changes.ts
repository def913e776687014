import type { SwitchPreview } from '@/lib/contract/switch';
import type { VersionEntry } from '@/lib/contract/version-list';

export type Outlook = SwitchPreview['data'];

/** What is no longer as the reader saw it, the weightiest first. */
export type Change = 'plan' | 'price' | 'features' | 'other';

type Priced = Pick<VersionEntry, 'id' | 'fee' | 'user_fee'>;

/** What the reader went by: the list's entries before the first answer, and afterwards the answer they looked at. */
export interface Basis {
  from: Priced | null;
  to: Priced;
  features?: string;
}

export function basisOf(outlook: Outlook): Basis {
  const { gained, lost, optional_gained, optional_lost } = outlook;
  const features = [gained, lost, optional_gained, optional_lost].map((refs) =>
    refs.map(({ id }) => id).join(),
  );
  return { from: outlook.from, to: outlook.to, features: features.join(';') };
}

export function findChanges(before: Basis, outlook: Outlook): Change[] {
  const after = basisOf(outlook);
  if ((before.from?.id ?? null) !== (after.from?.id ?? null)) return ['plan'];
  const changes: Change[] = [];
  if (!samePrice(before.from, after.from) || !samePrice(before.to, after.to)) changes.push('price');
  if (before.features !== undefined && before.features !== after.features) changes.push('features');
  return changes;
}

function samePrice(a: Priced | null, b: Priced | null): boolean {
  return a?.fee === b?.fee && a?.user_fee === b?.user_fee;
}
