import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type BuildOptions, build as esbuild } from 'esbuild';
import { fingerprintSources, isCurrent, markerName } from './build-fingerprint';
import { readChildOutput } from './child-output';
import { CliError, shutdownSignal } from './cli';
import { countLiveProcesses, createPidFile, withFileLock } from './process-lock.mjs';
import { log, runStep } from './progress.mjs';
import { projectRoot } from './project-root.mjs';

/** The build for tests. It does not replace the one that `npm start` serves. */
export const testDistDir = '.next-test';

/** The bundle of the API server, in the folder of the Next build. */
export const apiServerFile = 'api-server.mjs';

/** The bundles of threads, next to it, with their sources. */
export const threadFiles = {
  'import-thread.mjs': 'lib/server/import-thread.ts',
  'body-thread.mjs': 'lib/http/body-thread.ts',
};

/** The script of the element for pages of other origins, next to it. */
export const elementFile = 'embed.js';

/**
 * Builds the pages and the API server into `distDir`, unless the existing build was made from the same sources. While
 * this process is alive, no other process replaces the build.
 */
export async function build(distDir: string): Promise<void> {
  const pidFolder = join(projectRoot, '.cache/serving', distDir);
  mkdirSync(pidFolder, { recursive: true });
  await withFileLock(
    join(projectRoot, '.cache', `build-${distDir}.lock`),
    async () => {
      await buildIfStale(distDir, pidFolder);
      createPidFile(pidFolder);
    },
    (holder) => log(`waiting for the build of process ${holder}`),
  );
}

async function buildIfStale(distDir: string, pidFolder: string): Promise<void> {
  const marker = join(projectRoot, distDir, markerName);
  const fingerprint = fingerprintSources();
  if (isCurrent(distDir, fingerprint)) return;
  if (countLiveProcesses(pidFolder) > 0) {
    throw new CliError(
      `The sources have changed, but a running server uses the build in ${distDir}. Stop that server first.`,
    );
  }
  rmSync(marker, { force: true });
  await runStep('building the pages', () => runNextBuild(distDir));
  await runStep('building the API server', () => bundleApiServer(distDir));
  writeFileSync(marker, fingerprint);
}

async function runNextBuild(distDir: string): Promise<void> {
  const next = join(projectRoot, 'node_modules/next/dist/bin/next');
  const { DATABASE_URL: _, ...environment } = process.env;
  const child = spawn(process.execPath, [next, 'build'], {
    cwd: projectRoot,
    signal: shutdownSignal,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, NODE_ENV: 'production', NEXT_DIST_DIR: distDir },
  });
  const { code, output } = await readChildOutput(child);
  if (code !== 0) throw new CliError(`The pages could not be built. Output of next build:\n\n${output}`);
}

/**
 * Bundles the API server into one JavaScript file, because the server runs without a TypeScript loader. Packages are
 * not bundled: the pages and the API server share one instance of each.
 */
export async function bundleApiServer(distDir: string): Promise<void> {
  const stdin = {
    contents: generateApiEntry(listRouteModules()),
    sourcefile: 'api-entry.ts',
    loader: 'ts' as const,
    resolveDir: projectRoot,
  };
  await Promise.all([
    bundle({ stdin, outfile: join(projectRoot, distDir, apiServerFile) }),
    ...Object.entries(threadFiles).map(([file, source]) =>
      bundle({ entryPoints: [join(projectRoot, source)], outfile: join(projectRoot, distDir, file) }),
    ),
    bundleElement(join(projectRoot, distDir, elementFile)),
  ]);
}

/** Bundles the script that pages of other origins load. */
export async function bundleElement(outfile: string): Promise<void> {
  await esbuild({
    entryPoints: [join(projectRoot, 'components/embed/element.ts')],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    // A comment in the script would name the map, which is not served.
    sourcemap: 'external',
    logLevel: 'silent',
  });
}

async function bundle(files: BuildOptions): Promise<void> {
  await esbuild({
    ...files,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'silent',
  });
}

/** The modules of the route files under app. Like Next, leaves private folders out. */
export function listRouteModules(root: string = projectRoot): string[] {
  return readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep))
    .filter((parts) => parts.at(-1) === 'route.ts' && !parts.some((part) => part.startsWith('_')))
    .map((parts) => ['@/app', ...parts].join('/').replace(/\.ts$/, ''))
    .sort();
}

/** Generates the entry module of the API server, whose exports lib/server/server.mjs calls. */
function generateApiEntry(modules: string[]): string {
  return [
    `import { createApiServer } from '@/lib/http/api-server';`,
    `export { respondBusy } from '@/app/_server/respond-busy';`,
    `export { handleCachedPage } from '@/app/_server/cached-page';`,
    `export { tryRespond } from '@/lib/http/fast-path';`,
    `export { createInvalidRequestResponse } from '@/lib/http/invalid-request';`,
    `export { pageCacheCounts } from '@/lib/http/pages/page-cache';`,
    `export { findPageClient } from '@/lib/http/rate-limiting';`,
    `export { handleHealthRequest, reportStopping } from '@/lib/server/health';`,
    `export { logPageWorkerEnd, logPageWorkerOutput } from '@/lib/server/log';`,
    `export { createPageWorkers } from '@/lib/server/page-workers';`,
    `export { startMetrics } from '@/lib/server/metrics';`,
    `export { openPageInvalidations, startWorker, stopListener } from '@/lib/server/runtime';`,
    ...modules.map((module, index) => `import * as route${index} from ${JSON.stringify(module)};`),
    `export const handleApiRequest = createApiServer([${modules.map((_, index) => `route${index}`).join(', ')}]);`,
  ].join('\n');
}
