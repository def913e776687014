import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectRoot } from './project-root.mjs';

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
