import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoAppSlug } from '@/prisma/seed';
import { build, testDistDir } from '@/tools/build';
import { isBuildSource } from '@/tools/build-fingerprint';
import { writePackage } from '@/tools/package';
import { findFreePort } from '@/tools/ports';
import { projectRoot } from '@/tools/project-root.mjs';
import { createTestEnvironment } from '@/tools/run-package-bin';

test('the fingerprint of a build covers all files that the build has read', async () => {
  await build(testDistDir);
  const files = listBuildInputs(join(projectRoot, testDistDir));
  for (const file of [
    'app/providers.tsx',
    'components/embed/element.ts',
    'lib/db/generated/client.ts',
    'proxy.ts',
  ])
    expect(files).toContain(file);
  const isCovered = (file: string) => isBuildSource(file) || file.startsWith('lib/db/generated/');
  expect(files.filter((file) => !isCovered(file))).toEqual([]);
});

/** The files of the project that are in a build, according to its source maps. */
function listBuildInputs(dist: string): string[] {
  const maps = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.map') && !file.startsWith('cache/'),
  );
  const files = maps.flatMap((map) => {
    const path = join(dist, map);
    const content = JSON.parse(readFileSync(path, 'utf8'));
    const parts: { sources?: string[] }[] = content.sections?.map((each: { map: object }) => each.map) ?? [
      content,
    ];
    return parts
      .flatMap(({ sources = [] }) => sources)
      .map((source) => findProjectFile(source, dirname(path)));
  });
  return [...new Set(files.filter((file) => file !== null))];
}

/** The value is null for files of packages and of the build, and for modules that no file has. */
function findProjectFile(source: string, folder: string): string | null {
  const path = decodeURIComponent(source);
  const prefix = 'turbopack:///[project]/';
  const absolute = path.startsWith(prefix)
    ? join(projectRoot, path.slice(prefix.length))
    : resolve(folder, path);
  const file = relative(projectRoot, absolute);
  const isOther = file.startsWith('node_modules/') || file.startsWith(testDistDir);
  return isOther || !existsSync(absolute) ? null : file;
}

/** What people keep in the folder of a project. */
const secretFiles = [
  '.env',
  'secret.txt',
  'customers.csv',
  '.data-package-test/password.conf',
  'docs/secret.txt',
];

test('a package of at most 250 MB has no other files, migrates, serves pages and the API, and writes only JSON to stdout @full', async () => {
  const secrets = secretFiles.filter((file) => !existsSync(join(projectRoot, file)));
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  const port = await findFreePort();
  const environment = createTestEnvironment({
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    DEFAULT_APP: demoAppSlug,
    PORT: String(port),
    LOG: 'json',
  });
  try {
    await build(testDistDir);
    for (const file of secrets) {
      mkdirSync(dirname(join(projectRoot, file)), { recursive: true });
      writeFileSync(join(projectRoot, file), 'secret');
    }
    const trace = join(projectRoot, testDistDir, 'package-test.nft.json');
    writeFileSync(trace, JSON.stringify({ files: ['../secret.txt'] }));
    await expect(writePackage(testDistDir, folder)).rejects.toThrow('loads secret.txt, which is neither');
    rmSync(trace);
    await writePackage(testDistDir, folder);
    const entries = [
      '.next',
      'docs',
      'examples',
      'lib',
      'next.config.mjs',
      'node_modules',
      'package.json',
      'prisma',
      'tools',
    ];
    expect(readdirSync(folder).sort()).toEqual(entries);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => !/^(\.next|node_modules)\//.test(file) && statSync(join(folder, file)).isFile(),
    );
    const named =
      /^((next\.config|lib\/server\/[\w/-]+|tools\/[\w-]+)\.mjs|package\.json|docs\/llms\.txt|docs\/(decisions\/)?[\w-]+\.md|examples\/price-list\.yml|examples\/generated\/[\w-]+\.schema\.json|prisma\/(migrations|sql)\/[\w/.-]+)$/;
    expect(files.filter((file) => !named.test(file))).toEqual([]);
    expect(Number.parseInt(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }), 10)).toBeLessThan(251);

    const options = { cwd: tmpdir(), env: environment, encoding: 'utf8' } as const;
    const migrated = execFileSync(process.execPath, [join(folder, 'tools/migrate.mjs')], options);
    expect(migrated).toBe('The database is up to date.\n');

    const server = spawn(process.execPath, [join(folder, 'tools/serve.mjs')], options);
    const output = { stdout: '', stderr: '' };
    try {
      server.stdout.on('data', (chunk) => (output.stdout += chunk));
      server.stderr.on('data', (chunk) => (output.stderr += chunk));
      await expect.poll(() => output.stderr).toContain('App Versions is ready.');
      for (const path of [
        '/',
        '/history',
        '/docs',
        '/docs/spec.md',
        '/docs/decisions/README.md',
        '/llms.txt',
        '/schemas/price-list.json',
        '/api/app/versions',
      ]) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`);
        expect({ path, status: response.status }).toEqual({ path, status: 200 });
      }
    } finally {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'close');
    }
    const lines = output.stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).message)).toContain('request');
  } finally {
    rmSync(folder, { recursive: true });
    for (const file of secrets) rmSync(join(projectRoot, file));
    rmSync(join(projectRoot, '.data-package-test'), { recursive: true, force: true });
  }
});
