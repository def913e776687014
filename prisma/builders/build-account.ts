import { makeId } from '@/lib/contract/ids';
import type { Database, Queries } from '@/lib/data/client';
import type { Account, Version } from '@/lib/data/generated/client';
import { recordActivation } from '@/lib/data/record-activation';
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
const operator = { kind: 'operator', id: null, name: 'Test' } as const;

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

async function recordPath(
  queries: Queries,
  app: BuiltApp,
  accountId: string,
  path: Version[],
): Promise<void> {
  const frozen = new Map<string, FrozenVersion>();
  for (const { id } of new Set(path)) frozen.set(id, await freeze(queries, app, id));
  const start = Date.now() - path.length * day;
  let from: FrozenVersion | null = null;
  for (const [index, { id }] of path.entries()) {
    const to = frozen.get(id);
    if (!to) throw new Error(`Version ${id} was not frozen.`);
    const direction = from === null ? 'none' : (to.fee ?? 0) < (from.fee ?? 0) ? 'downgrade' : 'upgrade';
    const at = new Date(start + index * day);
    const common = { accountId, to, from, direction, actor: operator, channel: 'command', at } as const;
    await recordActivation(queries, { ...common, id: makeId('activation'), reason: null });
    from = to;
  }
}

async function freeze(queries: Queries, app: BuiltApp, id: string): Promise<FrozenVersion> {
  const where = { appId_id: { appId: app.id, id } };
  return versionSnapshot(app, await queries.version.findUniqueOrThrow({ where, include: versionContent }));
}
