import { join } from 'node:path';
import type { MakeId } from '@/lib/contract/ids';
import { whileCatalogIsLocked } from '@/lib/data/catalog-store';
import type { Database, Queries } from '@/lib/data/client';
import { freezeVersion } from '@/lib/data/freeze-version';
import { readCurrent } from '@/lib/data/read-account';
import { type AppCatalog, readCatalog } from '@/lib/data/read-catalog';
import { recordActivation } from '@/lib/data/record-activation';
import { setTenant } from '@/lib/data/tenant';
import { decideSwitch } from '@/lib/versions/decide-switch';
import { applyImportIn } from '@/prisma/catalog/import-catalog';
import { loadFiles } from '@/prisma/catalog/load-files';
import { type DemoMove, demoAccounts, demoLists } from './story';

/**
 * Tells the demo's story, in one transaction: a price list comes into force, accounts move under it, the next one
 * comes. So what is retired and what was paid then came about as it would have. False where the app is there already.
 */
export function plantDemo(db: Database, slug: string, now: Date, makeId: MakeId): Promise<boolean> {
  return whileCatalogIsLocked(db, slug, async (queries) => {
    if (await queries.app.findUnique({ where: { slug }, select: { id: true } })) return false;
    const accountIds = new Map<string, string>();
    for (const [index, { file, from }] of demoLists.entries()) {
      await applyImportIn(queries, { slug, ...(await loadFiles(join(import.meta.dirname, file))) }, makeId);
      const app = await queries.app.findUniqueOrThrow({ where: { slug }, select: { id: true } });
      const catalog = await readCatalog(queries, app.id);
      const until = demoLists[index + 1]?.from ?? now.toISOString();
      for (const { externalId, title, moves } of demoAccounts) {
        for (const move of moves.filter(
          ({ at }) => new Date(from) <= new Date(at) && new Date(at) < new Date(until),
        )) {
          const known = accountIds.get(externalId);
          const accountId = known ?? makeId('account');
          await setTenant(queries, { appId: app.id, accountId });
          if (!known) {
            accountIds.set(externalId, accountId);
            const createdAt = new Date(move.at);
            await queries.account.create({
              data: { appId: app.id, id: accountId, externalId, title, createdAt },
            });
          }
          await makeMove(queries, { catalog, accountId, move, makeId });
        }
      }
    }
    return true;
  });
}

interface Moving {
  catalog: AppCatalog;
  accountId: string;
  move: DemoMove;
  makeId: MakeId;
}

async function makeMove(queries: Queries, { catalog, accountId, move, makeId }: Moving): Promise<void> {
  const { app } = catalog;
  const { id } = await queries.version.findUniqueOrThrow({
    where: { appId_catalogKey: { appId: app.id, catalogKey: move.to } },
    select: { id: true },
  });
  const current = await readCurrent(queries, app.id, accountId);
  const from = catalog.versions.find((version) => version.id === current?.versionId) ?? null;
  const to = catalog.versions.find((version) => version.id === id)!;
  const channel = move.channel ?? 'portal';
  await recordActivation(queries, {
    id: makeId('activation'),
    accountId,
    to: freezeVersion(catalog, to),
    from: from && freezeVersion(catalog, from),
    direction: decideSwitch('owner', from, to).direction,
    actor: { kind: actorKinds[channel], id: null, name: move.by },
    channel,
    reason: move.why ?? null,
    at: new Date(move.at),
  });
}

const actorKinds = { portal: 'session', api: 'key', command: 'operator' } as const;
