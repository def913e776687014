import fc from 'fast-check';
import { lines } from '../matrix/table';

/** Who may do something comes more often than who is refused at once. */
const able = [
  'owner',
  'owner key',
  'app key for account',
  'neighbour',
  'other app',
  'app key',
  'app key',
  'product',
];

export const callerName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...able) },
  { weight: 1, arbitrary: fc.constantFrom(...lines.map(({ caller }) => caller)) },
);
