import { type Bench, listPath, loadedEntries } from '@/lib/ops/bench/bench';
import type { Contestant } from '@/lib/ops/bench/compare';
import { accountId } from '@/lib/ops/bench/data/load-accounts';
import type { LoadResult } from '@/lib/ops/bench/load/generate-load';
import { type Measure, ratio } from '@/lib/ops/bench/measure';
import type { RawSwitchOrder } from '@/lib/ops/bench/raw-switch/raw-switch';
import type { Subject } from '@/lib/ops/bench/subjects/subject';
import { compareUnderBar } from './reads';

/** As many as the service has to its database. */
const connections = 10;
const accounts = 1000;

/** Switches of 1,000 accounts in turn, by servers and by the statements alone. */
export async function measureSwitch(bench: Bench): Promise<Measure> {
  const { stage, app } = bench;
  const moves = nextMoves(app.versionIds);
  const overHttp = (subject: Subject): Contestant => ({
    subject,
    status: 200,
    run: ({ seconds }) =>
      moves.take((order) => {
        const requests = order.map(({ accountId, versionId }) => ({
          method: 'POST' as const,
          path: listPath,
          headers: { Authorization: `Bearer ${app.key}`, 'X-Account-Id': accountId },
          body: { version_id: versionId },
        }));
        return stage.generate({ ports: subject.ports, requests, connections, seconds });
      }),
  });
  const child = await stage.startChild('raw-switch/raw-switch-process.ts');
  const raw = (name: string, how: Pick<RawSwitchOrder, 'statements' | 'notify'>): Contestant => ({
    subject: { name, ports: [], pids: [child.pid] },
    status: 200,
    run: ({ seconds }) =>
      moves.take((order) => {
        const { databaseUrl } = stage;
        const asked: RawSwitchOrder = {
          databaseUrl,
          appId: app.id,
          moves: order,
          connections,
          seconds,
          ...how,
        };
        return child.ask<LoadResult>(asked);
      }),
  });
  const contestants = [
    overHttp(stage.service),
    overHttp(stage.peer),
    raw('raw pg', { statements: 4, notify: false }),
    raw('raw pg, one call', { statements: 1, notify: false }),
    raw('raw pg, notifying', { statements: 4, notify: true }),
  ];
  const figures = await compareUnderBar(bench, 'switch', contestants);
  await child.stop();
  const [ours, theirs, four, one, notifying] = figures;
  return {
    name: 'switch',
    title: 'Switch',
    note: 'POST /app/versions, 1,000 accounts in turn, 10 connections; raw pg: lock, record, commit and no more',
    figures,
    verdicts: [
      ...ratio([ours, four], 'against raw pg', 0.5),
      ...ratio([ours, one], 'against raw pg in one call', null),
      ...ratio([ours, notifying], 'against raw pg that notifies', null),
      ...ratio([ours, theirs], 'against the peer', null),
    ],
  };
}

/**
 * Who moves where: every account one version on, then all one further. Each run begins where none is any more, so that
 * every request is a switch. As loaded, account n stands on version n + 24, counted round.
 */
function nextMoves(versionIds: string[]) {
  let first = loadedEntries + 1;
  return {
    take: async (run: (order: RawSwitchOrder['moves']) => Promise<LoadResult>): Promise<LoadResult> => {
      const order = versionIds.flatMap((_, step) =>
        Array.from({ length: accounts }, (_, index) => ({
          accountId: accountId(index + 1),
          versionId: versionIds[(first + step + index + 1) % versionIds.length] ?? '',
        })),
      );
      const result = await run(order);
      first += Math.ceil(result.answers / accounts) + 1;
      return result;
    },
  };
}
