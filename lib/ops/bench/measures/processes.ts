import { type Bench, listPath, ownersReads } from '@/lib/ops/bench/bench';
import { type Figure, type Measure, ratio } from '@/lib/ops/bench/measure';
import type { Subject } from '@/lib/ops/bench/subjects/subject';
import { compareUnderBar, reader } from './reads';

/** One process of the service and of the peer against two of each. */
export async function measureProcesses(bench: Bench): Promise<Measure> {
  const { stage } = bench;
  const { service, peer } = stage;
  const both: Subject[] = [];
  for (const name of ['service', 'peer'] as const) {
    const one = name === 'service' ? service : peer;
    const other = await stage.addProcess(name);
    const { ports, pids } = other;
    both.push({
      ...other,
      name: `${name} × 2`,
      ports: [...one.ports, ...ports],
      pids: [...one.pids, ...pids],
    });
  }
  const requests = ownersReads(bench, listPath);
  const subjects = [service, ...both.slice(0, 1), peer, ...both.slice(1)];
  const figures = await compareUnderBar(
    bench,
    'list, two processes',
    subjects.map((subject) => reader(bench, subject, requests)),
  );
  const of = (name: string): Figure | undefined => figures.find(({ subject }) => subject === name);
  return {
    name: 'processes',
    title: 'List, two processes',
    note: 'as warm; generator and database have the same cores',
    figures,
    verdicts: [
      ...ratio([of('service × 2'), of('service')], 'service, two against one', null),
      ...ratio([of('peer × 2'), of('peer')], 'peer, two against one', null),
      ...ratio([of('service × 2'), of('peer × 2')], 'two against two of the peer', null),
    ],
  };
}
