import { type Bench, connections, listPath, ownersReads } from '@/lib/ops/bench/bench';
import { type Contestant, compare } from '@/lib/ops/bench/compare';
import type { Measure } from '@/lib/ops/bench/measure';
import { withBar } from '@/lib/ops/bench/progress-bar';
import type { Subject } from '@/lib/ops/bench/subjects/subject';
import { borrowAnswer } from './reads';

/** How long an answer takes when requests come at half the rate that can be answered, whether or not one waits. */
export async function measureHalfLoad(bench: Bench): Promise<Measure> {
  const { stage, extent } = bench;
  const { service, peer, bare, databasePid } = stage;
  const requests = ownersReads(bench, listPath);
  await borrowAnswer(bench, requests[0]);
  const steady = (subject: Subject): Contestant => {
    let rate = 0;
    const load = (seconds: number) => ({ ports: subject.ports, requests, connections, seconds });
    return {
      subject,
      // Half of what it answers right now: on a shared machine the top of a minute ago is another one's.
      prepare: async () => {
        const top = await stage.generate(load(extent.seconds));
        rate = top.answers / top.seconds / 2;
      },
      run: ({ seconds }) => stage.generate({ ...load(seconds), connections: 4 * connections, rate }),
      status: 200,
    };
  };
  // What the bare server takes is the machine's own share.
  const contestants = [service, peer, bare].map(steady);
  const { rounds } = extent;
  const figures = await withBar('list at half load', contestants.length * (rounds + 1), (advance) =>
    compare(contestants, { rounds, seconds: 2 * extent.seconds, databasePid, onRound: advance }),
  );
  const p99 = figures[0]?.p99Ms ?? Number.NaN;
  return {
    name: 'half-load',
    title: 'List, at half load',
    note: 'requests at half the top rate, timed from when each was due',
    figures,
    verdicts: [{ what: 'p99 of the service', value: p99, unit: 'ms', goal: { bound: 'at most', value: 10 } }],
  };
}
