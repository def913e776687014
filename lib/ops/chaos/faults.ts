import { killBackend, killDatabase } from './database-faults';
import { setClock } from './movable-clock';
import type { Progress } from './progress';
import { SeededRandom } from './seeded-random';
import type { Stage } from './stage';

export const killKinds = ['backend', 'database', 'server', 'reply'] as const;
export type KillKind = (typeof killKinds)[number];
/** The clock kills nobody, and is set back all the same. */
export type FaultKind = KillKind | 'clock';
export type FaultCounts = Record<FaultKind, number>;

/** Ten kills. The first four are one of each. */
const round: KillKind[] = [
  ...killKinds,
  ...(['backend', 'reply', 'database', 'server', 'backend', 'reply'] as const),
];

/** Spreads so many kills over their kinds, and moves the clock once for every ten. */
export function planKills(kills: number): FaultCounts {
  const counts = { backend: 0, database: 0, server: 0, reply: 0, clock: Math.ceil(kills / 10) };
  for (let index = 0; index < kills; index += 1) counts[round[index % round.length] ?? 'reply'] += 1;
  return counts;
}

interface FaultRun {
  stage: Stage;
  plan: FaultCounts;
  switches: number;
  seed: number;
  progress: Progress;
  signal: AbortSignal;
  onFault(kind: FaultKind): void;
}

/** Does all that is planned in an order drawn from the seed, evenly over the switches. */
export async function runFaults(run: FaultRun): Promise<void> {
  const { plan, switches, seed, progress } = run;
  const random = new SeededRandom(seed);
  const kinds = random.shuffle(
    (Object.keys(plan) as FaultKind[]).flatMap((kind) => Array<FaultKind>(plan[kind]).fill(kind)),
  );
  const stretch = Math.max(1, Math.floor(switches / (kinds.length + 1)));
  for (const [index, kind] of kinds.entries()) {
    // The switches go on while a fault is under way, but not until they are all done.
    progress.hold(stretch * (index + 2));
    await progress.untilStarted(Math.min(stretch * (index + 1), switches));
    run.signal.throwIfAborted();
    await cause(kind, run, random);
    run.onFault(kind);
  }
  progress.hold(Number.POSITIVE_INFINITY);
}

async function cause(kind: FaultKind, { stage, signal }: FaultRun, random: SeededRandom): Promise<void> {
  const { server, proxy } = random.pick(stage.doors);
  switch (kind) {
    case 'backend':
      return killBackend(stage, random);
    case 'database':
      return killDatabase(stage);
    case 'server':
      await server.kill();
      return server.start();
    case 'reply':
      return proxy.cutNextAnswer(signal);
    case 'clock':
      return setClock(stage.database.url, random.pick([-3600, 0, 3600]));
  }
}
