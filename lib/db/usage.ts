import type { AccountKey } from './accounts';
import type { Database, Queries } from './client';
import { callFunction, type Queryable } from './query-json';

/** Numbers by the human IDs of limits. */
export type UsageAmounts = Record<string, number>;

/** What an account uses of its limits, as the host has last reported it. */
export interface Usage {
  amounts: UsageAmounts;
  /** Unix milliseconds. */
  reportedAt: number;
}

export interface UsageReport {
  /** ID or external ID. */
  account: string;
  amounts: UsageAmounts;
  /** Unix milliseconds. Null for now. */
  reportedAt: number | null;
}

/** What became of a report (prisma/sql/usage.sql). */
export interface UsageOutcome {
  /** Null for an unknown account. */
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

/** Stores reports in one statement. Joins the open transaction, if there is one. */
export async function reportUsage(
  { pool, open }: Database,
  appId: string,
  reports: UsageReport[],
  recordTime: number | null,
): Promise<UsageOutcome[]> {
  return open
    ? storeUsage(open, appId, reports, recordTime)
    : callFunction(pool, 'report_usage', [appId, JSON.stringify(reports), recordTime]);
}

/** The same in a transaction, whose tenant is the app. */
export async function storeUsage(
  queries: Queries,
  appId: string,
  reports: UsageReport[],
  recordTime: number | null = null,
): Promise<UsageOutcome[]> {
  const [row] = await queries.$queryRaw<[{ outcomes: UsageOutcome[] }]>`
    SELECT report_usage(${appId}, ${JSON.stringify(reports)}::jsonb, ${recordTime}::bigint) AS outcomes`;
  return row.outcomes;
}

/** The usage of an account. Null if there is none. */
export function findUsage(database: Queryable, { appId, accountId }: AccountKey): Promise<Usage | null> {
  return callFunction(database, 'read_usage', [appId, accountId]);
}

/** The same of an account of the transaction's tenant. */
export async function readUsage(queries: Queries, { appId, accountId }: AccountKey): Promise<Usage | null> {
  const row = await queries.accountUsage.findUnique({ where: { appId_accountId: { appId, accountId } } });
  return row && { amounts: row.amounts as UsageAmounts, reportedAt: row.reportedAt.getTime() };
}
