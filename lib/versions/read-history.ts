import {
  type Activation,
  readActivationAt,
  readActivations,
  readNextActivatedAt,
} from '@/lib/data/read-history';
import { readTenant } from '@/lib/data/tenant';
import type { AccountCaller } from './caller';
import { compareFeatures, type FeatureChanges } from './compare-features';
import type { Service } from './service';

export interface HistoryRecord {
  activation: Activation;
  changes: FeatureChanges;
  /** When the next one took over; null for the current one. */
  deactivatedAt: Date | null;
}

export interface HistoryPage {
  records: HistoryRecord[];
  /** Sequence to continue below; null at the end. */
  next: number | null;
}

interface Page {
  limit: number;
  /** Sequence to continue below; null for the newest. */
  before: number | null;
}

/** The version changes of the caller's account, newest first (spec 4.4), a page at a time. */
export async function readHistory(
  { db }: Service,
  { app, account }: AccountCaller,
  { limit, before }: Page,
): Promise<HistoryPage> {
  const tenant = { appId: app.id, accountId: account.id };
  return readTenant(db, tenant, async (queries) => {
    const found = await readActivations(queries, tenant, {
      limit: limit + 1,
      ...(before !== null && { before }),
    });
    const page = found.slice(0, limit);
    const newest = page[0];
    const next = found.length > limit ? (page.at(-1)?.sequence ?? null) : null;
    let takenOver = newest ? await readNextActivatedAt(queries, tenant, newest.sequence) : null;
    const records = page.map((activation) => {
      const record = toRecord(activation, takenOver);
      takenOver = activation.activatedAt;
      return record;
    });
    return { records, next };
  });
}

/** The record that was in force at a moment, as a page of one; empty before the first. */
export async function readHistoryAt(
  { db }: Service,
  { app, account }: AccountCaller,
  at: Date,
): Promise<HistoryPage> {
  const tenant = { appId: app.id, accountId: account.id };
  return readTenant(db, tenant, async (queries) => {
    const activation = await readActivationAt(queries, tenant, at);
    if (!activation) return { records: [], next: null };
    const takenOver = await readNextActivatedAt(queries, tenant, activation.sequence);
    return { records: [toRecord(activation, takenOver)], next: null };
  });
}

function toRecord(activation: Activation, deactivatedAt: Date | null): HistoryRecord {
  const changes = compareFeatures(activation.previous?.features ?? null, activation.version.features);
  return { activation, changes, deactivatedAt };
}
