import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@/lib/contract/errors';
import type { AccountCaller } from '@/lib/domain/caller';
import { SerialQueue } from '@/lib/domain/serial-queue';

// An export of any length takes little memory, and leaves time for other requests: pages are read while the client takes
// them, one at a time among the exports of an app.

/** Entries of a page. Reading and formatting it takes a few milliseconds. */
export const exportPageSize = 500;
/** Of all apps. An export takes up to 0.5 MB. */
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

const turns = new SerialQueue();
/** Longer than a page takes: a read ends after the timeouts of the database. */
const maxTurnWaitMs = 30_000;

/** Runs `work` after all work of the app before it, and after the requests that arrived meanwhile. */
export function takeTurn<T>({ app }: Exporter, work: () => Promise<T>): Promise<T> {
  return turns.run(app.id, maxTurnWaitMs, () => setImmediate().then(work));
}
