import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '@/tools/build';
import { CliError, parseArguments, rejectOnShutdown, runCommand, shutdownSignal } from '@/tools/cli';
import { formatClusterStatus } from '@/tools/lab/cluster/cluster-status';
import { openCluster } from '@/tools/lab/cluster/open-cluster';
import { runStep } from '@/tools/progress.mjs';

const usage = `Usage: npm run cluster

Starts etcd, Patroni with two PostgreSQL, PgBouncer, HAProxy, three servers and Prometheus on this machine, to try them out.
Needs root on Debian 12, and installs missing packages. The data is removed at the end.`;

await runCommand(usage, async () => {
  const { positionals } = parseArguments({}, usage);
  if (positionals.length > 0) throw new CliError(usage);
  const distDir = process.env.NEXT_DIST_DIR || '.next';
  await build(distDir);
  const cluster = await openCluster({ distDir });
  try {
    console.log(`\nThe cluster is ready. Stop it with Ctrl-C.

  Open        ${cluster.origin}
  DATABASE    ${cluster.url}
  Prometheus  http://localhost:${cluster.ports.prometheus}
  Files       ${cluster.folder}\n`);
    let shown = '';
    while (!shutdownSignal.aborted) {
      const status = await formatClusterStatus(cluster);
      if (status !== shown) console.log(`${status}\n`);
      shown = status;
      await rejectOnShutdown(sleep(2000));
    }
  } finally {
    await runStep('stopping the cluster', cluster.close);
  }
});
