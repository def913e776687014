import type { Pool } from 'pg';
import type { FeatureRef } from '@/lib/contract/fields';
import type { History, HistoryEntry } from '@/lib/contract/history';
import type { BaselineAccountCaller } from './authenticate';

interface EntryRow {
  id: string;
  sequence: number;
  /** Unix time in seconds. */
  activated: number;
  snapshot_digest: string;
  previous_digest: string | null;
  direction: HistoryEntry['direction'];
  actor_kind: HistoryEntry['actor']['kind'];
  actor_name: string;
  channel: string;
  reason: string | null;
}

interface Snapshot {
  version_id: string;
  title: string;
  description: string;
  fee: number | null;
  user_fee: number | null;
  currency: string;
  billing_period: 'month' | 'year';
  features: { human_id: string; title: string; kind: 'included' | 'optional' }[];
}

/**
 * Reads one row more than the page to detect a next page. Each snapshot is returned once. `next_activated` is the time of
 * the entry after the page, which ends its newest entry.
 */
const findHistory = {
  name: 'find-history',
  text: `
    WITH page AS (
      SELECT id, sequence, floor(extract(epoch FROM activated_at))::bigint AS activated, snapshot_digest,
        previous_digest, direction, actor_kind, actor_name, channel, reason
      FROM activations WHERE app_id = $1 AND account_id = $2 AND sequence < $3
      ORDER BY sequence DESC LIMIT $4 + 1)
    SELECT (SELECT json_agg(page ORDER BY sequence DESC) FROM page) AS entries,
      (SELECT json_object_agg(s.digest, s) FROM version_snapshots s WHERE s.app_id = $1 AND s.digest IN (
        SELECT snapshot_digest FROM page UNION SELECT previous_digest FROM page)) AS snapshots,
      (SELECT floor(extract(epoch FROM activated_at))::int FROM activations
        WHERE app_id = $1 AND account_id = $2
          AND sequence = (SELECT max(sequence) + 1 FROM page)) AS next_activated`,
};

/** One page of the account's history, newest first. `before` is the exclusive upper bound of sequences. */
export async function listBaselineHistory(
  pool: Pool,
  { app, accountId }: BaselineAccountCaller,
  { limit, before }: { limit: number; before: number | null },
): Promise<History> {
  const values = [app.id, accountId, before ?? 2_147_483_647, limit];
  const { rows } = await pool.query({ ...findHistory, values });
  const entries: EntryRow[] = rows[0].entries ?? [];
  const snapshots: Record<string, Snapshot> = rows[0].snapshots ?? {};
  const compareSnapshots = memoizeChanges(snapshots);
  const page = entries.slice(0, limit);
  const payload = page.map((row, index): HistoryEntry => {
    const version = snapshots[row.snapshot_digest] as Snapshot;
    const previous = row.previous_digest === null ? null : (snapshots[row.previous_digest] as Snapshot);
    const { gained, lost } = compareSnapshots(row.previous_digest, row.snapshot_digest);
    return {
      activated: row.activated,
      id: version.version_id,
      title: version.title,
      description: version.description,
      history_id: row.id,
      sequence: row.sequence,
      deactivated: index === 0 ? rows[0].next_activated : (page[index - 1] as EntryRow).activated,
      previous_version_id: previous?.version_id ?? null,
      previous_title: previous?.title ?? null,
      direction: row.direction,
      fee: version.fee,
      user_fee: version.user_fee,
      currency: version.currency,
      billing_period: version.billing_period,
      gained,
      lost,
      actor: { kind: row.actor_kind, name: row.actor_name, channel: row.channel },
      reason: row.reason,
    };
  });
  const last = entries.length > limit ? page.at(-1) : undefined;
  return { success: true, message: '', payload, ...(last && { next_cursor: String(last.sequence) }) };
}

interface Changes {
  gained: FeatureRef[];
  lost: FeatureRef[];
}

/** Returns a function for the features gained and lost between two snapshots. Histories repeat the same few switches. */
function memoizeChanges(snapshots: Record<string, Snapshot>) {
  const cache = new Map<string, Changes>();
  const listIncluded = (digest: string | null) =>
    (digest === null ? [] : (snapshots[digest]?.features ?? [])).filter(({ kind }) => kind === 'included');
  const subtract = (all: Snapshot['features'], others: Snapshot['features']) => {
    const names = new Set(others.map(({ human_id }) => human_id));
    return all
      .filter(({ human_id }) => !names.has(human_id))
      .map(({ human_id, title }) => ({ id: human_id, title }));
  };
  return (from: string | null, to: string): Changes => {
    const key = `${from} ${to}`;
    let changes = cache.get(key);
    if (!changes) {
      const [before, after] = [listIncluded(from), listIncluded(to)];
      changes = { gained: subtract(after, before), lost: subtract(before, after) };
      cache.set(key, changes);
    }
    return changes;
  };
}
