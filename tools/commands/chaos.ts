import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '@/tools/build';
import { openChaosEnvironment } from '@/tools/chaos/chaos-environment';
import { openClusterEnvironment } from '@/tools/chaos/cluster-environment';
import { type Defect, defects, injectDefect } from '@/tools/chaos/database-faults';
import { countKills, type FaultCounts, planClusterFaults } from '@/tools/chaos/inject-faults';
import { type ChaosReport, formatChaosReport, runChaos } from '@/tools/chaos/run-chaos';
import { CliError, parseArguments, rejectOnShutdown, runCommand } from '@/tools/cli';
import { log, runStep } from '@/tools/progress.mjs';
import { projectRoot } from '@/tools/project-root.mjs';

const usage = `Usage: npm run chaos -- [--switches 10000] [--kills 100] [--seed N] [--defect ${defects.filter((name) => name !== 'standby').join('|')}]
       npm run chaos -- --cluster [--switches 10000] [--failovers 20] [--seed N] [--defect standby]

Switches accounts on two servers while processes are killed and responses dropped, and checks the history and the webhooks.
--switches  number of switches
--kills     number of kills, spread over the switches
--cluster   runs on a database cluster with three servers (npm run cluster)
--failovers number of failovers; servers, PgBouncer, HAProxy and a member of etcd are killed too
--seed      repeats the same kills and switches
--defect    breaks the service on purpose; the run must then report violations`;

await runCommand(async () => {
  const { switches, kills, seed, defect, cluster } = readOptions();
  const distDir = process.env.NEXT_DIST_DIR || '.next';
  await build(distDir);
  const environment = cluster
    ? await openClusterEnvironment(distDir)
    : await openChaosEnvironment({ servers: 2, distDir, durable: defect !== 'durability' });
  try {
    const accountIds = await runStep('creating accounts', () => environment.createAccounts(20));
    // After the accounts, because with the `lock` defect none can be created.
    if (defect === 'standby') await environment.cluster?.replicateAsynchronously();
    else if (defect) await injectDefect(environment.database.url, defect);
    const total = typeof kills === 'number' ? kills : countKills(kills);
    log(`${switches} switches, ${total} kills, seed ${seed}`);
    const onKill = (done: number) => {
      if (done % 10 === 0 || done === total) log(`${done} of ${total} kills`);
    };
    const options = { seed, name: 'op', switches, kills, clients: 16, accountIds, onKill };
    const report = await rejectOnShutdown(runChaos(environment, options));
    console.log(`\n${formatChaosReport(report)}`);
    if (report.violations.length > 0) {
      throw new CliError(`All operations and histories were written to ${writeReport(report)}.`);
    }
  } finally {
    await environment.close();
  }
});

interface ChaosCommandOptions {
  switches: number;
  kills: number | FaultCounts;
  seed: number;
  defect: Defect | null;
  cluster: boolean;
}

function readOptions(): ChaosCommandOptions {
  const { values, positionals } = parseArguments(
    {
      switches: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      defect: { type: 'string' },
      cluster: { type: 'boolean', default: false },
      failovers: { type: 'string', default: '20' },
    },
    usage,
  );
  const counts = [values.switches, values.kills, values.seed, values.failovers].map(parseCount);
  const [switches = null, kills = null, seed = null, failovers = null] = counts;
  const defect = defects.find((name) => name === values.defect) ?? null;
  const { cluster } = values;
  const isValid = values.defect === undefined || (defect !== null && cluster === (defect === 'standby'));
  if (switches === null || kills === null || seed === null || failovers === null) throw new CliError(usage);
  if (!isValid || positionals.length > 0) throw new CliError(usage);
  return { switches, kills: cluster ? planClusterFaults(failovers) : kills, seed, defect, cluster };
}

function parseCount(text: string): number | null {
  return /^\d{1,10}$/.test(text) ? Number(text) : null;
}

/** Writes the full report as JSON and returns the file's path. */
function writeReport(report: ChaosReport): string {
  const folder = join(projectRoot, '.cache/chaos');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `seed-${report.seed}.json`);
  writeFileSync(file, JSON.stringify(report, null, 1));
  return file;
}
