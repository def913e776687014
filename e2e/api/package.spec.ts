import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoAppSlug } from '@/prisma/seed';
import { build, testDistDir } from '@/tools/build';
import { writePackage } from '@/tools/package';
import { findFreePort } from '@/tools/ports';
import { createTestEnvironment } from '@/tools/run-package-bin';

test('a package of at most 250 MB migrates, serves pages and the API, and writes only JSON to stdout', async () => {
  test.setTimeout(300_000);
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
    await writePackage(testDistDir, folder);
    expect(Number.parseInt(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }), 10)).toBeLessThan(251);

    const options = { cwd: tmpdir(), env: environment, encoding: 'utf8' } as const;
    const migrated = execFileSync(process.execPath, [join(folder, 'tools/migrate.mjs')], options);
    expect(migrated).toBe('The database is up to date.\n');

    const server = spawn(process.execPath, [join(folder, 'tools/serve.mjs')], options);
    const output = { stdout: '', stderr: '' };
    try {
      server.stdout.on('data', (chunk) => (output.stdout += chunk));
      server.stderr.on('data', (chunk) => (output.stderr += chunk));
      await expect.poll(() => output.stderr, { timeout: 30_000 }).toContain('App Versions is ready.');
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
  }
});
