import { type Activation, latest, readActivations, readSequenceAt } from '@/lib/data/read-history';
import type { AccountCaller } from './caller';
import type { FeatureChanges } from './compare-features';
import { recallChanges } from './recall-changes';
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
  service: Service,
  { app, account }: Pick<AccountCaller, 'app' | 'account'>,
  { limit, before }: Page,
): Promise<HistoryPage> {
  const tenant = { appId: app.id, accountId: account.id };
  // One more on either side: what took over from the page's newest, and whether there is more.
  const range = { newest: before ?? latest, most: limit + 2 };
  const found = await readActivations(service, tenant, range);
  const takeover = found[0]?.sequence === before ? found[0] : null;
  const below = takeover ? found.slice(1) : found;
  const page = below.slice(0, limit);
  const records = page.map((activation, index) =>
    toRecord(activation, (index === 0 ? takeover : page[index - 1])?.activatedAt ?? null),
  );
  return { records, next: below.length > limit ? (page.at(-1)?.sequence ?? null) : null };
}

/** The record that was in force at a moment, as a page of one; empty before the first. */
export async function readHistoryAt(
  service: Service,
  { app, account }: AccountCaller,
  at: Date,
): Promise<HistoryPage> {
  const tenant = { appId: app.id, accountId: account.id };
  const sequence = await readSequenceAt(service, tenant, at);
  if (sequence === 0) return { records: [], next: null };
  const { records } = await readHistory(service, { app, account }, { limit: 1, before: sequence + 1 });
  return { records, next: null };
}

function toRecord(activation: Activation, deactivatedAt: Date | null): HistoryRecord {
  return { activation, changes: recallChanges(activation), deactivatedAt };
}
