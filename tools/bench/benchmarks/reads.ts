import { importBenchCatalog } from '@/tools/bench/bench-data';
import {
  type BenchContext,
  createOwnerRequests,
  featuresPath,
  historyPath,
  listPath,
  loadConnections,
} from '@/tools/bench/bench-environment';
import {
  type BenchmarkResult,
  cpuRatio,
  type TargetResult,
  throughputRatio,
} from '@/tools/bench/benchmark-result';
import { compareTargets, type Target, type TargetWorkload } from '@/tools/bench/compare-targets';
import { type HttpRequest, sendHttpRequest } from '@/tools/bench/load/http-messages';
import { withProgressBar } from '@/tools/bench/progress-bar';

interface ReadOptions {
  expectedStatus?: number;
  /** See `LoadOptions`. */
  busyPoll?: boolean;
}

/**
 * Sends these requests on all connections, as fast as the target responds. Before each round, each request is sent once: the
 * service caches a credential for ten seconds, in which the other targets are measured.
 */
export function createReadWorkload(
  { environment }: BenchContext,
  target: Target,
  requests: HttpRequest[],
  { expectedStatus = 200, busyPoll = false }: ReadOptions = {},
): TargetWorkload {
  const { ports } = target;
  const prepare = async () => {
    for (const port of ports) for (const request of requests) await sendHttpRequest(port, request);
  };
  const run = ({ seconds }: { seconds: number }) =>
    environment.generateLoad({ ports, requests, connections: loadConnections, seconds, busyPoll });
  return { target, prepare, run, expectedStatus };
}

/** Compares workloads under a progress bar, with the rounds of the current scale. */
export function compareWithProgress(
  { environment, scale }: BenchContext,
  label: string,
  workloads: TargetWorkload[],
): Promise<TargetResult[]> {
  const { rounds, roundSeconds } = scale;
  const { databasePid } = environment;
  return withProgressBar(label, workloads.length * (rounds + 1), (advance) =>
    compareTargets(workloads, { rounds, roundSeconds, databasePid, onRound: advance }),
  );
}

/** Compares targets that get the same requests. */
function compareReads(
  context: BenchContext,
  label: string,
  targets: Target[],
  requests: HttpRequest[],
  options?: ReadOptions,
): Promise<TargetResult[]> {
  const workloads = targets.map((target) => createReadWorkload(context, target, requests, options));
  return compareWithProgress(context, label, workloads);
}

/** Makes the bare server send what the service sends for this request. */
export async function copyServiceResponse(
  { environment }: BenchContext,
  request: HttpRequest | undefined,
): Promise<void> {
  if (!request) throw new Error('A request is required.');
  await environment.setBareResponse(await sendHttpRequest(environment.service.ports[0] ?? 0, request));
}

/** The list with its matrix, read by account owners. */
export async function measureWarm(context: BenchContext): Promise<BenchmarkResult> {
  const { service, baseline, bareServer, startTarget } = context.environment;
  const requests = createOwnerRequests(context, listPath);
  await copyServiceResponse(context, requests[0]);
  const bare = await startTarget('service', { bare: true });
  const targets = [service, bare, baseline, bareServer];
  const results = await compareReads(context, 'list, warm', targets, requests);
  await bare.stop?.();
  const [ours, , theirs, limit] = results;
  return {
    name: 'warm',
    title: 'List, warm',
    description: 'GET /app/versions with the matrix of 6 × 40, signed in, 200 accounts in turn',
    results,
    metrics: [
      ...throughputRatio([ours, theirs], 'vs baseline', 10),
      ...throughputRatio([ours, limit], 'vs bare server', 0.55),
      ...cpuRatio([ours, limit], 'CPU per response, bare server / service', null),
    ],
  };
}

/**
 * Like `measureWarm`, with a load generator that does not sleep. Otherwise the service pays for waking it and the bare
 * server does not, because it responds before the generator falls asleep. The baseline is left out: the generator takes
 * the core that its database needs.
 */
export async function measureBusyPoll(context: BenchContext): Promise<BenchmarkResult> {
  const { service, bareServer, startTarget } = context.environment;
  const requests = createOwnerRequests(context, listPath);
  await copyServiceResponse(context, requests[0]);
  const bare = await startTarget('service', { bare: true });
  const options = { busyPoll: true };
  const targets = [service, bare, bareServer];
  const results = await compareReads(context, 'list, busy polling', targets, requests, options);
  await bare.stop?.();
  const [ours, , limit] = results;
  return {
    name: 'busy-poll',
    title: 'List, busy polling',
    description: 'as warm, with a load generator that polls instead of sleeping and needs no waking',
    results,
    metrics: [
      ...throughputRatio([ours, limit], 'vs bare server', 0.55),
      ...cpuRatio([ours, limit], 'CPU per response, bare server / service', 0.55),
    ],
  };
}

