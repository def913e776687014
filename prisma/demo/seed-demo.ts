import { join } from 'node:path';
import { applyImportInTransaction } from '@/lib/catalog-import/import-catalog';
import { loadImportFiles } from '@/lib/catalog-import/load-import-files';
import type { MakeId } from '@/lib/contract/ids';
import { readCurrentActivation } from '@/lib/db/accounts';
import { insertActivation } from '@/lib/db/activations';
import { type AppCatalog, readCatalog } from '@/lib/db/catalog';
import { withCatalogLock } from '@/lib/db/catalog-store';
import type { Database, Queries } from '@/lib/db/client';
import { setTenant } from '@/lib/db/tenant';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { decideSwitch } from '@/lib/domain/evaluate-switch';
import { type DemoSwitch, demoAccounts, demoPriceLists } from './demo-data';

/**
 * Seeds the demo in one transaction. Imports each price list in turn and makes the switches of its time, so that retired
 * versions and snapshots result as they would in production. Returns false if the app exists.
 */
export function seedDemo(db: Database, slug: string, now: Date, makeId: MakeId): Promise<boolean> {
  return withCatalogLock(db, slug, async (queries) => {
    if (await queries.app.findUnique({ where: { slug }, select: { id: true } })) return false;
    const accountIds = new Map<string, string>();
    for (const [index, { file, effectiveFrom }] of demoPriceLists.entries()) {
      const files = await loadImportFiles(join(import.meta.dirname, file));
      await applyImportInTransaction(queries, { slug, ...files }, makeId);
      const app = await queries.app.findUniqueOrThrow({ where: { slug }, select: { id: true } });
      const catalog = await readCatalog(queries, app.id);
      const start = new Date(effectiveFrom);
      const end = new Date(demoPriceLists[index + 1]?.effectiveFrom ?? now);
      for (const { externalId, title, switches } of demoAccounts) {
        for (const demoSwitch of switches) {
          const switchedAt = new Date(demoSwitch.at);
          if (switchedAt < start || switchedAt >= end) continue;
          const existingId = accountIds.get(externalId);
          const accountId = existingId ?? makeId('account');
          await setTenant(queries, { appId: app.id, accountId });
          if (!existingId) {
            accountIds.set(externalId, accountId);
            await queries.account.create({
              data: { appId: app.id, id: accountId, externalId, title, createdAt: switchedAt },
            });
          }
          await recordSwitch(queries, { catalog, accountId, demoSwitch, makeId });
        }
      }
    }
    return true;
  });
}

interface SwitchInput {
  catalog: AppCatalog;
  accountId: string;
  demoSwitch: DemoSwitch;
  makeId: MakeId;
}

async function recordSwitch(
  queries: Queries,
  { catalog, accountId, demoSwitch, makeId }: SwitchInput,
): Promise<void> {
  const { app } = catalog;
  const { id } = await queries.version.findUniqueOrThrow({
    where: { appId_catalogKey: { appId: app.id, catalogKey: demoSwitch.to } },
    select: { id: true },
  });
  const current = await readCurrentActivation(queries, app.id, accountId);
  const from = catalog.versions.find((version) => version.id === current?.versionId) ?? null;
  const to = catalog.versions.find((version) => version.id === id)!;
  const channel = demoSwitch.channel ?? 'portal';
  await insertActivation(queries, {
    id: makeId('activation'),
    accountId,
    to: snapshotVersion(catalog, to),
    from: from && snapshotVersion(catalog, from),
    direction: decideSwitch('owner', from, to, app).direction,
    actor: { kind: actorKinds[channel], id: null, name: demoSwitch.by },
    channel,
    reason: demoSwitch.reason ?? null,
    at: new Date(demoSwitch.at),
  });
}

const actorKinds = { portal: 'session', api: 'key', command: 'operator' } as const;
