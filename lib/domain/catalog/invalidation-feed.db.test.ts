import { beforeAll, expect, test } from 'vitest';
import { getCachedApp, getCachedCatalog } from '@/lib/cache/cached-queries';
import type { InvalidationSubscriber } from '@/lib/cache/invalidation-listener';
import { withTenant } from '@/lib/db/connection/tenant';
import { waitForInvalidation } from '@/lib/db/connection/wait-for-invalidation';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { openTestService, waitForListeners } from '@/tools/testing/test-service';
import { openInvalidationFeed, type Service } from '../service';

// A page worker has no listener. Its cache follows that of the server process.

const { owner, service: server, openServer } = await openTestService();
let app: BuiltApp;
let worker: Service;
let handleRequest: () => Promise<string | undefined>;

beforeAll(async () => {
  app = await buildApp(owner, { versions: [{}] });
  const subscribers: InvalidationSubscriber[] = [];
  let isConnected = false;
  worker = openServer({
    invalidations: {
      isConnected: () => isConnected,
      subscribe: (subscriber) => subscribers.push(subscriber),
    },
  });
  const feed = openInvalidationFeed(server, (message) => {
    isConnected = message.isConnected;
    for (const subscriber of subscribers) {
      if (message.tags === null) subscriber.invalidateAll();
      else for (const tag of message.tags) subscriber.invalidate(tag);
    }
  });
  handleRequest = async () => {
    feed.flush();
    const cachedApp = await getCachedApp(worker, null, app.slug);
    return cachedApp ? (await getCachedCatalog(worker, cachedApp)).versions[0]?.title : undefined;
  };
  await waitForListeners(server);
});

test('a worker reads the catalog once, and again after each change that was acknowledged', async () => {
  await handleRequest();
  const { loads } = worker.cache.catalogs;
  await handleRequest();
  expect(worker.cache.catalogs.loads).toBe(loads);
  for (const title of ['First', 'Second', 'Third']) {
    await withTenant(owner, { appId: app.id, accountId: null }, (queries) =>
      queries.version.updateMany({ where: { appId: app.id }, data: { title } }),
    );
    await waitForInvalidation(owner);
    expect(await handleRequest()).toBe(title);
  }
});

test('a worker uses its cache only while the server has its lease', async () => {
  await handleRequest();
  const { hits } = worker.cache.catalogs;
  server.listener.close();
  await handleRequest();
  expect(worker.cache.catalogs.hits).toBe(hits);
});
