import type { HistoryRead, SwitchOperation, Violation } from './account-run';
import type { Answer, Client } from './http-client';
import type { Progress } from './progress';
import { SeededRandom } from './seeded-random';
import { readEntries, type SwitchOrder, sendSwitch } from './switch-client';

export interface Workload {
  seed: number;
  /** Set before the ids of all switches, so that two runs on one database stay apart. */
  name: string;
  switches: number;
  clients: number;
  accounts: string[];
  versionIds: string[];
  origins: string[];
  appKey: string;
  progress: Progress;
}

export interface Heard {
  operations: Map<string, SwitchOperation[]>;
  reads: Map<string, HistoryRead[]>;
  violations: Violation[];
  attempts: number;
  /** Switches whose answer was lost, and that a repetition found done. */
  recovered: number;
  /** How often which status was answered; "none" where the connection broke. */
  answers: Record<string, number>;
  slowestMs: number;
}

/** Lets many clients switch accounts to and fro until the wanted number of switches was asked for. */
export async function runWorkload(workload: Workload): Promise<Heard> {
  const heard: Heard = {
    operations: new Map(workload.accounts.map((account) => [account, []])),
    reads: new Map(workload.accounts.map((account) => [account, []])),
    violations: [],
    attempts: 0,
    recovered: 0,
    answers: {},
    slowestMs: 0,
  };
  const onAnswer = (answer: Answer, milliseconds: number) => {
    const status = answer === null ? 'none' : String(answer.status);
    heard.answers[status] = (heard.answers[status] ?? 0) + 1;
    heard.slowestMs = Math.max(heard.slowestMs, milliseconds);
  };
  const { seed, clients, origins, appKey } = workload;
  await Promise.all(
    Array.from({ length: clients }, (_, number) => {
      const random = new SeededRandom(seed + number + 1);
      return runClient(workload, { random, origins, appKey, onAnswer }, heard);
    }),
  );
  return heard;
}

async function runClient(workload: Workload, client: Client, heard: Heard): Promise<void> {
  const { accounts, versionIds, switches, progress, name } = workload;
  const { random } = client;
  for (;;) {
    const number = await progress.takeTurn(switches);
    if (number === null) return;
    const account = random.pick(accounts);
    const manner = random.pick<SwitchOrder['manner']>([...Array(8).fill('keyed'), 'once', 'agreed']);
    const order = { id: `${name}-${number}`, account, versionId: random.pick(versionIds), manner };
    const { operation, attempts, recovered, violations } = await sendSwitch(client, order);
    heard.operations.get(account)?.push(operation);
    heard.attempts += attempts;
    if (recovered) heard.recovered += 1;
    heard.violations.push(...violations.map((violation) => ({ account, ...violation })));
    if (random.chance(0.25)) {
      const read = await readEntries(client, account, random.chance(0.1) ? 1000 : random.pick([1, 20]));
      if (read) heard.reads.get(account)?.push(read);
    }
  }
}
