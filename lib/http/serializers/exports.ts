import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@/lib/contract/errors';
import type { AccountCaller } from '@/lib/domain/caller';
import type { Service } from '@/lib/domain/service';
import { SerialQueue } from '@/lib/domain/subscription/serial-queue';

// An export of any length takes little memory, and leaves time for other requests: pages are read while the client takes
// them, one at a time among the exports of an app.

/** Entries of a page. Reading and formatting it takes a few milliseconds. */
const exportPageSize = 500;
/** The exports of all apps. Each takes up to 0.5 MB. */
const maxExports = 128;
const maxExportsPerApp = 16;
const maxExportsPerAccount = 8;

/** The callers of the exports in progress. */
const exportsInProgress = new Set<Exporter>();

type Exporter = Pick<AccountCaller, 'app' | 'account'>;
type Page = { text: string; isLast: boolean };

/** The parts of an export: `first`, and the pages. Throws 429 when too many exports are in progress. */
export async function startExport(
  caller: Exporter,
  first: string,
  readPage: () => Promise<Page>,
): Promise<AsyncGenerator<string>> {
  const ofApp = [...exportsInProgress].filter(({ app }) => app.id === caller.app.id);
  const ofAccount = ofApp.filter(({ account }) => account.id === caller.account.id);
  if (
    exportsInProgress.size >= maxExports ||
    ofApp.length >= maxExportsPerApp ||
    ofAccount.length >= maxExportsPerAccount
  ) {
    throw new ApiError('too_many_requests', 'Too many exports are in progress. Wait until one has ended.', {
      retryAfter: 5,
    });
  }
  const parts = createParts(caller, first, readPage);
  // A generator that has not started does not clean up.
  await parts.next();
  return parts;
}

async function* createParts(caller: Exporter, first: string, readPage: () => Promise<Page>) {
  // Requests with the same credential share one caller.
  const inProgress = { ...caller };
  exportsInProgress.add(inProgress);
  try {
    yield '';
    yield first;
    for (let isLast = false; !isLast; ) {
      const page = await readPage();
      isLast = page.isLast;
      yield page.text;
    }
  } finally {
    exportsInProgress.delete(inProgress);
  }
}

/** A page of a list, newest first. */
interface ListPage<Position> {
  limit: number;
  before: Position | null;
}

const turns = new SerialQueue();
/** Longer than a page takes: a read ends after the timeouts of the database. */
const maxTurnWaitMs = 30_000;

/**
 * Each call of the returned function reads the next page of a list, after those that other exports of the app have
 * begun, and after the requests that arrived meanwhile.
 */
export function createPageReader<Entry, Position = number>(
  service: Service,
  caller: AccountCaller,
  list: (
    service: Service,
    caller: AccountCaller,
    page: ListPage<Position>,
  ) => Promise<{ entries: Entry[]; next: Position | null }>,
): () => Promise<{ entries: Entry[]; isLast: boolean }> {
  let before: Position | null = null;
  return async () => {
    const page = { limit: exportPageSize, before };
    const read = () => service.health.guard(list(service, caller, page));
    const { entries, next } = await turns.run(caller.app.id, maxTurnWaitMs, () => setImmediate().then(read));
    before = next;
    return { entries, isLast: next === null };
  };
}
