import type { ProblemCode } from '@/lib/contract/errors';

/**
 * What each caller (a line) is answered to each request (a column), by DESIGN 2: Callers. A GET is asked by HEAD too,
 * and what the spec has at the origin under `/api` too. `sees` are the versions a caller may know of.
 */
const table = `
caller              | list switch open granted hidden foreign preview history | sign up | invite | describe enter demo | sign out | sees
--------------------|---------------------------------------------------------|---------|--------|---------------------|----------|-----
visitor             | 200  401    200  404v    404v   404v    401     401     | 401     | 401    | 200      303   400i | 303      | open upper
member              | 200  403    200  200     404v   404v    200     200     | 403     | 403    | 200      303   400i | 303      | open upper granted
owner               | 200  200    200  200     404v   404v    200     200     | 403     | 403    | 200      303   400i | 303      | open upper granted
product             | 200  403    200  200     200    404v    200     200     | 403     | 403    | 200      303   400i | 303      | open upper granted elsewhere hidden
product, no account | 200  403    200  200     200    404v    403     403     | 403     | 403    | 200      303   400i | 303      | open upper granted elsewhere hidden
member key          | 200  403    200  200     404v   404v    200     200     | 403     | 403    | 200      303   403x | 403x     | open upper granted
owner key           | 200  200    200  200     404v   404v    200     200     | 403     | 403    | 200      303   403x | 403x     | open upper granted
product key         | 200  403    200  200     200    404v    200     200     | 403     | 403    | 200      303   403x | 403x     | open upper granted elsewhere hidden
app key             | 200  400m   200  404v    404v   404v    400m    400m    | 201     | 200    | 200      303   403x | 403x     | open upper
app key for account | 200  200    200  200     404v   404v    200     200     | 201     | 200    | 200      303   403x | 403x     | open upper granted
app key for foreign | 404a 404a   404a 404a    404a   404a    404a    404a    | 404a    | 404a   | 200      303   403x | 403x     |
key for neighbour   | 403  403    403  403     403    403     403     403     | 403     | 403    | 200      303   403x | 403x     |
neighbour           | 200  200    200  404v    404v   404v    200     200     | 403     | 403    | 200      303   403x | 403x     | open upper elsewhere
other app           | 200  404v   404v 404v    404v   200     404v    200     | 403     | 403    | 200      303   403x | 403x     | foreign
other app key       | 200  400m   404v 404v    404v   200     400m    400m    | 201     | 404a   | 200      303   403x | 403x     | foreign
revoked             | 401  401    401  401     401    401     401     401     | 401     | 401    | 200      303   403x | 403x     |
expired             | 401  401    401  401     401    401     401     401     | 401     | 401    | 200      303   403x | 403x     |
malformed           | 401  401    401  401     401    401     401     401     | 401     | 401    | 200      303   403x | 403x     |
wrong checksum      | 401  401    401  401     401    401     401     401     | 401     | 401    | 200      303   403x | 403x     |
never made          | 401  401    401  401     401    401     401     401     | 401     | 401    | 200      303   403x | 403x     |
from another site   | 200  403x   200  200     404v   404v    200     200     | 403     | 403    | 200      303   403x | 403x     | open upper granted
session expired     | 200  401    200  404v    404v   404v    401     401     | 401     | 401    | 200      303   400i | 303      | open upper
session revoked     | 200  401    200  404v    404v   404v    401     401     | 401     | 401    | 200      303   400i | 303      | open upper
`;

/** Statuses that more than one refusal has say which by a letter. */
const codes: Record<string, ProblemCode> = {
  '400i': 'parameter_invalid',
  '400m': 'parameter_missing',
  401: 'unauthenticated',
  403: 'forbidden',
  '403x': 'cross_site',
  '404a': 'account_not_found',
  '404v': 'version_not_found',
};

export interface Expected {
  status: number;
  /** Null where it is no refusal. */
  code: ProblemCode | null;
}

export interface Line {
  caller: string;
  sees: string[];
  /** In the order of the columns. */
  cells: Expected[];
}

export const lines: Line[] = table
  .trim()
  .split('\n')
  .slice(2)
  .map((line) => {
    const [caller = '', ...groups] = line.split('|').map((group) => group.trim());
    const sees = groups.pop()?.split(' ').filter(Boolean) ?? [];
    const cells = groups.flatMap((group) => group.split(/ +/)).map(readCell);
    return { caller, sees, cells };
  });

function readCell(cell: string): Expected {
  return { status: Number.parseInt(cell, 10), code: codes[cell] ?? null };
}
