import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Breakage, breakages, breakService } from '@/lib/ops/chaos/break-service';
import { printReport } from '@/lib/ops/chaos/print-report';
import { type ChaosReport, runChaos } from '@/lib/ops/chaos/run-chaos';
import { openStage } from '@/lib/ops/chaos/stage';
import { command } from '@/lib/ops/command';
import { unlessInterrupted } from '@/lib/ops/interrupt';
import { OperatorError } from '@/lib/ops/operator-error';
import { say, step } from '@/lib/ops/progress.mjs';
import { projectRoot } from '@/lib/ops/project-root.mjs';
import { readArguments } from '@/lib/ops/read-arguments';
import { build } from '@/lib/ops/start/build';

const usage = `Usage: npm run chaos -- [--switches 10000] [--kills 100] [--seed N] [--break ${breakages.join('|')}]`;

await command(async () => {
  const { switches, kills, seed, breakage } = readOrder();
  const distDir = process.env.NEXT_DIST_DIR || '.next';
  await build(distDir);
  const stage = await openStage({ servers: 2, distDir, durable: breakage !== 'durability' });
  try {
    const accounts = await step('making the accounts', () => stage.openAccounts(20));
    // Only now: an account could not be made any more.
    if (breakage) await breakService(stage.database.url, breakage);
    say(`${switches} switches, ${kills} kills, seed ${seed}`);
    const onKill = (done: number) => {
      if (done % 10 === 0 || done === kills) say(`${done} of ${kills} kills`);
    };
    const options = { seed, name: 'op', switches, kills, clients: 16, accounts, onKill };
    const report = await unlessInterrupted(runChaos(stage, options));
    console.log(`\n${printReport(report)}`);
    if (report.violations.length > 0) {
      throw new OperatorError(`All that was asked and found is in ${keepEvidence(report)}.`);
    }
  } finally {
    await stage.close();
  }
});

function readOrder(): { switches: number; kills: number; seed: number; breakage: Breakage | null } {
  const { values, positionals } = readArguments(
    {
      switches: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      break: { type: 'string' },
    },
    usage,
  );
  const [switches, kills, seed] = [values.switches, values.kills, values.seed].map(readCount);
  const breakage = breakages.find((name) => name === values.break) ?? null;
  const known = values.break === undefined || breakage !== null;
  if (switches === null || kills === null || seed === null || !known || positionals.length > 0) {
    throw new OperatorError(usage);
  }
  return { switches: switches ?? 0, kills: kills ?? 0, seed: seed ?? 0, breakage };
}

function readCount(text: string): number | null {
  return /^\d{1,10}$/.test(text) ? Number(text) : null;
}

function keepEvidence(report: ChaosReport): string {
  const folder = join(projectRoot, '.cache/chaos');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `seed-${report.seed}.json`);
  writeFileSync(file, JSON.stringify(report, null, 1));
  return file;
}
