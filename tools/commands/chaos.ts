import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '@/tools/build';
import { CliError, parseArguments, rejectOnShutdown, runCommand } from '@/tools/cli';
import { openChaosEnvironment } from '@/tools/lab/chaos/chaos-environment';
import type { Violation } from '@/tools/lab/chaos/check-history';
import { openClusterEnvironment } from '@/tools/lab/chaos/cluster-environment';
import { type Defect, defects, delayNotices, injectDefect } from '@/tools/lab/chaos/database-faults';
import { attackNames, runHostile } from '@/tools/lab/chaos/hostile/run-hostile';
import { countKills, type FaultCounts, planClusterFaults } from '@/tools/lab/chaos/inject-faults';
import { runRollingUpdate } from '@/tools/lab/chaos/rolling-update';
import { formatChaosReport, formatCheckReport, runChaos } from '@/tools/lab/chaos/run-chaos';
import { runPointInTimeRestore, runRestore } from '@/tools/lab/chaos/run-restore';
import { log, runStep } from '@/tools/progress.mjs';
import { projectRoot } from '@/tools/project-root.mjs';

const usage = `Usage: npm run chaos -- [--switches 10000] [--kills 100] [--seed N] [--defect ${defects.kills.join('|')}]
       npm run chaos -- --cluster [--switches 10000] [--failovers 20] [--seed N] [--defect ${defects.cluster.join('|')}]
       npm run chaos -- --restore [--switches 2000] [--history 0] [--seed N] [--defect ${defects.restore.join('|')}]
       npm run chaos -- --restore --cluster [--switches 2000] [--seed N] [--defect ${defects.pointInTime.join('|')}]
       npm run chaos -- --rolling-update [--switches 2000] [--from COMMIT] [--seed N] [--defect ${defects.update.join('|')}]
       npm run chaos -- --hostile [--attack NAME]… [--seconds 8] [--deliveries 50000]

Switches accounts on two servers while processes are killed and responses dropped, and checks the history and the webhooks.
--switches       number of switches
--kills          number of kills, spread over the switches
--cluster        runs on a database cluster with three servers (npm run cluster)
--failovers      number of failovers; servers, PgBouncer, HAProxy and a member of etcd are killed too
--restore        kills nothing, restores backups (npm run backup) or, on a cluster, a point in time, and checks them
--rolling-update migrates while servers of the previous release work, and replaces them
--hostile        attacks a server with the default configuration and measures another tenant; Linux only
--attack         runs only this attack, or several: ${attackNames.join(', ')}
--seconds        the duration of each attack
--deliveries     number of open deliveries of an endpoint that is attacked
--from           the previous release; default: the newest commit before the last change of prisma
--history        number of further history rows in the backup
--seed           repeats the same kills and switches
--defect         breaks the service on purpose; the run must then report violations`;

await runCommand(usage, async () => {
  const options = readOptions();
  const distDir = process.env.NEXT_DIST_DIR || '.next';
  await build(distDir);
  const { mode, seed } = options;
  if (mode === 'restore' || mode === 'pointInTime') {
    const work = mode === 'restore' ? runRestore : runPointInTimeRestore;
    const report = await work({ distDir, ...options });
    const success = 'the restored database has what was acknowledged before, and nothing of later.';
    printReport(formatCheckReport(report, success), { seed, ...report });
  } else if (mode === 'update') {
    const report = await runRollingUpdate({ distDir, ...options });
    printReport(formatCheckReport(report, 'no request failed.'), { seed, ...report });
  } else if (mode === 'hostile') {
    const { attacks, seconds, deliveries } = options;
    const hostile = { only: attacks, distDir, seed, secondsPerAttack: seconds, deliveries, onAttack: log };
    const report = await rejectOnShutdown(runHostile(hostile));
    printReport(formatCheckReport(report, 'no attack affected another tenant.'), { seed, ...report });
  } else await runFaults(options, distDir);
});

