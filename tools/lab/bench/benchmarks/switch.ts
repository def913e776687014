import { setTimeout as sleep } from 'node:timers/promises';
import { getAccountId } from '@/tools/lab/bench/bench-data';
import { type BenchContext, entriesPerAccount, listPath } from '@/tools/lab/bench/bench-environment';
import { type BenchmarkResult, ratio } from '@/tools/lab/bench/benchmark-result';
import type { TargetWorkload } from '@/tools/lab/bench/compare-targets';
import type { LoadResult } from '@/tools/lab/bench/load/generate-load';
import { sendHttpRequest } from '@/tools/lab/bench/load/http-messages';
import type { RawSwitchOptions } from '@/tools/lab/bench/raw-switch';
import { compareWorkloads } from './reads';

/** The size of the service's connection pool. */
const connections = 10;
const accountCount = 200;

/**
 * Switches of 200 accounts in turn, through the service and with SQL alone, each on accounts of its own: a change
 * that is made without the service would not invalidate its cache. Before each round, each account reads its list, as users do
 * before they switch.
 */
export async function measureSwitch(context: BenchContext): Promise<BenchmarkResult> {
  const { environment, app } = context;
  const { databaseUrl } = environment;
  const moveSequence = createMoveSequence(app.versionIds, 301);
  const createHeaders = (accountId: string) => ({
    Authorization: `Bearer ${app.key}`,
    'X-Account-Id': accountId,
  });
  const { port } = environment.service;
  const service: TargetWorkload = {
    target: environment.service,
    expectedStatus: 200,
    prepare: async () => {
      for (let index = 0; index < accountCount; index += 1) {
        const headers = createHeaders(getAccountId(301 + index));
        await sendHttpRequest(port, { path: listPath, headers });
      }
    },
    run: ({ seconds }) =>
      moveSequence.run((moves) => {
        const requests = moves.map(({ accountId, versionId }) => ({
          method: 'POST' as const,
          path: listPath,
          headers: createHeaders(accountId),
          body: { version_id: versionId },
        }));
        return environment.generateLoad({ port, requests, connections, seconds });
      }),
  };
  const rawSequence = createMoveSequence(app.versionIds, 701);
  const child = await environment.startChild('raw-switch');
  const rawPg: TargetWorkload = {
    target: { name: 'raw pg', port: 0, pid: child.pid },
    expectedStatus: 200,
    run: ({ seconds }) =>
      rawSequence.run((moves) => {
        const options = { databaseUrl, appId: app.id, moves, connections, seconds };
        return child.request<LoadResult>(options satisfies RawSwitchOptions);
      }),
  };
  const results = await compareWorkloads(context, 'switch', [service, rawPg]);
  const [ours, raw] = results;
  const reports = Array.from({ length: 100 }, (_, index) => ({
    method: 'PUT' as const,
    path: `/api/accounts/${getAccountId(901 + index)}/usage`,
    headers: { Authorization: `Bearer ${app.key}` },
    body: { amounts: {} },
  }));
  // Of a process of its own, so that both have the CPU that they need.
  const reporter = await environment.startChild('load-generator');
  const reporting: TargetWorkload = {
    ...service,
    target: { ...service.target, name: 'with 500 reports of usage a second' },
    run: async (round) => {
      const options = { port, requests: reports, connections, ...round, requestsPerSecond: 500 };
      const [switches] = await Promise.all([service.run(round), reporter.request<LoadResult>(options)]);
      return switches;
    },
  };
  const withReports = await compareWorkloads(context, 'switch, reports of usage', [service, reporting]);
  await reporter.stop();
  const [alone, beside] = withReports;
  // With a second server, each switch notifies it and waits for its acknowledgement.
  const second = await environment.startService();
  // A server opens its database connections for the first request.
  await sendHttpRequest(second.port, { path: listPath, headers: {} });
  await waitForListeners(context, 2);
  const shared = await compareWorkloads(context, 'switch, second server', [service, rawPg]);
  await second.stop();
  await child.stop();
  const [oursShared, rawShared] = shared;
  return {
    title: 'Switch',
    description:
      'POST /app/versions, 200 accounts in turn, 10 connections; raw pg only locks, inserts and commits',
    results: [
      ...results,
      ...(beside ? [beside] : []),
      ...(oursShared ? [{ ...oursShared, target: 'with a second server' }] : []),
    ],
    metrics: [
      ...ratio(ours?.perSecond, raw?.perSecond, 'vs raw pg', 0.6),
      ...ratio(beside?.perSecond, alone?.perSecond, 'with 500 reports of usage a second', 0.8),
      ...ratio(oursShared?.perSecond, rawShared?.perSecond, 'with a second server, vs raw pg', 0.55),
    ],
  };
}

/** Waits until this many server processes receive invalidations. */
async function waitForListeners({ environment }: BenchContext, count: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { rows } = await environment.owner.pool.query<{ count: number }>(
      'SELECT cardinality(active_listeners()) AS count',
    );
    if (rows[0]?.count === count) return;
    await sleep(50);
  }
  throw new Error(`Expected ${count} listeners.`);
}

/**
 * Creates moves in which every request changes the version: first all accounts to the next version, then all to the
 * one after it, and so on. Each run begins one version after the last one. Initially, account n has version n + 24
 * modulo the number of versions.
 */
function createMoveSequence(versionIds: string[], firstAccount: number) {
  let step = entriesPerAccount + 1;
  return {
    run: async (send: (moves: RawSwitchOptions['moves']) => Promise<LoadResult>): Promise<LoadResult> => {
      const moves = versionIds.flatMap((_, offset) =>
        Array.from({ length: accountCount }, (_, index) => ({
          accountId: getAccountId(firstAccount + index),
          versionId: versionIds[(step + offset + firstAccount + index) % versionIds.length] ?? '',
        })),
      );
      const result = await send(moves);
      step += Math.ceil(result.responses / accountCount) + 1;
      return result;
    },
  };
}
