/** Why accounts would be worse off with another content of their plan. */
export type VersionLoss =
  | 'the price rises'
  | 'the minimum rises'
  | 'the price is on request'
  | 'the price can’t be compared'
  | 'monthly billing is withdrawn'
  | 'annual billing is withdrawn'
  | 'the annual price rises'
  | 'features are lost'
  | 'limits get worse'
  | 'values can’t be compared'
  | 'an add-on gets worse';

/** These are about what accounts get, not about what they pay. */
export const contentLosses: ReadonlySet<string> = new Set<VersionLoss>([
  'features are lost',
  'limits get worse',
  'values can’t be compared',
]);
