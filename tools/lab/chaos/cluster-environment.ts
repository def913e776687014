import { openClient } from '@/lib/db/connection/client';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { openCluster } from '@/tools/lab/cluster/open-cluster';
import { startFaultProxy } from '@/tools/testing/proxied-server';
import { testSecretsKey } from '@/tools/testing/test-server';
import { type ChaosEnvironment, chaosApp, createChaosAccounts } from './chaos-environment';
import { installFakeClock } from './database-faults';

/** Creates an environment on a cluster (`npm run cluster`), with three servers. */
export async function openClusterEnvironment(distDir: string): Promise<ChaosEnvironment> {
  const apps: { app: BuiltApp; appKey: string }[] = [];
  const cluster = await openCluster({
    distDir,
    variables: {
      ...{ RATE_LIMITS: 'off', SECRETS_KEY: testSecretsKey, WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' },
    },
    prepare: async (url) => {
      const owner = openClient(url, { as: 'owner' });
      try {
        await installFakeClock(owner);
        while (apps.length < 2) {
          const app = await buildApp(owner, chaosApp);
          apps.push({ app, appKey: await buildKey(owner, { app }) });
        }
      } finally {
        await owner.$disconnect();
      }
    },
  });
  const [main, observed] = apps;
  if (!main || !observed) throw new Error('The apps were not created.');
  const owner = openClient(cluster.url, { as: 'owner' });
  const proxiedServers: ChaosEnvironment['proxiedServers'] = [];
  for (const { process: server } of cluster.servers) {
    proxiedServers.push({ server, proxy: await startFaultProxy(server.port) });
  }
  const noop = async () => {};
  return {
    database: {
      url: cluster.url,
      embedded: false,
      dataDir: cluster.folder,
      restartIfStopped: noop,
      close: noop,
    },
    ...{ ...main, owner, proxiedServers, cluster, observed },
    createAccounts: (count) => createChaosAccounts(owner, main.app, count),
    close: async () => {
      await owner.$disconnect();
      for (const { proxy } of proxiedServers) await proxy.close();
      await cluster.close();
    },
  };
}
