import type { AccountRun, HistoryRecord, Violation } from './account-run';
import { checkHistory } from './check-history';
import { untilReady } from './database-faults';
import { type FaultCounts, type FaultKind, planKills, runFaults } from './faults';
import { attemptUntilAnswered, type Client, historyBody } from './http-client';
import { Progress } from './progress';
import { SeededRandom } from './seeded-random';
import type { Stage } from './stage';
import { type Heard, runWorkload } from './workload';

export interface ChaosOptions {
  seed: number;
  name: string;
  switches: number;
  kills: number | FaultCounts;
  clients: number;
  accounts: string[];
  /** Hears how many kills there were, each time there is one more. */
  onKill?: (done: number) => void;
}

export interface ChaosReport {
  seed: number;
  faults: FaultCounts;
  switches: number;
  heard: Omit<Heard, 'operations' | 'reads' | 'violations'>;
  outcomes: Record<'switched' | 'unchanged' | 'refused' | 'unknown', number>;
  reads: number;
  records: number;
  seconds: number;
  violations: Violation[];
  /** All that was asked, heard and found, to look into a violation. */
  runs: AccountRun[];
}

/** Switches accounts while things are killed, and holds what clients heard against what there is in the end. */
export async function runChaos(stage: Stage, options: ChaosOptions): Promise<ChaosReport> {
  const began = performance.now();
  const faults: FaultCounts = { backend: 0, database: 0, server: 0, reply: 0, clock: 0 };
  const { seed, name, switches, clients, accounts } = options;
  const plan = typeof options.kills === 'number' ? planKills(options.kills) : options.kills;
  const progress = new Progress();
  const origins = stage.doors.map(({ proxy }) => `http://127.0.0.1:${proxy.port}`);
  const versionIds = stage.app.versions.map(({ id }) => id);
  const workload = { seed, name, switches, clients, accounts, versionIds, origins, appKey: stage.appKey };
  const over = new AbortController();
  const onFault = (kind: FaultKind) => {
    faults[kind] += 1;
    if (kind !== 'clock') options.onKill?.(killsOf(faults));
  };
  const causing = runFaults({ stage, plan, switches, seed, progress, signal: over.signal, onFault });
  const heard = await Promise.race([
    runWorkload({ ...workload, progress }),
    // A fault that can't be healed ends the run; one that is done says nothing.
    causing.then(() => new Promise<never>(() => {})),
  ]);
  over.abort(new Error('The switches were over before the faults.'));
  await causing;
  await untilReady(stage.database.url);

  const reader: Client = {
    random: new SeededRandom(seed),
    origins,
    appKey: stage.appKey,
    onAnswer: () => {},
  };
  const runs: AccountRun[] = [];
  for (const account of accounts) {
    const operations = heard.operations.get(account) ?? [];
    const reads = heard.reads.get(account) ?? [];
    runs.push({ account, operations, reads, end: await readWhole(reader, account) });
  }
  const { attempts, recovered, answers, slowestMs } = heard;
  return {
    seed,
    faults,
    switches,
    heard: { attempts, recovered, answers, slowestMs },
    outcomes: countOutcomes(runs),
    reads: runs.reduce((sum, { reads }) => sum + reads.length, 0),
    records: runs.reduce((sum, { end }) => sum + end.length, 0),
    seconds: (performance.now() - began) / 1000,
    violations: [...heard.violations, ...runs.flatMap(checkHistory)],
    runs,
  };
}

export function killsOf({ backend, database, server, reply }: FaultCounts): number {
  return backend + database + server + reply;
}

/** The whole history of an account, oldest first, once nothing moves any more. */
async function readWhole(client: Client, account: string): Promise<HistoryRecord[]> {
  const records: HistoryRecord[] = [];
  let cursor: string | undefined;
  do {
    const path = `/account/versions?limit=1000${cursor === undefined ? '' : `&cursor=${cursor}`}`;
    const { answer } = await attemptUntilAnswered(client, { account, path });
    if (answer?.status !== 200) throw new Error(`The history of ${account} could not be read in the end.`);
    const page = historyBody.parse(answer.body);
    records.push(...page.payload);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return records.toReversed();
}

function countOutcomes(runs: AccountRun[]): ChaosReport['outcomes'] {
  const outcomes = { switched: 0, unchanged: 0, refused: 0, unknown: 0 };
  for (const { outcome } of runs.flatMap(({ operations }) => operations)) {
    if (outcome.kind !== 'acknowledged') outcomes[outcome.kind] += 1;
    else outcomes[outcome.changed ? 'switched' : 'unchanged'] += 1;
  }
  return outcomes;
}
