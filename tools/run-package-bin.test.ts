import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { environmentVariables } from '@/lib/server/process/config';
import { projectRoot } from './project-root.mjs';
import { createTestEnvironment } from './run-package-bin';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The variables in the tables of docs/configuration.md that configure a server. */
function listServerVariables(): string[] {
  const sections = readFileSync(join(projectRoot, 'docs/configuration.md'), 'utf8').split(/^## /m);
  return sections
    .filter((section) => /^(Server|Database|Webhooks and due work|Rate limits)\n/.test(section))
    .flatMap((section) => [...section.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name));
}

test('docs/configuration.md lists each variable of the configuration', () => {
  // Only `npm start` sets these.
  const own = ['APP_VERSIONS_DEMO', 'DATABASE_ROLE'];
  const documented = environmentVariables.filter((name) => !own.includes(name));
  expect(listServerVariables()).toEqual(expect.arrayContaining(documented));
});

test('the environment of tests has none of the settings of a server', () => {
  const names = listServerVariables();
  expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'RATE_LIMITS', 'TRUST_PROXY']));
  for (const name of names) vi.stubEnv(name, 'set by the operator');
  expect(Object.values(createTestEnvironment())).not.toContain('set by the operator');
  expect(createTestEnvironment({ PORT: '1' }).PORT).toBe('1');
});