/** Conditional requests for the list. */
export async function measureNotModified(context: BenchContext): Promise<BenchmarkResult> {
  const { service, baseline, bareServer } = context.environment;
  const workloads: TargetWorkload[] = [];
  for (const target of [service, baseline]) {
    const requests = await addIfNoneMatch(target, createOwnerRequests(context, listPath));
    if (!requests) continue;
    if (target === service) {
      await copyServiceResponse(context, requests[0]);
      workloads.push(createReadWorkload(context, bareServer, requests, { expectedStatus: 304 }));
    }
    workloads.push(createReadWorkload(context, target, requests, { expectedStatus: 304 }));
  }
  const results = await compareWithProgress(context, 'list, not modified (304)', workloads);
  const find = ({ name }: Target) => results.find(({ target }) => target === name);
  return {
    name: 'not-modified',
    title: 'List, not modified',
    description: find(service)
      ? 'as warm with If-None-Match, status 304'
      : 'as warm with If-None-Match; the service sends no ETag',
    results: [service, baseline, bareServer].map(find).filter((result) => result !== undefined),
    metrics: [
      ...throughputRatio([find(service), find(baseline)], 'vs baseline', null),
      ...throughputRatio([find(service), find(bareServer)], 'vs bare server', null),
    ],
  };
}

/** Adds the ETag of each response to its request. Null if the target sends none. */
async function addIfNoneMatch({ ports }: Target, requests: HttpRequest[]): Promise<HttpRequest[] | null> {
  const conditional: HttpRequest[] = [];
  for (const request of requests) {
    const { etag } = (await sendHttpRequest(ports[0] ?? 0, request)).headers;
    if (etag === undefined) return null;
    conditional.push({ ...request, headers: { ...request.headers, 'If-None-Match': etag } });
  }
  return conditional;
}

export async function measureVersion(context: BenchContext): Promise<BenchmarkResult> {
  const { service, baseline } = context.environment;
  const requests = createOwnerRequests(context, `${listPath}/${context.app.versionIds[3]}`);
  const results = await compareReads(context, 'single version', [service, baseline], requests);
  const [ours, theirs] = results;
  return {
    name: 'version',
    title: 'Single version',
    description: 'GET /app/versions/:id, 27 of 40 features, 200 accounts in turn',
    results,
    metrics: throughputRatio([ours, theirs], 'vs baseline', null),
  };
}

/** Checks of a feature that the account's version includes and of one that it does not, compared with the list. */
export async function measureEntitlement(context: BenchContext): Promise<BenchmarkResult> {
  const { service, bareServer } = context.environment;
  const checks = ['feature-1', 'feature-40'].map((id) =>
    createOwnerRequests(context, `${featuresPath}/${id}`),
  );
  const interleaved = context.ownerKeys.flatMap((_, index) =>
    checks.map((each) => each[index] as HttpRequest),
  );
  const list = createOwnerRequests(context, listPath);
  await copyServiceResponse(context, interleaved[0]);
  const results = await compareWithProgress(context, 'entitlement', [
    createReadWorkload(context, { ...service, name: 'service, one feature' }, interleaved),
    createReadWorkload(context, { ...service, name: 'service, list of versions' }, list),
    createReadWorkload(context, bareServer, interleaved),
  ]);
  const [feature, versions, limit] = results;
  return {
    name: 'entitlement',
    title: 'Entitlement',
    description: 'GET /account/features/:human_id, included and not included in turn, 200 accounts in turn',
    results,
    metrics: [
      ...throughputRatio([feature, versions], 'vs list, warm', null),
      ...throughputRatio([feature, limit], 'vs bare server', null),
      ...cpuRatio([feature, versions], 'CPU per response, list / feature', null),
    ],
  };
}

export async function measureHistory(context: BenchContext): Promise<BenchmarkResult> {
  const { service, baseline } = context.environment;
  const requests = createOwnerRequests(context, historyPath);
  const results = await compareReads(context, 'history', [service, baseline], requests);
  const [ours, theirs] = results;
  return {
    name: 'history',
    title: 'History',
    description: 'GET /account/versions, 24 entries, 200 accounts in turn',
    results,
    metrics: throughputRatio([ours, theirs], 'vs baseline', 1.5),
  };
}

/** The list in the first second after an import that changes a price. */
export async function measureAfterImport(context: BenchContext): Promise<BenchmarkResult> {
  const { environment, app, scale } = context;
  const { service, baseline, owner, databasePid } = environment;
  const requests = createOwnerRequests(context, listPath);
  let revision = 0;
  const workloads = [service, baseline].map(
    (target): TargetWorkload => ({
      target,
      prepare: () => {
        revision += 1;
        return importBenchCatalog(owner, app.slug, app.size, revision);
      },
      run: () =>
        environment.generateLoad({ ports: target.ports, requests, connections: loadConnections, seconds: 1 }),
      expectedStatus: 200,
    }),
  );
  const rounds = scale.rounds + 2;
  const results = await withProgressBar('list, after an import', workloads.length * (rounds + 1), (advance) =>
    compareTargets(workloads, { rounds, roundSeconds: 1, databasePid, onRound: advance }),
  );
  const [ours, theirs] = results;
  return {
    name: 'after-import',
    title: 'List, after an import',
    description: 'the first second after an import with a new price',
    results,
    metrics: throughputRatio([ours, theirs], 'vs baseline', 1),
  };
}
