import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { fingerprintSources, isCurrent, markerName } from './build-fingerprint';
import { CliError, shutdownSignal } from './cli';
import { countLiveProcesses, createPidFile, withFileLock } from './process-lock.mjs';
import { log, runStep } from './progress.mjs';
import { projectRoot } from './project-root.mjs';
import { readChildOutput, spawnPackageBin } from './run-package-bin';

/** The build for tests. It does not replace the one that `npm start` serves. */
export const testDistDir = '.next-test';

/** The bundle of the API server. */
export const apiServerFile = 'api-server.mjs';

/** The bundles of a server process, in the folder of the Next build, with their sources. */
export const serverFiles = {
  [apiServerFile]: 'app/_server/api-entry.ts',
  'import-thread.mjs': 'lib/server/process/import-thread.ts',
  'body-thread.mjs': 'lib/http/pipeline/body-thread.ts',
};

/** The script of the element for pages of other origins, in the same folder. */
const elementFile = 'embed.js';

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
  const { DATABASE_URL: _, ...environment } = process.env;
  const child = spawnPackageBin('next/dist/bin/next', ['build'], {
    signal: shutdownSignal,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, NODE_ENV: 'production', NEXT_DIST_DIR: distDir },
  });
  const { code, output } = await readChildOutput(child);
  if (code !== 0) throw new CliError(`The pages could not be built. Output of next build:\n\n${output}`);
}

/**
 * Bundles the API server and its threads into one JavaScript file each, because they run without a TypeScript loader. Packages
 * are not bundled: the pages and the API server share one instance of each.
 */
export async function bundleApiServer(distDir: string): Promise<void> {
  await Promise.all([
    ...Object.entries(serverFiles).map(([file, source]) =>
      esbuild({
        entryPoints: [join(projectRoot, source)],
        outfile: join(projectRoot, distDir, file),
        bundle: true,
        packages: 'external',
        platform: 'node',
        format: 'esm',
        target: 'node20',
        sourcemap: true,
        logLevel: 'silent',
      }),
    ),
    bundleElement(join(projectRoot, distDir, elementFile)),
  ]);
}

/** Bundles the script that pages of other origins load. */
async function bundleElement(outfile: string): Promise<void> {
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
