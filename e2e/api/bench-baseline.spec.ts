import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { openClient } from '@/lib/db/client';
import { buildBaseline } from '@/tools/bench/baseline/server';
import { disableForcedRowSecurity } from '@/tools/bench/bench-data';
import { compareResponses, createCredentials } from '@/tools/bench/compare-responses';
import { build, testDistDir } from '@/tools/build';
import { findFreePort } from '@/tools/ports';
import { createTestEnvironment } from '@/tools/run-package-bin';
import { startServer } from '@/tools/start-server';
import { createTestDatabase } from '@/tools/testing/test-database';

test('the benchmark baseline returns the same responses as the service', async () => {
  // `npm test` has already built the app. Otherwise the build may take a while.
  test.setTimeout(300_000);
  await build(testDistDir);
  const database = await createTestDatabase();
  await disableForcedRowSecurity(database.url);
  const owner = openClient(database.url, { as: 'owner' });
  const port = await findFreePort();
  const environment = {
    DATABASE_URL: database.url,
    NEXT_DIST_DIR: testDistDir,
    RATE_LIMITS: 'off',
    LOG: 'off',
  };
  const server = await startServer(
    createTestEnvironment({ ...environment, HOST: '127.0.0.1', PORT: String(port) }),
  );
  const baseline = buildBaseline(database.url, { log: false });
  try {
    await baseline.listen({ port: 0, host: '127.0.0.1' });
    const { port: baselinePort } = baseline.server.address() as AddressInfo;
    const credentials = await createCredentials(owner, database.url);
    expect(await compareResponses([port, baselinePort], credentials)).toEqual([]);
    // The comparison finds a difference: the second id does not exist.
    const [existing, missing] = credentials.accountIds;
    expect(
      await compareResponses([port, baselinePort], { ...credentials, accountIds: [existing, `${missing}0`] }),
    ).not.toEqual([]);
  } finally {
    await baseline.close();
    await server.stop();
    await owner.$disconnect();
    await database.drop();
  }
});
