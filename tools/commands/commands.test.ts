import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runCommand } from '@/tools/cli';
import { projectRoot } from '@/tools/project-root.mjs';

const folder = join(projectRoot, 'tools/commands');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

const { argv } = process;
afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
});

test.each(names)('%s passes its usage on', (name) => {
  // Imported, the commands would run, and take 20 seconds.
  const source = readFileSync(join(folder, `${name}.ts`), 'utf8');
  expect(source).toMatch(
    new RegExp(`^const usage =\\s+['"\`]Usage:(\\s|\\\\n)+npm (run )?(--silent )?${name}\\b`, 'm'),
  );
  expect(source).toMatch(/^await run(Command\(usage|MainCommand\(import\.meta, usage), /m);
});

test('--help prints the usage and exits with 0', async () => {
  const work = vi.fn();
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  process.argv = ['node', 'command.ts', 'import', '--help'];
  await expect(runCommand('Usage: npm run command', work)).rejects.toThrow('exit 0');
  expect(print.mock.calls).toEqual([['Usage: npm run command']]);
  expect(work).not.toHaveBeenCalled();
});

test('npm start reports an invalid configuration and exits', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/run.mjs', 'start'], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { ...process.env, RATE_LIMIT_SWITCHES: '10', TRUST_PROXY: 'yes' },
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trim().split('\n')).toEqual([
    'The configuration is not valid:',
    '  TRUST_PROXY is "yes": expected a whole number',
    '  RATE_LIMIT_SWITCHES is "10": expected requests/seconds, as in 600/60',
  ]);
});
