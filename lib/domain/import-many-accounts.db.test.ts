import { expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { buildApp } from '@/prisma/factories/build-app';
import { openTestService } from '@/tools/testing/test-service';
import { applyAccountImport, planAccountImport } from './import-accounts';

const { owner } = await openTestService();

test('100,000 accounts are imported within 60 s, and their users changed within 5 minutes', async () => {
  const app = await buildApp(owner, { versions: 3 });
  const rows = Array.from({ length: 100_000 }, (_, index) => ({
    line: index + 2,
    externalId: `c${index}`,
    title: `Customer ${index}`,
    tag: app.versions[index % 3]!.tag,
    activatedAt: new Date('2025-01-01'),
  }));
  const startedAt = performance.now();
  await planAccountImport(owner, app, rows);
  const plannedAt = performance.now();
  const counts = await applyAccountImport(owner, { app, rows, makeId });
  const seconds = (performance.now() - plannedAt) / 1000;
  console.log(`plan ${((plannedAt - startedAt) / 1000).toFixed(1)} s, import ${seconds.toFixed(1)} s`);
  expect(counts).toEqual({ created: 100_000, updated: 0, unchanged: 0 });
  expect(seconds).toBeLessThan(60);

  const changed = rows.map(({ line, externalId }) => ({ line, externalId, users: 7 }));
  const restartedAt = performance.now();
  const updates = await applyAccountImport(owner, { app, rows: changed, makeId });
  const changeSeconds = (performance.now() - restartedAt) / 1000;
  console.log(`users ${changeSeconds.toFixed(1)} s`);
  expect(updates).toEqual({ created: 0, updated: 100_000, unchanged: 0 });
  expect(changeSeconds).toBeLessThan(300);
}, 500_000);
