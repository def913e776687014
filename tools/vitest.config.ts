import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { projectRoot } from './project-root.mjs';

const excluded = ['**/node_modules/**', '.next*/**', '.data*/**', 'e2e/**'];
const databaseTests = '**/*.db.test.ts';

export default defineConfig({
  root: projectRoot,
  resolve: { alias: { '@': projectRoot } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...excluded, databaseTests],
          // A thread starts faster than a process.
          pool: 'threads',
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: [databaseTests],
          exclude: excluded,
          globalSetup: join(projectRoot, 'tools/testing/vitest-global-setup.ts'),
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
