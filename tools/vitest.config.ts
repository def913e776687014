import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { projectRoot } from './project-root.mjs';

// This is `isFullRun` of testing/test-scope.ts, which a configuration file can't import.
const isFullRun = process.env.TEST_SCOPE === 'full';

const excluded = ['**/node_modules/**', '.next*/**', '.data*/**', 'e2e/**'];
const databaseTests = '**/*.db.test.ts';
/** These modules read the environment once. */
const httpTests = ['lib/http/**/*.test.ts', 'lib/server/**/*.test.ts'];
const httpDatabaseTests = ['lib/http/**/*.db.test.ts', 'lib/server/**/*.db.test.ts', 'app/**/*.db.test.ts'];
/** Long tests that run with `--full` only. */
const fullRunTests = [
  'lib/contract/openapi/lint-document.test.ts',
  'lib/price-list/publish/many-accounts.db.test.ts',
  'lib/price-list/publish/real-price-lists.db.test.ts',
  'lib/price-list/publish/year-of-changes.db.test.ts',
  'lib/db/connection/many-tenants.db.test.ts',
  'lib/domain/accounts/import-many-accounts.db.test.ts',
  'lib/domain/catalog/read-limits.db.test.ts',
  'lib/domain/webhooks/webhook-queues.db.test.ts',
  'prisma/factories/factories.db.test.ts',
  'tools/backup/backup.db.test.ts',
  'tools/bootstrap/install-packages.test.ts',
  'tools/clients/compile-examples.test.ts',
  'tools/clients/write-client-packages.test.ts',
  'tools/commands/commands.db.test.ts',
  'tools/import-rules.test.ts',
  'tools/migrate/migrate.db.test.ts',
  'tools/postgres/open-database.db.test.ts',
  'tools/testing/price-list-agreement.db.test.ts',
];

/** Before PostgreSQL 16, a second owner shares the runtime role of the first, which other tests use. */
const secondOwnerTests = process.env.TEST_POSTGRES_BIN ? ['tools/with-database.db.test.ts'] : [];

/** They only end what hangs, also on a slow and busy machine. */
const timeouts = {
  testTimeout: 900_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

const unit = {
  // A thread starts faster than a process.
  pool: 'threads',
  ...timeouts,
} as const;

const resetProcess = join(projectRoot, 'tools/testing/reset-process.ts');

const database = {
  globalSetup: join(projectRoot, 'tools/testing/vitest-global-setup.ts'),
  ...timeouts,
};

export default defineConfig({
  root: projectRoot,
  resolve: { alias: { '@': projectRoot } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...excluded, databaseTests, ...httpTests, ...(isFullRun ? [] : fullRunTests)],
          // Importing the modules again for each file takes more time than the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit-http',
          include: httpTests,
          exclude: [...excluded, databaseTests],
          isolate: false,
          setupFiles: resetProcess,
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'database',
          include: [databaseTests],
          exclude: [
            ...excluded,
            ...httpDatabaseTests,
            ...secondOwnerTests,
            ...(isFullRun ? [] : fullRunTests),
          ],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'database-http',
          include: httpDatabaseTests,
          exclude: excluded,
          isolate: false,
          setupFiles: resetProcess,
        },
      },
    ],
  },
});
