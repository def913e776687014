import { sessionCookieName } from '@/lib/contract/current-user';
import { buildSession } from '@/prisma/factories/build-credential';
import { getAccountId, importBenchCatalog } from '@/tools/lab/bench/bench-data';
import { type BenchContext, listPath, loadConnections } from '@/tools/lab/bench/bench-environment';
import { type BenchmarkResult, maxMs, ratio } from '@/tools/lab/bench/benchmark-result';
import type { TargetWorkload } from '@/tools/lab/bench/compare-targets';
import type { LoadOptions } from '@/tools/lab/bench/load/generate-load';
import { type HttpRequest, sendHttpRequest } from '@/tools/lab/bench/load/http-messages';
import { median } from '@/tools/metric';
import { compareWorkloads, createReadWorkload } from './reads';

const imports = 5;
/** Pages that are kept by the state of the account, with the goal of their CPU in milliseconds. */
const accountPages = [
  { path: '/', maxCpu: 2 },
  { path: '/compare', maxCpu: 2 },
  { path: '/optional-features', maxCpu: 2 },
  { path: '/history', maxCpu: 8 },
];

/** Pages of visitors and of accounts, and the API meanwhile. */
export async function measurePages(context: BenchContext): Promise<BenchmarkResult> {
  const { environment, app } = context;
  const { owner, service } = environment;
  const session = await buildSession(owner, { app, account: { id: getAccountId(1) }, role: 'owner' });
  // From as many addresses: the pages of one are bounded.
  const createRequests = (path: string) =>
    Array.from(
      { length: loadConnections },
      (_, index): HttpRequest => ({
        path,
        headers: {
          Cookie: `${sessionCookieName}=${session}`,
          'Accept-Encoding': 'gzip',
          'X-Forwarded-For': `192.0.2.${index + 1}`,
        },
      }),
    );
  const account = createRequests('/');
  const plans = await compareVisitors(context, '/');
  const comparison = await compareVisitors(context, '/compare');
  const signedIn = await compareWorkloads(context, 'signed-in pages', [
    ...accountPages.map(({ path }) =>
      createReadWorkload(context, { ...service, name: `service, signed in, ${path}` }, createRequests(path)),
    ),
    createApiWorkload(context, 'service, API alone', []),
    createApiWorkload(context, 'service, API during signed-in pages', account),
  ]);
  const api = signedIn.at(-1);
  return {
    title: 'Pages',
    description: `${loadConnections} connections, Brotli; the API is the list of visitors on two connections; CPU and MB without page workers`,
    results: [...plans.results, ...comparison.results, ...signedIn],
    metrics: [
      ...plans.metrics,
      ...comparison.metrics,
      ...accountPages.map(({ path, maxCpu }, index) =>
        maxMs(`CPU, signed in, ${path}`, signedIn[index]?.cpuMs ?? undefined, maxCpu),
      ),
      maxMs('p50 of the API during signed-in pages', api?.p50Ms, 5),
      maxMs('p99 of the API during signed-in pages', api?.p99Ms, 30),
      maxMs('first page after an import', await measureFirstPage(context), 300),
    ],
  };
}

function createVisit(path: string): HttpRequest {
  return { path, headers: { 'Accept-Encoding': 'br' } };
}

/** A page of visitors compared with the bare server, which sends as many bytes. */
async function compareVisitors(context: BenchContext, path: string) {
  const { service, bareServer, setBareResponse } = context.environment;
  const requests = [createVisit(path)];
  const { status, headers } = await sendHttpRequest(service.port, createVisit(path));
  const body = 'x'.repeat(Number(headers['content-length']));
  await setBareResponse({ status, headers, body });
  const targets = [service, bareServer].map((target) => ({
    ...target,
    name: `${target.name}, ${path}`,
  }));
  const results = await compareWorkloads(
    context,
    `visitors, ${path}`,
    targets.map((target) => createReadWorkload(context, target, requests)),
  );
  const [ours, limit] = results;
  return { results, metrics: ratio(ours?.perSecond, limit?.perSecond, `${path}, vs bare server`, 0.25) };
}

/** The list on two connections, while others load `pages`. */
function createApiWorkload(
  { environment }: BenchContext,
  name: string,
  pages: HttpRequest[],
): TargetWorkload {
  const { port } = environment.service;
  const requests = [{ path: listPath, headers: {} }];
  return {
    target: { ...environment.service, name },
    run: async ({ seconds }) => {
      const other = pages.length > 0 ? await environment.startChild('load-generator') : null;
      const load: LoadOptions = { port, requests: pages, connections: loadConnections, seconds };
      const loading = other?.request(load);
      const result = await environment.generateLoad({ port, requests, connections: 2, seconds });
      await loading;
      await other?.stop();
      return result;
    },
    expectedStatus: 200,
  };
}

/** The median time of a visitor's first page after an import. */
async function measureFirstPage({ environment, app }: BenchContext): Promise<number> {
  const times: number[] = [];
  for (let revision = 1; revision <= imports; revision += 1) {
    await importBenchCatalog(environment.owner, app.slug, app.size, revision);
    const startedAt = performance.now();
    await sendHttpRequest(environment.service.port, createVisit('/'));
    times.push(performance.now() - startedAt);
  }
  await importBenchCatalog(environment.owner, app.slug, app.size);
  return median(times);
}
