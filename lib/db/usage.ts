import type { AccountKey } from './accounts';
import type { Database, Queries } from './connection/client';
import { callFunction, type Queryable } from './connection/query-json';

/** Numbers by the human IDs of limits. */
export type UsageAmounts = Record<string, number>;

/** What an account uses of its limits, as the host has last reported it. */
export interface Usage {
  amounts: UsageAmounts;
  /** The time is in Unix milliseconds. */
  reportedAt: number;
}

export interface UsageReport {
  /** ID or external ID. */
  account: string;
  amounts: UsageAmounts;
  /** The time is in Unix milliseconds. Null means now. */
  reportedAt: number | null;
}

/** What became of a report (prisma/sql/usage.sql). */
export interface UsageOutcome {
  /** It is null for an unknown account. */
  accountId: string | null;
  externalId: string | null;
  isFuture: boolean;
  /** Whether the account had none before. Servers cache that. */
  isFirst: boolean;
  /** Whether this report is stored, not a newer one. */
  stored: boolean;
  /** What is stored. */
  amounts: UsageAmounts | null;
  reportedAt: number | null;
}

/**
 * Stores reports in one statement. Joins the open transaction, if there is one. Otherwise, reports of the app that arrive while
 * others are stored share the next statement.
 */
export function reportUsage(
  { pool, open }: Database,
  appId: string,
  reports: UsageReport[],
  recordTime: number | null,
): Promise<UsageOutcome[]> {
  if (open) return storeUsage(open, appId, reports, recordTime);
  const queues = getQueues(pool);
  const name = `${appId} ${recordTime}`;
  return new Promise((resolve, reject) => {
    const request = { reports, resolve, reject };
    const waiting = queues.get(name);
    if (waiting) {
      waiting.push(request);
      return;
    }
    const queue = [request];
    queues.set(name, queue);
    void storeWaiting(queue, (all) => storeUsage(pool, appId, all, recordTime)).finally(() =>
      queues.delete(name),
    );
  });
}

interface WaitingRequest {
  reports: UsageReport[];
  resolve: (outcomes: UsageOutcome[]) => void;
  reject: (error: unknown) => void;
}

/** By app and time to record, while reports are stored. */
type Queues = Map<string, WaitingRequest[]>;

const queuesOfPools = new WeakMap<Queryable, Queues>();

function getQueues(pool: Queryable): Queues {
  const queues = queuesOfPools.get(pool) ?? new Map();
  queuesOfPools.set(pool, queues);
  return queues;
}

async function storeWaiting(
  queue: WaitingRequest[],
  store: (reports: UsageReport[]) => Promise<UsageOutcome[]>,
): Promise<void> {
  while (queue.length > 0) {
    const requests = queue.splice(0, maxSharingRequests);
    try {
      const outcomes = await store(requests.flatMap(({ reports }) => reports));
      for (const { reports, resolve } of requests) resolve(outcomes.splice(0, reports.length));
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }
}

/** At most 16,000 reports in a statement, because a request has at most 1,000. */
const maxSharingRequests = 16;

/** Stores reports, also in an open transaction. */
export function storeUsage(
  database: Queryable | Queries,
  appId: string,
  reports: UsageReport[],
  recordTime: number | null = null,
): Promise<UsageOutcome[]> {
  return callFunction(database, 'report_usage', [appId, JSON.stringify(reports), recordTime]);
}

/** The usage of an account, or null if there is none. Sets the transaction's tenant to the account. */
export function findUsage(
  database: Queryable | Queries,
  { appId, accountId }: AccountKey,
): Promise<Usage | null> {
  return callFunction(database, 'read_usage', [appId, accountId]);
}
