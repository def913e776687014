import type { Pool } from 'pg';
import type { FeatureChange, FeatureRef } from '@/lib/contract/fields';
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

interface SnapshotFeature {
  human_id: string;
  title: string;
  kind: 'included' | 'optional';
  is_limit?: boolean;
  value: string | null;
  limit: { amount: number | null; unlimited: boolean; unit: string | null; period: string | null } | null;
}

interface Snapshot {
  version_id: string;
  title: string;
  description: string;
  fee: number | null;
  user_fee: number | null;
  fee_unit: string | null;
  user_fee_unit: string | null;
  annual_fee: number | null;
  annual_user_fee: number | null;
  price_text: string | null;
  currency: string;
  billing_period: 'month' | 'year';
  features: SnapshotFeature[];
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
    const { gained, lost, raised, lowered, changed } = compareSnapshots(
      row.previous_digest,
      row.snapshot_digest,
    );
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
      fee_unit: version.fee_unit,
      user_fee_unit: version.user_fee_unit,
      annual_fee: version.annual_fee,
      annual_user_fee: version.annual_user_fee,
      price_text: version.price_text,
      currency: version.currency,
      billing_period: version.billing_period,
      gained,
      lost,
      raised,
      lowered,
      changed,
      actor: { kind: row.actor_kind, name: row.actor_name, channel: row.channel },
      reason: row.reason,
      account_billing_period: version.billing_period,
      options: [],
    };
  });
  const last = entries.length > limit ? page.at(-1) : undefined;
  return { success: true, message: '', payload, ...(last && { next_cursor: String(last.sequence) }) };
}

interface Changes {
  gained: FeatureRef[];
  lost: FeatureRef[];
  raised: FeatureChange[];
  lowered: FeatureChange[];
  changed: FeatureChange[];
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
      .map(({ human_id, title, is_limit = false }) => ({ id: human_id, title, is_limit }));
  };
  return (from: string | null, to: string): Changes => {
    const key = `${from} ${to}`;
    let changes = cache.get(key);
    if (!changes) {
      const [before, after] = [listIncluded(from), listIncluded(to)];
      changes = {
        gained: subtract(after, before),
        lost: subtract(before, after),
        ...compareAmounts(before, after),
      };
      cache.set(key, changes);
    }
    return changes;
  };
}

/** The features of both with different values or amounts. */
function compareAmounts(before: SnapshotFeature[], after: SnapshotFeature[]) {
  const previous = new Map(before.map((feature) => [feature.human_id, feature]));
  const changes = { raised: [], lowered: [], changed: [] } as Record<
    'raised' | 'lowered' | 'changed',
    FeatureChange[]
  >;
  for (const feature of after) {
    const other = previous.get(feature.human_id);
    const kind = other && classifyAmounts(other, feature);
    if (!kind) continue;
    const { human_id, title, is_limit = false } = feature;
    const content = { from: describeContent(other), to: describeContent(feature) };
    changes[kind].push({ id: human_id, title, is_limit, ...content });
  }
  return changes;
}

function classifyAmounts(before: SnapshotFeature, after: SnapshotFeature) {
  if (!before.limit || !after.limit) {
    return before.limit || after.limit || before.value !== after.value ? 'changed' : null;
  }
  if (before.limit.unit !== after.limit.unit || before.limit.period !== after.limit.period) return 'changed';
  const rank = ({ limit }: SnapshotFeature) => (limit?.unlimited ? Number.MAX_VALUE : (limit?.amount ?? 0));
  if (rank(before) === rank(after)) return null;
  return rank(before) < rank(after) ? 'raised' : 'lowered';
}

function describeContent({ value, limit }: SnapshotFeature): FeatureChange['from'] {
  return {
    value,
    amount: limit?.amount ?? null,
    unlimited: limit?.unlimited ?? false,
    unit: limit?.unit ?? null,
    period: limit?.period ?? null,
  };
}
