import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { openClient } from '@/lib/data/client';
import { makeCast } from '@/lib/ops/bench/cast';
import { compareAnswers } from '@/lib/ops/bench/compare-answers';
import { unforceRowSecurity } from '@/lib/ops/bench/data/unforce-row-security';
import { buildPeer } from '@/lib/ops/bench/peer/peer';
import { freePort } from '@/lib/ops/free-port';
import { build } from '@/lib/ops/start/build';
import { startServer } from '@/lib/ops/start/server';
import { createTestDatabase } from '@/lib/ops/test-database';
import { testEnvironment } from '@/lib/ops/testing/run-captured';
import { testBuild } from '@/lib/ops/testing/static-checks';

test('what the service is measured against gives the same answers', async () => {
  // `npm test` has built already; by hand it may take a while.
  test.setTimeout(300_000);
  await build(testBuild);
  const database = await createTestDatabase();
  await unforceRowSecurity(database.url);
  const owner = openClient(database.url, { as: 'owner' });
  const port = await freePort();
  const environment = {
    DATABASE_URL: database.url,
    NEXT_DIST_DIR: testBuild,
    RATE_LIMITS: 'off',
    LOG: 'off',
  };
  const server = await startServer(
    testEnvironment({ ...environment, HOST: '127.0.0.1', PORT: String(port) }),
  );
  const peer = buildPeer(database.url, { log: false });
  try {
    await peer.listen({ port: 0, host: '127.0.0.1' });
    const { port: peerPort } = peer.server.address() as AddressInfo;
    const cast = await makeCast(owner, database.url);
    expect(await compareAnswers([port, peerPort], cast)).toEqual([]);
    // The comparison itself: an account that has switched is no longer like the other.
    const [moved, still] = cast.accounts;
    expect(await compareAnswers([port, peerPort], { ...cast, accounts: [moved, `${still}0`] })).not.toEqual(
      [],
    );
  } finally {
    await peer.close();
    await server.stop();
    await owner.$disconnect();
    await database.drop();
  }
});
