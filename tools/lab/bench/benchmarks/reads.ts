import { importBenchCatalog } from '@/tools/lab/bench/bench-data';
import {
  type BenchContext,
  createOwnerRequests,
  featuresPath,
  historyPath,
  listPath,
  loadConnections,
} from '@/tools/lab/bench/bench-environment';
import { type BenchmarkResult, ratio, type TargetResult } from '@/tools/lab/bench/benchmark-result';
import { compareTargets, type Target, type TargetWorkload } from '@/tools/lab/bench/compare-targets';
import { type HttpRequest, sendHttpRequest } from '@/tools/lab/bench/load/http-messages';
import { runStep } from '@/tools/progress.mjs';

/**
 * Sends these requests on all connections, as fast as the target responds. Before each round, each request is sent once: the
 * service caches a credential for ten seconds, in which the other targets are measured.
 */
export function createReadWorkload(
  { environment }: BenchContext,
  target: Target,
  requests: HttpRequest[],
  expectedStatus = 200,
): TargetWorkload {
  const { port } = target;
  return {
    target,
    prepare: async () => {
      for (const request of requests) await sendHttpRequest(port, request);
    },
    run: ({ seconds }) =>
      environment.generateLoad({ port, requests, connections: loadConnections, seconds, staysAwake: true }),
    expectedStatus,
  };
}

/** Compares workloads in one step, with the rounds of the current scale unless `rounds` says otherwise. */
export function compareWorkloads(
  { environment, scale }: BenchContext,
  label: string,
  workloads: TargetWorkload[],
  rounds: Partial<Pick<BenchContext['scale'], 'rounds' | 'roundSeconds'>> = {},
): Promise<TargetResult[]> {
  return runStep(label, () => compareTargets(workloads, { ...scale, ...rounds, ...environment }));
}

/** Makes the bare server send what the service sends for the first of these requests. */
export async function copyServiceResponse(
  { environment: { service, setBareResponse } }: BenchContext,
  [request]: HttpRequest[],
): Promise<void> {
  if (!request) throw new Error('A request is required.');
  await setBareResponse(await sendHttpRequest(service.port, request));
}

/** Compares a read of account owners with the bare server. `min` is the goal of the ratio. */
async function compareWithBareServer(
  context: BenchContext,
  path: string,
  texts: Pick<BenchmarkResult, 'title' | 'description'>,
  min: number | null = null,
): Promise<BenchmarkResult> {
  const { service, bareServer } = context.environment;
  const requests = createOwnerRequests(context, path);
  await copyServiceResponse(context, requests);
  const workloads = [service, bareServer].map((target) => createReadWorkload(context, target, requests));
  const results = await compareWorkloads(context, texts.title.toLowerCase(), workloads);
  const [ours, limit] = results;
  const metrics = [
    ...ratio(ours?.perSecond, limit?.perSecond, 'vs bare server', min),
    ...ratio(limit?.cpuMs, ours?.cpuMs, 'CPU per response, bare server / service'),
  ];
  return { ...texts, results, metrics };
}

/** The list with its matrix. */
export function measureWarm(context: BenchContext): Promise<BenchmarkResult> {
  const description = 'GET /app/versions with the matrix of 6 × 40, signed in, 200 accounts in turn';
  return compareWithBareServer(context, listPath, { title: 'List, warm', description }, 0.55);
}

export function measureHistory(context: BenchContext): Promise<BenchmarkResult> {
  const description = 'GET /account/versions, 24 entries, 200 accounts in turn';
  return compareWithBareServer(context, historyPath, { title: 'History', description });
}

/** Checks of a feature that the account's version includes and of one that it does not, compared with the list. */
export async function measureEntitlement(context: BenchContext): Promise<BenchmarkResult> {
  const { service, bareServer } = context.environment;
  const included = createOwnerRequests(context, `${featuresPath}/feature-1`);
  const notIncluded = createOwnerRequests(context, `${featuresPath}/feature-40`);
  const checks = included.flatMap((request, index) => [request, notIncluded[index] ?? request]);
  await copyServiceResponse(context, checks);
  const results = await compareWorkloads(context, 'entitlement', [
    createReadWorkload(context, { ...service, name: 'service, one feature' }, checks),
    createReadWorkload(
      context,
      { ...service, name: 'service, list of versions' },
      createOwnerRequests(context, listPath),
    ),
    createReadWorkload(context, bareServer, checks),
  ]);
  const [feature, versions, limit] = results;
  return {
    title: 'Entitlement',
    description: 'GET /account/features/:human_id, included and not included in turn, 200 accounts in turn',
    results,
    metrics: [
      ...ratio(feature?.perSecond, versions?.perSecond, 'vs list, warm'),
      ...ratio(feature?.perSecond, limit?.perSecond, 'vs bare server'),
      ...ratio(versions?.cpuMs, feature?.cpuMs, 'CPU per response, list / feature'),
    ],
  };
}

/** The list, and the plans page of visitors, in another language than that of the price list. */
export async function measureLanguage(context: BenchContext): Promise<BenchmarkResult> {
  const { environment, app } = context;
  await importBenchCatalog(environment.owner, app.slug, app.size, 0, 'de');
  const inLanguage = (requests: HttpRequest[], language: string) =>
    requests.map(({ path, headers }) => ({ path, headers: { ...headers, 'Accept-Language': language } }));
  const compare = (name: string, requests: HttpRequest[]) =>
    compareWorkloads(
      context,
      `${name}, in another language`,
      ['de', 'en'].map((language) =>
        createReadWorkload(
          context,
          { ...environment.service, name: `service, ${name}, ${language}` },
          inLanguage(requests, language),
        ),
      ),
    );
  const lists = await compare('list', createOwnerRequests(context, listPath));
  const pages = await compare('page', [{ path: '/', headers: { 'Accept-Encoding': 'br' } }]);
  await importBenchCatalog(environment.owner, app.slug, app.size);
  return {
    title: 'Another language',
    description: 'titles of all plans and features in German, and the same in the language of the list',
    results: [...lists, ...pages],
    metrics: [
      ...ratio(lists[0]?.perSecond, lists[1]?.perSecond, 'list, German to English', 0.9),
      ...ratio(pages[0]?.perSecond, pages[1]?.perSecond, 'plans page, German to English', 0.9),
    ],
  };
}

/** The list in the first second after an import that changes a price, compared with the list without one. */
export async function measureAfterImport(context: BenchContext): Promise<BenchmarkResult> {
  const { environment, app, scale } = context;
  const warm = createReadWorkload(context, environment.service, createOwnerRequests(context, listPath));
  let revision = 0;
  const imported: TargetWorkload = {
    ...warm,
    target: { ...warm.target, name: 'service, imported' },
    prepare: () => {
      revision += 1;
      return importBenchCatalog(environment.owner, app.slug, app.size, revision);
    },
  };
  const options = { rounds: scale.rounds + 2, roundSeconds: 1 };
  const results = await compareWorkloads(context, 'list, after an import', [imported, warm], options);
  const [after, before] = results;
  return {
    title: 'List, after an import',
    description: 'the first second after an import with a new price',
    results,
    metrics: ratio(after?.perSecond, before?.perSecond, 'vs list, warm'),
  };
}
