import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { generate } from 'selfsigned';
import { testDistDir } from '@/tools/build';
import { acceptsConnections, findFreePort } from '@/tools/ports';
import { projectRoot } from '@/tools/project-root.mjs';
import { createTestEnvironment } from '@/tools/run-package-bin';
import { findProgram } from '@/tools/testing/find-program';
import { startServerProcess } from '@/tools/testing/proxied-server';
import { waitUntil } from '@/tools/testing/wait-until';
import { test } from '../fixtures';

const nginx = findProgram('nginx');

test('no request through nginx fails while two servers restart one after the other, and no POST is sent twice @full', async ({
  playwright,
  createTenant,
}) => {
  test.skip(nginx === null, 'nginx is not installed.');
  test.setTimeout(300_000);
  const { app, key: createKey } = await createTenant();
  const key = await createKey('app');
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const output = openSync(join(folder, 'servers.log'), 'a');
  const environment = createTestEnvironment({
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    NEXT_DIST_DIR: testDistDir,
    ...{ TRUST_PROXY: '1', RATE_LIMITS: 'off', PAGE_WORKERS: '1', LOG: 'text' },
  });
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()] as const;
  const [port, ...serverPorts] = ports;
  const servers = await Promise.all(serverPorts.map((each) => startServerProcess(each, environment, output)));
  const proxy = await startNginx(folder, port, serverPorts);
  const client = await playwright.request.newContext({
    baseURL: `https://127.0.0.1:${port}`,
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: { Host: app.host },
  });
  let isDone = false;
  try {
    const headers = { Authorization: `Bearer ${key}` };
    const session = { role: 'product', name: 'Ada', user_id: 'restart' };
    const counts = { read: 0, pages: 0, created: 0 };
    const failures: string[] = [];
    const repeat = async (name: keyof typeof counts, send: () => Promise<{ status: () => number }>) => {
      while (!isDone) {
        const status = await send().then(
          (response) => response.status(),
          (error: Error) => error.message,
        );
        if (status === 200) counts[name] += 1;
        else failures.push(`${name}: ${status}`);
      }
    };
    const clients = [
      repeat('read', () => client.get('/api/app/versions', { headers })),
      repeat('read', () => client.get('/api/app/versions', { headers })),
      repeat('pages', () => client.get('/')),
      repeat('created', () => client.post('/api/portal/sessions', { headers, data: session })),
      repeat('created', () => client.post('/api/portal/sessions', { headers, data: session })),
    ];
    const waitForRequests = () => {
      const reads = counts.read + 20;
      const created = counts.created + 20;
      const isReached = async () =>
        failures.length > 0 || (counts.read >= reads && counts.created >= created);
      return waitUntil(() => 'Requests get no response.', isReached);
    };
    for (const server of servers) {
      await waitForRequests();
      expect(await server.stop()).toBe('code 0');
      await waitForRequests();
      await server.start();
    }
    await waitForRequests();
    isDone = true;
    await Promise.all(clients);
    expect(failures).toEqual([]);
    expect(counts.pages).toBeGreaterThan(0);
    const ended = await client.delete('/api/portal/sessions?user_id=restart', { headers });
    expect(await ended.json()).toMatchObject({ data: { ended: counts.created } });
  } finally {
    isDone = true;
    await client.dispose();
    await stop(proxy);
    await Promise.all(servers.map((server) => server.stop()));
    closeSync(output);
    rmSync(folder, { recursive: true });
  }
});

/** Starts nginx with the configuration of docs/operations, but with other ports, and a certificate. */
async function startNginx(folder: string, port: number, serverPorts: number[]): Promise<ChildProcess> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'plans.example.com' }]);
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  const part = readFileSync(join(projectRoot, 'docs/operations/nginx.conf'), 'utf8')
    .replace(/^ *server 127\.0\.0\.1:3000(.*)$/m, (_, options: string) =>
      serverPorts.map((each) => `server 127.0.0.1:${each}${options}`).join('\n'),
    )
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/plans.example.com.pem', join(folder, 'cert.pem'))
    .replace('/etc/ssl/plans.example.com.key', join(folder, 'key.pem'));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${join(folder, 'nginx.pid')};
events {}
http {
access_log off;
${paths.join('\n')}
${part}
}
`,
  );
  const child = spawn(nginx ?? '', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  });
  await waitUntil(
    () => `nginx did not start: ${readFileSync(join(folder, 'error.log'), 'utf8')}`,
    () => acceptsConnections(port),
  );
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  if (child.exitCode === null && child.kill('SIGTERM')) await exited;
}
