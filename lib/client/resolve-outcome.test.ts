import { afterEach, expect, test, vi } from 'vitest';
import { resolveOutcome } from './resolve-outcome';

const history = (...entries: [sequence: number, id: string][]) =>
  vi.stubGlobal('fetch', async () =>
    Response.json({
      success: true,
      message: '',
      payload: entries.map(([sequence, id]) => ({ sequence, id })),
    }),
  );

afterEach(() => vi.unstubAllGlobals());

test('the newest entry is the plan asked for', async () => {
  history([3, 'ver_pro'], [2, 'ver_basic']);
  expect(await resolveOutcome({ versionId: 'ver_pro', sequenceBefore: 2 })).toBe('done');
  expect(await resolveOutcome({ versionId: 'ver_pro', sequenceBefore: null })).toBe('done');
});

test('somebody has switched again since', async () => {
  history([4, 'ver_team'], [3, 'ver_pro'], [2, 'ver_basic']);
  expect(await resolveOutcome({ versionId: 'ver_pro', sequenceBefore: 2 })).toBe('moved_on');
});

test('an older stay on the same plan proves nothing', async () => {
  history([2, 'ver_basic'], [1, 'ver_pro']);
  expect(await resolveOutcome({ versionId: 'ver_pro', sequenceBefore: 2 })).toBe('not_done');
  expect(await resolveOutcome({ versionId: 'ver_pro', sequenceBefore: null })).toBe('not_done');
});

test('a history that cannot be read leaves it open', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await resolveOutcome({ versionId: 'ver_pro', sequenceBefore: 2 })).toBe('unknown');
});
