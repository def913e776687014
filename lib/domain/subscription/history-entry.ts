import { type CacheSource, getCachedSnapshots } from '@/lib/cache/cached-queries';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { HistoryEntry as HistoryEntryJson } from '@/lib/contract/history';
import type { AccountKey, Terms } from '@/lib/db/accounts';
import {
  type Actor,
  findSequenceById,
  type HistoryEntryRow,
  readHistoryEntryRows,
  type StoredSwitchedAddOn,
} from '@/lib/db/history';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';

/** An entry of an account's history. */
export interface HistoryEntry
  extends Pick<
    HistoryEntryJson,
    'sequence' | 'direction' | 'pays' | 'reason' | 'users' | 'quantity' | 'kind' | 'undo'
  > {
  id: string;
  activatedAt: Date;
  version: VersionSnapshot;
  /** The previous version as it was at that time; null for the first entry. */
  previous: VersionSnapshot | null;
  actor: Omit<Actor, 'id'> & { channel: string };
  /** The period that the account is billed for. */
  billingPeriod: BillingPeriod;
  /** What the switch did with the add-ons that were on, or are since. */
  addOns: StoredSwitchedAddOn[];
  /** When the trial ends that the account is in since then, in Unix milliseconds, or null if it is in none. */
  trialEndsAt: number | null;
  /** Whether it made, applied or superseded a change of the host or the product team, so that owners can't undo it. */
  isLocked: boolean;
  /** Its sequence in the whole history, with changes of add-ons. */
  historySequence: number;
  /** What was agreed with the account since then, or null if there is nothing. */
  terms: Terms | null;
}

/** The entry with an id, and the one before it, or null. */
export async function findHistoryEntry(
  source: CacheSource,
  key: AccountKey,
  id: string,
): Promise<{ entry: HistoryEntry; before: HistoryEntry | null } | null> {
  const sequence = await findSequenceById(source.pool, key, id);
  if (sequence === null) return null;
  const rows = await readHistoryEntryRows(source.pool, key, { newest: sequence, limit: 2 });
  const { entries } = await toHistoryEntries(source, key, rows);
  const [entry, before = null] = entries;
  return entry ? { entry, before } : null;
}

export async function toHistoryEntries(
  source: CacheSource,
  key: AccountKey,
  rows: HistoryEntryRow[],
): Promise<{ entries: HistoryEntry[]; lastHistorySequence: number }> {
  const digests = new Set<string>();
  for (const [, , , , digest, previousDigest] of rows) {
    digests.add(digest);
    if (previousDigest !== null) digests.add(previousDigest);
  }
  const getSnapshot = await getCachedSnapshots(source, key.appId, digests);
  const lastHistorySequence = rows[0]?.[14] ?? 0;
  return { entries: rows.map((row) => toHistoryEntry(row, getSnapshot)), lastHistorySequence };
}

function toHistoryEntry(
  [
    id,
    sequence,
    activatedAt,
    direction,
    digest,
    previousDigest,
    kind,
    name,
    channel,
    reason,
    billingPeriod,
    addOns,
    undo,
    historySequence,
    ,
    userId,
    users,
    kindOfChange,
    isLocked,
    ,
    quantity,
    terms,
    trialEndsAt,
    ,
    pays,
  ]: HistoryEntryRow,
  getSnapshot: (digest: string) => VersionSnapshot,
): HistoryEntry {
  const version = getSnapshot(digest);
  return {
    id,
    sequence,
    activatedAt: new Date(activatedAt),
    direction,
    pays: pays ?? 'unknown',
    version,
    previous: previousDigest === null ? null : getSnapshot(previousDigest),
    actor: { kind, name, userId, channel },
    reason,
    billingPeriod,
    users,
    quantity,
    trialEndsAt,
    kind: kindOfChange,
    addOns: addOns ?? [],
    undo,
    isLocked,
    historySequence,
    terms,
  };
}
