import { importBenchCatalog } from '@/tools/bench/bench-data';
import {
  type BenchContext,
  createOwnerRequests,
  featuresPath,
  historyPath,
  listPath,
  loadConnections,
} from '@/tools/bench/bench-environment';
import { type BenchmarkResult, ratio, type TargetResult } from '@/tools/bench/benchmark-result';
import { compareTargets, type Target, type TargetWorkload } from '@/tools/bench/compare-targets';
import { type HttpRequest, sendHttpRequest } from '@/tools/bench/load/http-messages';
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
    run: ({ seconds }) => environment.generateLoad({ port, requests, connections: loadConnections, seconds }),
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

/** Compares targets that get the same requests. */
function compareReads(
  context: BenchContext,
  label: string,
  targets: Target[],
  requests: HttpRequest[],
): Promise<TargetResult[]> {
  const workloads = targets.map((target) => createReadWorkload(context, target, requests));
  return compareWorkloads(context, label, workloads);
}

/** Makes the bare server send what the service sends for the first of these requests. */
export async function copyServiceResponse(
  { environment: { service, setBareResponse } }: BenchContext,
  [request]: HttpRequest[],
): Promise<void> {
  if (!request) throw new Error('A request is required.');
  await setBareResponse(await sendHttpRequest(service.port, request));
}

/** The list with its matrix, read by account owners. */
export async function measureWarm(context: BenchContext): Promise<BenchmarkResult> {
  const { service, baseline, bareServer } = context.environment;
  const requests = createOwnerRequests(context, listPath);
  await copyServiceResponse(context, requests);
  const results = await compareReads(context, 'list, warm', [service, baseline, bareServer], requests);
  const [ours, theirs, limit] = results;
  return {
    title: 'List, warm',
    description: 'GET /app/versions with the matrix of 6 × 40, signed in, 200 accounts in turn',
    results,
    metrics: [
      ...ratio(ours?.perSecond, theirs?.perSecond, 'vs baseline', 10),
      ...ratio(ours?.perSecond, limit?.perSecond, 'vs bare server', 0.55),
      ...ratio(limit?.cpuMs, ours?.cpuMs, 'CPU per response, bare server / service'),
    ],
  };
}

/** Conditional requests for the list. */
export async function measureNotModified(context: BenchContext): Promise<BenchmarkResult> {
  const { service, baseline, bareServer } = context.environment;
  const list = createOwnerRequests(context, listPath);
  const own = await addIfNoneMatch(service, list);
  await copyServiceResponse(context, own);
  const results = await compareWorkloads(context, 'list, not modified (304)', [
    createReadWorkload(context, service, own, 304),
    createReadWorkload(context, baseline, await addIfNoneMatch(baseline, list), 304),
    createReadWorkload(context, bareServer, own, 304),
  ]);
  const [ours, theirs, limit] = results;
  return {
    title: 'List, not modified',
    description: 'as warm with If-None-Match, status 304',
    results,
    metrics: [
      ...ratio(ours?.perSecond, theirs?.perSecond, 'vs baseline'),
      ...ratio(ours?.perSecond, limit?.perSecond, 'vs bare server'),
    ],
  };
}

/** Adds the ETag of each response to its request. */
async function addIfNoneMatch({ port }: Target, requests: HttpRequest[]): Promise<HttpRequest[]> {
  const conditional: HttpRequest[] = [];
  for (const request of requests) {
    const { etag = '' } = (await sendHttpRequest(port, request)).headers;
    conditional.push({ ...request, headers: { ...request.headers, 'If-None-Match': etag } });
  }
  return conditional;
}

export function measureVersion(context: BenchContext): Promise<BenchmarkResult> {
  return compareWithBaseline(context, `${listPath}/${context.app.versionIds[3]}`, {
    title: 'Single version',
    description: 'GET /app/versions/:id, 27 of 40 features, 200 accounts in turn',
  });
}

export function measureHistory(context: BenchContext): Promise<BenchmarkResult> {
  const description = 'GET /account/versions, 24 entries, 200 accounts in turn';
  return compareWithBaseline(context, historyPath, { title: 'History', description }, 1.5);
}

async function compareWithBaseline(
  context: BenchContext,
  path: string,
  texts: Pick<BenchmarkResult, 'title' | 'description'>,
  min: number | null = null,
): Promise<BenchmarkResult> {
  const { service, baseline } = context.environment;
  const requests = createOwnerRequests(context, path);
  const results = await compareReads(context, texts.title.toLowerCase(), [service, baseline], requests);
  const [ours, theirs] = results;
  return { ...texts, results, metrics: ratio(ours?.perSecond, theirs?.perSecond, 'vs baseline', min) };
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

/** The list in the first second after an import that changes a price. */
export async function measureAfterImport(context: BenchContext): Promise<BenchmarkResult> {
  const { environment, app, scale } = context;
  const requests = createOwnerRequests(context, listPath);
  let revision = 0;
  const workloads = [environment.service, environment.baseline].map((target) => ({
    ...createReadWorkload(context, target, requests),
    prepare: () => {
      revision += 1;
      return importBenchCatalog(environment.owner, app.slug, app.size, revision);
    },
  }));
  const options = { rounds: scale.rounds + 2, roundSeconds: 1 };
  const results = await compareWorkloads(context, 'list, after an import', workloads, options);
  const [ours, theirs] = results;
  return {
    title: 'List, after an import',
    description: 'the first second after an import with a new price',
    results,
    metrics: ratio(ours?.perSecond, theirs?.perSecond, 'vs baseline', 1),
  };
}
