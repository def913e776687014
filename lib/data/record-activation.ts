import type { Queries } from './client';
import type { ActorKind, Direction } from './generated/enums';
import type { ActivationModel } from './generated/models';
import type { FrozenVersion } from './version-snapshot';

/** Who switched an account: a key, a person in the portal, or an operator at a command. */
export interface Actor {
  kind: ActorKind;
  id: string | null;
  name: string;
}

export interface NewActivation {
  /** A fresh id of kind `activation`. */
  id: string;
  accountId: string;
  /** The version the account moves to, and the one it leaves as that is now; null for its first. */
  to: FrozenVersion;
  from: FrozenVersion | null;
  direction: Direction;
  actor: Actor;
  /** What it came through: "api", "portal", "command". */
  channel: string;
  reason: string | null;
  /** When; never recorded as earlier than the account's last activation. */
  at: Date;
}

/**
 * Adds one row to an account's history, under the next sequence, and answers with it.
 * Runs in a transaction narrowed to the account, whose row the caller has locked: the sequence depends on it.
 */
export async function recordActivation(
  queries: Queries,
  activation: NewActivation,
): Promise<ActivationModel> {
  const { id, accountId, to, from, direction, actor, channel, reason, at } = activation;
  const last = await queries.activation.findFirst({
    where: { appId: to.appId, accountId },
    orderBy: { sequence: 'desc' },
    select: { sequence: true, activatedAt: true },
  });
  // In one order for all: two accounts that trade places would else wait for each other's snapshot.
  const snapshots = (from ? [to, from] : [to]).toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
  await queries.versionSnapshot.createMany({ data: snapshots, skipDuplicates: true });
  return queries.activation.create({
    data: {
      appId: to.appId,
      accountId,
      sequence: (last?.sequence ?? 0) + 1,
      id,
      versionId: to.versionId,
      snapshotDigest: to.digest,
      previousDigest: from?.digest ?? null,
      direction,
      activatedAt: last && last.activatedAt > at ? last.activatedAt : at,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      channel,
      reason,
    },
  });
}
