/** What a database error means to whoever waits: it is gone, a lock took too long, or neither. */
export type Failure = 'unavailable' | 'lock_timeout' | null;

/** Prisma's codes for a database that can't be reached, is out of connections, or went away in mid-transaction. */
const unavailablePrisma = new Set([
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1010',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);
/** Postgres' own: connection exceptions, resources, shutdown, and a statement that outlasted its time. */
const unavailablePostgres = /^(08|53|57P|57014|25P03|58)/;
const unavailableSocket =
  /ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

interface DatabaseError {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown; code?: unknown };
  originalCode?: unknown;
  kind?: unknown;
}

/** Tells the kind of failure from an error of Prisma, its adapter, `pg` or the socket, however they are wrapped. */
export function classifyFailure(error: unknown, depth = 0): Failure {
  if (typeof error !== 'object' || error === null || depth > 5) return null;
  const { code, message, cause, meta, originalCode, kind } = error as DatabaseError;
  const codes = [code, originalCode, meta?.code].filter((each) => typeof each === 'string');
  if (codes.includes('55P03')) return 'lock_timeout';
  if (codes.some((each) => unavailablePrisma.has(each) || unavailablePostgres.test(each)))
    return 'unavailable';
  if (kind === 'DatabaseNotReachable' || kind === 'ConnectionClosed' || kind === 'SocketTimeout')
    return 'unavailable';
  const inner = classifyFailure(meta?.driverAdapterError, depth + 1) ?? classifyFailure(cause, depth + 1);
  if (inner) return inner;
  return unavailableSocket.test([...codes, message].join(' ')) ? 'unavailable' : null;
}
