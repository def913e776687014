/** What a database error means to whoever waits: it is gone, others were in the way too long, or neither. */
export type Failure = 'unavailable' | 'conflict' | null;

/** Somebody else had the lock for as long as one may wait. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

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
/** The adapter's. */
const unavailableAdapter = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout']);
/** Postgres' own: connection exceptions, resources, shutdown, a standby, and a statement that outlasted its time. */
const unavailablePostgres = /^(08|53|57P|57014|25P03|25006|58)/;
/** A lock that took too long, and two that waited for each other. */
const conflicts = new Set(['55P03', '40P01', '40001', 'P2034']);
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
export function classifyFailure(error: unknown): Failure {
  const chain = unwrap(error);
  const codes = chain.flatMap(codesOf);
  if (error instanceof LockTimeout || codes.some((code) => conflicts.has(code))) return 'conflict';
  const isGone = (code: string) =>
    unavailablePrisma.has(code) || unavailableAdapter.has(code) || unavailablePostgres.test(code);
  const texts = chain.map(({ code, message }) => `${code} ${message}`);
  return codes.some(isGone) || texts.some((text) => unavailableSocket.test(text)) ? 'unavailable' : null;
}

/** Whether the statement took longer than `statement_timeout`. */
export function isStatementTimeout(error: unknown): boolean {
  return unwrap(error).flatMap(codesOf).includes('57014');
}

/** The error and everything it was made from, outermost first. */
function unwrap(error: unknown, depth = 0): DatabaseError[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { cause, meta } = error as DatabaseError;
  return [error, ...unwrap(meta?.driverAdapterError, depth + 1), ...unwrap(cause, depth + 1)];
}

function codesOf({ code, originalCode, meta, kind }: DatabaseError): string[] {
  return [code, originalCode, meta?.code, kind].filter((each) => typeof each === 'string');
}