interface ChaosCommandOptions {
  mode: keyof typeof defects;
  switches: number;
  kills: number | FaultCounts;
  historyRows: number;
  from: string | null;
  attacks: string[] | undefined;
  seconds: number;
  deliveries: number;
  seed: number;
  defect: Defect | null;
}

async function runFaults(options: ChaosCommandOptions, distDir: string): Promise<void> {
  const { switches, kills, seed, defect, mode } = options;
  const environment =
    mode === 'cluster'
      ? await openClusterEnvironment(distDir)
      : await openChaosEnvironment({ servers: 2, distDir, durable: defect !== 'durability' });
  try {
    const accountIds = await runStep('creating accounts', () => environment.createAccounts(20));
    if (mode === 'kills') await delayNotices(environment.database.url);
    // After the accounts, because with the `lock` defect none can be created.
    if (defect === 'standby') await environment.cluster?.replicateAsynchronously();
    else if (defect) await injectDefect(environment.database.url, defect);
    const total = typeof kills === 'number' ? kills : countKills(kills);
    log(`${switches} switches, ${total} kills, seed ${seed}`);
    const onKill = (done: number) => {
      if (done % 10 === 0 || done === total) log(`${done} of ${total} kills`);
    };
    const chaos = { seed, name: 'op', switches, kills, clients: 16, accountIds, changes: true, onKill };
    const report = await rejectOnShutdown(runChaos(environment, chaos));
    printReport(formatChaosReport(report), report);
  } finally {
    await environment.close();
  }
}

function readOptions(): ChaosCommandOptions {
  const { values, positionals } = parseArguments(
    {
      switches: { type: 'string' },
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      defect: { type: 'string' },
      cluster: { type: 'boolean', default: false },
      failovers: { type: 'string', default: '20' },
      restore: { type: 'boolean', default: false },
      history: { type: 'string', default: '0' },
      'rolling-update': { type: 'boolean', default: false },
      from: { type: 'string' },
      hostile: { type: 'boolean', default: false },
      attack: { type: 'string', multiple: true },
      seconds: { type: 'string', default: '8' },
      deliveries: { type: 'string', default: '50000' },
    },
    usage,
  );
  const { cluster, restore, hostile, attack: attacks, 'rolling-update': update } = values;
  if ((update && (cluster || restore)) || (hostile && (cluster || restore || update)))
    throw new CliError(usage);
  if (attacks?.some((name) => !attackNames.includes(name))) throw new CliError(usage);
  let mode: keyof typeof defects = 'kills';
  if (update) mode = 'update';
  if (hostile) mode = 'hostile';
  if (restore) mode = 'restore';
  if (cluster) mode = restore ? 'pointInTime' : 'cluster';
  const defect = defects[mode].find((name) => name === values.defect) ?? null;
  if (positionals.length > 0 || (values.defect !== undefined && defect === null)) throw new CliError(usage);
  const failovers = parseCount(values.failovers);
  const kills = parseCount(values.kills);
  return {
    ...{ mode, defect },
    switches: parseCount(values.switches ?? (restore || update ? '2000' : '10000')),
    kills: cluster ? planClusterFaults(failovers) : kills,
    from: values.from ?? null,
    attacks,
    seconds: parseCount(values.seconds),
    deliveries: parseCount(values.deliveries),
    historyRows: parseCount(values.history),
    seed: parseCount(values.seed),
  };
}

function parseCount(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new CliError(usage);
  return Number(text);
}

/** Prints a report. If it has violations, writes it as JSON, and throws a `CliError` with the file's path. */
function printReport(text: string, report: { seed: number; violations: Violation[] }): void {
  console.log(`\n${text}`);
  if (report.violations.length === 0) return;
  const folder = join(projectRoot, '.cache/chaos');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `seed-${report.seed}.json`);
  writeFileSync(file, JSON.stringify(report, null, 1));
  throw new CliError(`The whole report was written to ${file}.`);
}
