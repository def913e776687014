import { expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { buildApp } from '@/prisma/factories/build-app';
import { openTestService } from '@/tools/testing/test-service';
import { applyAccountImport, planAccountImport } from './import-accounts';

const { owner } = await openTestService();

test('20,000 accounts are imported, and their users changed', async () => {
  const app = await buildApp(owner, { versions: 3 });
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    line: index + 2,
    externalId: `c${index}`,
    title: `Customer ${index}`,
    tag: app.versions[index % 3]!.tag,
    activatedAt: new Date('2025-01-01'),
  }));
  await planAccountImport(owner, app, rows);
  const counts = await applyAccountImport(owner, { app, rows, makeId });
  expect(counts).toEqual({ created: rows.length, updated: 0, unchanged: 0 });

  const changed = rows.map(({ line, externalId }) => ({ line, externalId, users: 7 }));
  const updates = await applyAccountImport(owner, { app, rows: changed, makeId });
  expect(updates).toEqual({ created: 0, updated: rows.length, unchanged: 0 });
});
