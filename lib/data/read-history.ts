import type pg from 'pg';
import { ask } from './ask';
import { recallSnapshots } from './recall-snapshots';
import type { Store } from './store';
import type { FrozenVersion } from './version-snapshot';

/** One entry of an account's history. */
export interface Activation {
  id: string;
  sequence: number;
  activatedAt: Date;
  direction: 'upgrade' | 'downgrade' | 'none';
  version: FrozenVersion;
  /** The version before, as it was at this moment. */
  previous: FrozenVersion | null;
  actor: { kind: 'key' | 'session' | 'operator'; name: string; channel: string };
  reason: string | null;
}

interface Tenant {
  appId: string;
  accountId: string;
}

/** In the order of `read_entries`. */
type Row = [
  id: string,
  sequence: number,
  activatedAt: number,
  direction: Activation['direction'],
  digest: string,
  previousDigest: string | null,
  actorKind: Activation['actor']['kind'],
  actorName: string,
  channel: string,
  reason: string | null,
];

type Source = Pick<Store, 'memory'> & { pool: pg.Pool | pg.PoolClient };

/** Higher than any sequence. */
export const latest = 2_147_483_647;

const readEntries = { name: 'read_entries', text: 'SELECT read_entries($1, $2, $3, $4)::text AS json' };
const sequenceAt = { name: 'sequence_at', text: 'SELECT sequence_at($1, $2, $3)::text AS json' };
const sequenceOf = { name: 'sequence_of', text: 'SELECT sequence_of($1, $2, $3)::text AS json' };

/** The account's activations from sequence `newest` downwards, newest first, `most` of them. */
export async function readActivations(
  source: Source,
  { appId, accountId }: Tenant,
  { newest, most }: { newest: number; most: number },
): Promise<Activation[]> {
  const rows = (await ask<Row[]>(source.pool, readEntries, [appId, accountId, newest, most]))?.value ?? [];
  const digests = new Set<string>();
  for (const [, , , , digest, previousDigest] of rows) {
    digests.add(digest);
    if (previousDigest !== null) digests.add(previousDigest);
  }
  const versions = await recallSnapshots(source, appId, digests);
  return rows.map(
    ([id, sequence, activatedAt, direction, digest, previousDigest, kind, name, channel, reason]) => ({
      id,
      sequence,
      activatedAt: new Date(activatedAt),
      direction,
      version: versions(digest),
      previous: previousDigest === null ? null : versions(previousDigest),
      actor: { kind, name, channel },
      reason,
    }),
  );
}

/** Sequence of the activation that was in force at `at`, 0 before the first. */
export async function readSequenceAt(
  { pool }: Source,
  { appId, accountId }: Tenant,
  at: Date,
): Promise<number> {
  return (await ask<number>(pool, sequenceAt, [appId, accountId, at.getTime()]))?.value ?? 0;
}

/** One activation by its id. */
export async function findActivation(source: Source, tenant: Tenant, id: string): Promise<Activation | null> {
  const found = await ask<number>(source.pool, sequenceOf, [tenant.appId, tenant.accountId, id]);
  if (!found) return null;
  const [activation = null] = await readActivations(source, tenant, { newest: found.value, most: 1 });
  return activation;
}
