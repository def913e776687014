import { makeId } from '@/lib/contract/ids';
import { applyAccountImport } from '@/lib/domain/accounts/import-accounts';
import { buildApp } from '@/prisma/factories/build-app';
import { runStep } from '@/tools/progress.mjs';
import type { BenchContext } from '../bench-environment';
import { type BenchmarkResult, maxMs } from '../benchmark-result';

/** An import of new accounts, and one that changes the users of the same accounts. */
export async function measureImport({ environment, scale }: BenchContext): Promise<BenchmarkResult> {
  const { owner } = environment;
  const app = await buildApp(owner, { versions: 3 });
  const accounts = Array.from({ length: scale.importedAccounts }, (_, index) => ({
    line: index + 2,
    externalId: `c${index}`,
    title: `Customer ${index}`,
    tag: app.versions[index % 3]?.tag,
    activatedAt: new Date('2025-01-01'),
  }));
  const users = accounts.map(({ line, externalId }) => ({ line, externalId, users: 7 }));
  const measure = async (rows: typeof accounts | typeof users) => {
    const startedAt = performance.now();
    await applyAccountImport(owner, { app, rows, makeId });
    return (performance.now() - startedAt) / rows.length;
  };
  const creationMs = await runStep('importing accounts', () => measure(accounts));
  const changeMs = await runStep('importing users', () => measure(users));
  return {
    title: 'Import of accounts',
    description: `${accounts.length} accounts of 3 versions; then the users of each`,
    results: [],
    metrics: [
      maxMs('a new account (10^5 in a minute)', creationMs, 0.6),
      maxMs('users of an account (10^5 in 5 minutes)', changeMs, 3),
    ],
  };
}
