import { type Bench, connections, listPath, ownersReads } from '@/lib/ops/bench/bench';
import { type Contestant, compare } from '@/lib/ops/bench/compare';
import { importApp } from '@/lib/ops/bench/data/import-app';
import { type Measure, ratio } from '@/lib/ops/bench/measure';
import { withBar } from '@/lib/ops/bench/progress-bar';

/** The list in the first second after another price was imported. */
export async function measureAfterChange(bench: Bench): Promise<Measure> {
  const { stage, app } = bench;
  const { service, peer, owner, databasePid } = stage;
  const requests = ownersReads(bench, listPath);
  let edition = 0;
  const contestants = [service, peer].map(
    (subject): Contestant => ({
      subject,
      prepare: () => {
        edition += 1;
        return importApp(owner, app.slug, app.size, edition);
      },
      run: () => stage.generate({ ports: subject.ports, requests, connections, seconds: 1 }),
      status: 200,
    }),
  );
  const rounds = bench.extent.rounds + 2;
  const [ours, theirs] = await withBar('list, after a change', contestants.length * (rounds + 1), (advance) =>
    compare(contestants, { rounds, seconds: 1, databasePid, onRound: advance }),
  );
  return {
    name: 'after-change',
    title: 'List, after a change',
    note: 'the first second after another price was imported',
    figures: [ours, theirs].filter((figure) => figure !== undefined),
    verdicts: ratio([ours, theirs], 'against the peer', 1),
  };
}
