import { type Bench, connections, historyPath, listPath, ownersReads } from '@/lib/ops/bench/bench';
import { type Contestant, compare } from '@/lib/ops/bench/compare';
import type { WireRequest } from '@/lib/ops/bench/load/wire-request';
import { type Figure, type Measure, ratio } from '@/lib/ops/bench/measure';
import { withBar } from '@/lib/ops/bench/progress-bar';
import { askOnce } from '@/lib/ops/bench/subjects/bare';
import type { Subject } from '@/lib/ops/bench/subjects/subject';

interface Manner {
  /** That every answer must have. */
  status?: number;
  /** Whether the generator stays awake. */
  awake?: boolean;
}

/** A subject that is sent these requests by all connections at once. */
export function reader(
  { stage }: Bench,
  subject: Subject,
  requests: WireRequest[],
  { status = 200, awake = false }: Manner = {},
): Contestant {
  const run = ({ seconds }: { seconds: number }) =>
    stage.generate({ ports: subject.ports, requests, connections, seconds, awake });
  return { subject, run, status };
}

/** Lets contestants take turns under a bar. */
export function compareUnderBar(
  { stage, extent }: Bench,
  label: string,
  contestants: Contestant[],
): Promise<Figure[]> {
  const { rounds, seconds } = extent;
  return withBar(label, contestants.length * (rounds + 1), (advance) =>
    compare(contestants, { rounds, seconds, databasePid: stage.databasePid, onRound: advance }),
  );
}

/** Lets subjects that are sent the same requests take turns. */
function readInTurns(
  bench: Bench,
  label: string,
  subjects: Subject[],
  requests: WireRequest[],
  manner?: Manner,
): Promise<Figure[]> {
  return compareUnderBar(
    bench,
    label,
    subjects.map((subject) => reader(bench, subject, requests, manner)),
  );
}

/** Lets the bare server answer as the service answers this. */
export async function borrowAnswer({ stage }: Bench, request: WireRequest | undefined): Promise<void> {
  if (!request) throw new Error('There is no request whose answer could be borrowed.');
  await stage.setBareAnswer(await askOnce(stage.service.ports[0] ?? 0, request));
}

/** The list with its matrix, as owners of accounts. */
export async function measureWarm(bench: Bench): Promise<Measure> {
  const { service, peer, bare } = bench.stage;
  const requests = ownersReads(bench, listPath);
  await borrowAnswer(bench, requests[0]);
  const figures = await readInTurns(bench, 'list, warm', [service, peer, bare], requests);
  const [ours, theirs, limit] = figures;
  return {
    name: 'warm',
    title: 'List, warm',
    note: 'GET /app/versions with the matrix of 6 × 40, signed in, 200 accounts in turn',
    figures,
    verdicts: [
      ...ratio([ours, theirs], 'against the peer', 5),
      ...ratio([ours, limit], 'against the bare server', null),
    ],
  };
}

/**
 * The same by a generator that stays awake. It takes the core that the peer's database would need, so it is for those two
 * that answer from memory. The bare server, which is quicker than the generator, never has to wake it; to the service each
 * waking would count as its own work.
 */
export async function measureAwake(bench: Bench): Promise<Measure> {
  const { service, bare } = bench.stage;
  const requests = ownersReads(bench, listPath);
  await borrowAnswer(bench, requests[0]);
  const figures = await readInTurns(bench, 'list, warm, awake', [service, bare], requests, { awake: true });
  const [ours, limit] = figures;
  return {
    name: 'awake',
    title: 'List, warm, awake',
    note: 'the same by a generator that never sleeps, so that no server has to wake it',
    figures,
    verdicts: ratio([ours, limit], 'against the bare server', 0.5),
  };
}

/** The same, asked again by those who have it. */
export async function measureUnchanged(bench: Bench): Promise<Measure> {
  const { service, peer, bare } = bench.stage;
  const contestants: Contestant[] = [];
  for (const subject of [service, peer]) {
    const requests = await conditional(subject, ownersReads(bench, listPath));
    if (!requests) continue;
    if (subject === service) {
      await borrowAnswer(bench, requests[0]);
      contestants.push(reader(bench, bare, requests, { status: 304 }));
    }
    contestants.push(reader(bench, subject, requests, { status: 304 }));
  }
  const figures = await compareUnderBar(bench, 'list, unchanged (304)', contestants);
  const of = (subject: Subject) => figures.find((figure) => figure.subject === subject.name);
  return {
    name: 'unchanged',
    title: 'List, unchanged',
    note: of(service)
      ? 'the same with If-None-Match, answered 304'
      : 'the same with If-None-Match; the service sends no ETag',
    figures: [service, peer, bare].map(of).filter((figure) => figure !== undefined),
    verdicts: [
      ...ratio([of(service), of(peer)], 'against the peer', null),
      ...ratio([of(service), of(bare)], 'against the bare server', null),
    ],
  };
}

/** The requests with the ETag of what each was answered; null where the subject gives none. */
async function conditional(subject: Subject, requests: WireRequest[]): Promise<WireRequest[] | null> {
  const known: WireRequest[] = [];
  for (const request of requests) {
    const { etag } = (await askOnce(subject.ports[0] ?? 0, request)).headers;
    if (etag === undefined) return null;
    known.push({ ...request, headers: { ...request.headers, 'If-None-Match': etag } });
  }
  return known;
}

export async function measureVersion(bench: Bench): Promise<Measure> {
  const { service, peer } = bench.stage;
  const requests = ownersReads(bench, `${listPath}/${bench.app.versionIds[3]}`);
  const figures = await readInTurns(bench, 'single version', [service, peer], requests);
  const [ours, theirs] = figures;
  return {
    name: 'version',
    title: 'Single version',
    note: 'GET /app/versions/:id, 27 of 40 features, 200 accounts in turn',
    figures,
    verdicts: ratio([ours, theirs], 'against the peer', null),
  };
}

export async function measureHistory(bench: Bench): Promise<Measure> {
  const { service, peer } = bench.stage;
  const requests = ownersReads(bench, historyPath);
  const figures = await readInTurns(bench, 'history', [service, peer], requests);
  const [ours, theirs] = figures;
  return {
    name: 'history',
    title: 'History',
    note: 'GET /account/versions, 24 entries, 200 accounts in turn',
    figures,
    verdicts: ratio([ours, theirs], 'against the peer', 1.5),
  };
}
