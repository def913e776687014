import { expect, it } from 'vitest';
import type { Blocker } from '@/lib/contract/fields';
import { createVersionEntry } from '@/tools/testing/contract-fixtures';
import { findSharedBlocker } from './find-shared-blocker';

const plan = (...codes: Blocker['code'][]) => {
  const blockers = codes.map((code) => ({ code, message: code }));
  return createVersionEntry('plan', {
    switch: {
      allowed: codes.length === 0,
      blockers,
      direction: 'none' as const,
      pays: 'same' as const,
      gets: 'same' as const,
    },
  });
};
const current = { ...plan(), current: true };

it('finds the blocker of the account that all other plans have', () => {
  const list = [current, plan('forbidden'), plan('price_on_request', 'forbidden')];
  expect(findSharedBlocker(list)?.code).toBe('forbidden');
  expect(findSharedBlocker([current, plan('exit_restricted'), plan('exit_restricted')])?.code).toBe(
    'exit_restricted',
  );
});

it('finds none if a plan lacks it, if it concerns the plans, or if there is one other plan', () => {
  expect(findSharedBlocker([current, plan('forbidden'), plan()])).toBeNull();
  expect(findSharedBlocker([current, plan('price_on_request'), plan('price_on_request')])).toBeNull();
  expect(findSharedBlocker([current, plan('forbidden')])).toBeNull();
});
