/**
 * Whether the database is unavailable, a lock was not granted in time, or other reads of the app take all its connections.
 * It is null for any other error.
 */
type DatabaseErrorKind = 'unavailable' | 'conflict' | 'limit' | null;

/** The wait for a lock exceeded its limit. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

const unavailable = [
  // Prisma: can't connect, no free connection, connection lost during a transaction.
  /^P(1001|1002|1003|1008|1010|1011|1017|2024|2028|2037)$/,
  // Prisma's driver adapter, `UnsafeConnection` and `ConnectionLimitReached`.
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|UNSAFE_CONNECTION|READS_OF_ALL_APPS)$/,
  // Postgres: connection exceptions, insufficient resources, shutdown, standby, statement timeout, system errors.
  /^(08|53|57P|57014|25P03|25006|58)/,
];
/** The codes of a lock timeout, a deadlock and a serialization failure. */
const conflicts = new Set(['55P03', '40P01', '40001', 'P2034']);
const unavailableSocket =
  /ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

interface WrappedError {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown; code?: unknown };
  originalCode?: unknown;
  kind?: unknown;
}

/** Classifies an error of Prisma, its adapter, `pg` or the socket, however deeply it is wrapped. */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind {
  const chain = unwrap(error);
  const codes = chain.flatMap(codesOf);
  if (error instanceof LockTimeout || codes.some((code) => conflicts.has(code))) return 'conflict';
  if (codes.includes('READS_OF_APP')) return 'limit';
  const isUnavailable =
    codes.some((code) => unavailable.some((pattern) => pattern.test(code))) ||
    chain.some(({ code, message }) => unavailableSocket.test(`${code} ${message}`));
  return isUnavailable ? 'unavailable' : null;
}

/** Whether the statement exceeded `statement_timeout`. */
export function isStatementTimeout(error: unknown): boolean {
  return unwrap(error).flatMap(codesOf).includes('57014');
}

/** The error and its causes, outermost first. */
function unwrap(error: unknown, depth = 0): WrappedError[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { cause, meta } = error as WrappedError;
  return [error, ...unwrap(meta?.driverAdapterError, depth + 1), ...unwrap(cause, depth + 1)];
}

function codesOf({ code, originalCode, meta, kind }: WrappedError): string[] {
  return [code, originalCode, meta?.code, kind].filter((each) => typeof each === 'string');
}
