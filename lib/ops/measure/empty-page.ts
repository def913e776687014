import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@/lib/ops/free-port';
import { OperatorError } from '@/lib/ops/operator-error';
import { projectRoot } from '@/lib/ops/project-root.mjs';

const files = {
  'package.json': '{ "private": true, "type": "module" }',
  // Next and React are the project's own, two folders up.
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(projectRoot)} } };`,
  'app/layout.jsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
  'app/page.jsx': 'export default () => null;',
};

export interface EmptyPage {
  url: string;
  stop(): void;
}

/** Builds and serves a page with nothing on it, with the same Next and React. */
export async function serveEmptyPage(): Promise<EmptyPage> {
  const cache = join(projectRoot, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'empty-page-'));
  mkdirSync(join(folder, 'app'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const next = (...args: string[]) =>
    spawn(process.execPath, [join(projectRoot, 'node_modules/next/dist/bin/next'), ...args], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NEXT_DIST_DIR: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const building = next('build');
  let said = '';
  for (const stream of [building.stdout, building.stderr]) stream.on('data', (part) => (said += part));
  const code = await new Promise((resolve) => building.once('close', resolve));
  if (code !== 0) throw new OperatorError(`The empty page could not be built. Next says:\n\n${said.trim()}`);

  const port = await freePort();
  const server = next('start', '--hostname', '127.0.0.1', '--port', String(port));
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (part) => String(part).includes('Ready') && resolve());
    server.once('close', () => reject(new OperatorError('The empty page could not be served.')));
  });
  return {
    url: `http://localhost:${port}/`,
    stop: () => {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
