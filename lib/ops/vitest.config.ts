import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { projectRoot } from './project-root.mjs';

const apart = ['**/node_modules/**', '.next*/**', '.data*/**', 'e2e/**'];
const database = '**/*.db.test.ts';

export default defineConfig({
  root: projectRoot,
  resolve: {
    alias: {
      '@': projectRoot,
      // Throws wherever it is not Next that loads it.
      'server-only': join(projectRoot, 'node_modules/server-only/empty.js'),
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['**/*.test.{ts,tsx}'], exclude: [...apart, database] },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: [database],
          exclude: apart,
          globalSetup: join(projectRoot, 'lib/ops/testing/database-setup.ts'),
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
