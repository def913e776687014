import { makeId } from '@/lib/contract/ids';
import type { Database, Queries } from '@/lib/data/client';
import type { Account, Version } from '@/lib/data/generated/client';
import { withTenant } from '@/lib/data/tenant';
import { type FrozenVersion, versionContent, versionSnapshot } from '@/lib/data/version-snapshot';
import type { BuiltApp } from './build-app';

export interface AccountSpec {
  title?: string;
  externalId?: string;
  /** Versions it went through, oldest first; its current one is the last. Default: the app's first alone. */
  path?: Version[];
  /** Versions opened to it alone. */
  granted?: Version[];
}

const day = 24 * 60 * 60 * 1000;

/** Makes an account with a history of one switch a day that ends yesterday. */
export async function buildAccount(db: Database, app: BuiltApp, spec: AccountSpec = {}): Promise<Account> {
  const id = makeId('account');
  const path = spec.path ?? app.versions.slice(0, 1);
  return withTenant(db, { appId: app.id, accountId: id }, async (queries) => {
    const account = await queries.account.create({
      data: { appId: app.id, id, title: spec.title ?? 'Example Ltd', externalId: spec.externalId ?? null },
    });
    await queries.versionGrant.createMany({
      data: (spec.granted ?? []).map((version) => ({ appId: app.id, accountId: id, versionId: version.id })),
    });
    await recordPath(queries, app, id, path);
    return account;
  });
}

/** In two statements, and not one by one with `recordActivation`: a path may be a thousand switches long. */
async function recordPath(
  queries: Queries,
  app: BuiltApp,
  accountId: string,
  path: Version[],
): Promise<void> {
  const frozen = new Map<string, FrozenVersion>();
  for (const { id } of path) if (!frozen.has(id)) frozen.set(id, await freeze(queries, app, id));
  await queries.versionSnapshot.createMany({ data: [...frozen.values()], skipDuplicates: true });
  const start = Date.now() - path.length * day;
  await queries.activation.createMany({
    data: path.map(({ id: versionId }, index) => {
      const to = frozen.get(versionId)!;
      const from = frozen.get(path[index - 1]?.id ?? '') ?? null;
      return {
        appId: app.id,
        accountId,
        sequence: index + 1,
        id: makeId('activation'),
        versionId,
        snapshotDigest: to.digest,
        previousDigest: from?.digest ?? null,
        direction: directionOf(from, to),
        activatedAt: new Date(start + index * day),
        actorKind: 'operator' as const,
        actorName: 'Test',
        channel: 'command',
      };
    }),
  });
}

function directionOf(from: FrozenVersion | null, to: FrozenVersion): 'none' | 'upgrade' | 'downgrade' {
  if (from === null) return 'none';
  return (to.fee ?? 0) < (from.fee ?? 0) ? 'downgrade' : 'upgrade';
}

async function freeze(queries: Queries, app: BuiltApp, id: string): Promise<FrozenVersion> {
  const where = { appId_id: { appId: app.id, id } };
  return versionSnapshot(app, await queries.version.findUniqueOrThrow({ where, include: versionContent }));
}
