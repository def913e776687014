import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DueKind, LeasedKind } from '../due-kind';
import type { Service } from '../service';
import { KindQueue } from './kind-queue';

let errors: unknown[];
let ends: number;
let service: Service;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  errors = [];
  ends = 0;
  service = { recordTime: () => null, dueWork: { done: {}, failed: {} } } as unknown as Service;
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = (kind: DueKind) =>
  new KindQueue(
    service,
    kind,
    (error) => errors.push(error),
    () => {
      ends += 1;
    },
  );

/** The seconds at which a kind is done that is always due. */
async function listRuns(queue: KindQueue, seconds: number): Promise<number[]> {
  const runs: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    if (queue.isDue({ reports: 0 })) {
      runs.push(second);
      await queue.run();
    }
    vi.advanceTimersByTime(1000);
  }
  return runs;
}

test('a kind that fails is tried again after growing delays, at most a minute', async () => {
  const run = () => Promise.reject(new Error('failed'));
  const queue = open({ name: 'reports', byApp: false, batch: 1, retry: [1000, 5000, 3_600_000], run });
  expect(await listRuns(queue, 180)).toEqual([0, 1, 6, 66, 126]);
  expect(errors).toHaveLength(5);
  expect(service.dueWork).toEqual({ done: {}, failed: { reports: 5 } });
});

test('a kind with an interval is first done within a minute, and after a second if more is left', async () => {
  let left = 2;
  const run = async () => --left > 0;
  const queue = open({ name: 'purge', byApp: false, batch: 1, everyMs: 60_000, run });
  expect(await listRuns(queue, 120)).toEqual([30, 31, 91]);
  expect(service.dueWork.done).toEqual({ purge: 3 });
});

test('as much is claimed as the process may do, with what it does already', async () => {
  const finish: (() => void)[] = [];
  const claim = vi.fn<LeasedKind<number>['claim']>();
  claim.mockResolvedValueOnce([1, 2]).mockResolvedValueOnce([3]);
  const run = (_: Service, work: number) =>
    new Promise<void>((resolve, reject) => finish.push(() => (work === 2 ? reject(work) : resolve())));
  const queue = open({ name: 'reports', byApp: false, batch: 3, leaseMs: 1000, claim, run });
  for (let poll = 0; poll < 3; poll += 1) await queue.run();
  const claims = claim.mock.calls.map(([, { max, running }]) => ({ max, running }));
  expect(claims).toEqual([
    { max: 3, running: [] },
    { max: 1, running: [1, 2] },
  ]);
  for (const each of finish) each();
  await queue.drain();
  expect([ends, errors, service.dueWork]).toEqual([3, [2], { done: { reports: 2 }, failed: { reports: 1 } }]);
});
