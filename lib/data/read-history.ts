import type { Queries } from './client';
import type { Prisma } from './generated/client';
import type { FrozenFeature, FrozenVersion } from './version-snapshot';

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

const withVersions = { snapshot: true, previous: true } as const;
type Row = Prisma.ActivationGetPayload<{ include: typeof withVersions }>;

/** The account's activations, newest first. `before` is a sequence to continue below. */
export async function readActivations(
  queries: Queries,
  { appId, accountId }: { appId: string; accountId: string },
  { limit, before }: { limit: number; before?: number },
): Promise<Activation[]> {
  const rows = await queries.activation.findMany({
    where: { appId, accountId, ...(before !== undefined && { sequence: { lt: before } }) },
    orderBy: { sequence: 'desc' },
    take: limit,
    include: withVersions,
  });
  return rows.map(toActivation);
}

/** The activation that was in force at `at`, null before the first. */
export async function readActivationAt(
  queries: Queries,
  { appId, accountId }: { appId: string; accountId: string },
  at: Date,
): Promise<Activation | null> {
  const row = await queries.activation.findFirst({
    where: { appId, accountId, activatedAt: { lte: at } },
    orderBy: { sequence: 'desc' },
    include: withVersions,
  });
  return row && toActivation(row);
}

/** One activation by its id. */
export async function findActivation(
  queries: Queries,
  { appId, accountId }: { appId: string; accountId: string },
  id: string,
): Promise<Activation | null> {
  const row = await queries.activation.findUnique({
    where: { appId_accountId_id: { appId, accountId, id } },
    include: withVersions,
  });
  return row && toActivation(row);
}

/** When the entry after `sequence` began, null where there is none. */
export async function readNextActivatedAt(
  queries: Queries,
  { appId, accountId }: { appId: string; accountId: string },
  sequence: number,
): Promise<Date | null> {
  const next = await queries.activation.findUnique({
    where: { appId_accountId_sequence: { appId, accountId, sequence: sequence + 1 } },
    select: { activatedAt: true },
  });
  return next?.activatedAt ?? null;
}

function toActivation(row: Row): Activation {
  return {
    id: row.id,
    sequence: row.sequence,
    activatedAt: row.activatedAt,
    direction: row.direction,
    version: toFrozenVersion(row.snapshot),
    previous: row.previous && toFrozenVersion(row.previous),
    actor: { kind: row.actorKind, name: row.actorName, channel: row.channel },
    reason: row.reason,
  };
}

function toFrozenVersion(snapshot: Row['snapshot']): FrozenVersion {
  return { ...snapshot, features: snapshot.features as unknown as FrozenFeature[] };
}
