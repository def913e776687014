import type pg from 'pg';
import { ask } from './ask';
import type { Store } from './store';
import type { FrozenVersion } from './version-snapshot';

const readSnapshots = { name: 'read_snapshots', text: 'SELECT read_snapshots($1, $2)::text AS json' };

/**
 * Snapshots of an app by digest. An account goes back and forth between few versions, and what has a digest never
 * changes: only those that are not in memory are asked for.
 */
export async function recallSnapshots(
  { pool, memory }: Pick<Store, 'memory'> & { pool: pg.Pool | pg.PoolClient },
  appId: string,
  digests: Set<string>,
): Promise<(digest: string) => FrozenVersion> {
  const known = new Map<string, FrozenVersion>();
  const missing: string[] = [];
  for (const digest of digests) {
    const snapshot = memory.snapshots.peek(keyOf(appId, digest));
    if (snapshot) known.set(digest, snapshot);
    else missing.push(digest);
  }
  if (missing.length > 0) {
    const found = await ask<FrozenVersion[]>(pool, readSnapshots, [appId, missing]);
    for (const value of found?.value ?? []) {
      known.set(value.digest, value);
      await memory.snapshots.get(keyOf(appId, value.digest), async () => ({ value, topics: [] }));
    }
  }
  return (digest) => {
    const snapshot = known.get(digest);
    if (!snapshot) throw new Error(`Snapshot ${digest} is gone from an append-only table.`);
    return snapshot;
  };
}

function keyOf(appId: string, digest: string): string {
  return `${appId} ${digest}`;
}
