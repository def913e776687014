import { expect, test, vi } from 'vitest';
import type { App } from '@/lib/db/catalog';
import {
  createCallerState,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import { getFeatureResponse, getFeaturesResponse } from './feature-responses';

const view = {
  catalog: {
    app: {} as App,
    size: 0,
    features: [createFeature('api'), createFeature('sso'), createFeature('secret')],
    versions: [
      createVersion('ver_1', { links: [createLink('api')] }),
      createVersion('ver_2', { public: false, links: [createLink('secret')] }),
    ],
    addOns: [],
  },
  state: createCallerState('ver_1'),
};

const appKey = { role: 'owner', account: { id: 'acc_1', title: 'Acme' }, appKey: true } as const;
const member = { ...appKey, role: 'member', appKey: false } as const;

const bodyOf = (humanId: string, caller: typeof appKey | typeof member = appKey) => {
  const { body } = getFeatureResponse(view, caller, humanId).getResponse({
    acceptEncoding: null,
    ifNoneMatch: null,
  });
  return JSON.parse(Buffer.from(body ?? '').toString());
};

test('features have pages, of which only that with all is cached', () => {
  const all = getFeaturesResponse(view, {});
  const bodyOfAll = all.getResponse({ acceptEncoding: null, ifNoneMatch: null }).body;
  expect(JSON.parse(Buffer.from(bodyOfAll ?? '').toString())).toMatchObject({
    payload: [{ id: 'api' }],
    has_more: false,
  });
  expect(getFeaturesResponse(view, { limit: 1000 })).toBe(all);
  expect(getFeaturesResponse(view, { limit: 1 })).not.toBe(all);
});

test.each(['sso', 'unknown', 'API', 'constructor', '', 'x'.repeat(10_000), '\u0000/é'])(
  'a feature that the account does not have is not allowed: %j',
  (humanId) => {
    expect(bodyOf(humanId)).toEqual({
      id: humanId,
      allowed: false,
      known: humanId === 'sso',
      value: null,
      amount: null,
      unlimited: false,
      unit: null,
      period: null,
      renewable: null,
      source: null,
    });
  },
);

test('a feature that only a version that is not public has is unknown to customers', () => {
  expect([bodyOf('secret').known, bodyOf('secret', member).known]).toEqual([true, false]);
  expect([bodyOf('sso', member).known, bodyOf('api', member).known]).toEqual([true, true]);
});

test('responses for unknown features do not evict those of the features that accounts have', () => {
  const cached = getFeatureResponse(view, appKey, 'api');
  for (let number = 0; number < 2 ** 16; number += 1) getFeatureResponse(view, appKey, `unknown-${number}`);
  expect(getFeatureResponse(view, appKey, 'api')).toBe(cached);
});

test('the size of a cached response includes the memory that it takes besides its body', async () => {
  // Modules with an empty cache, from which nothing is evicted meanwhile.
  vi.resetModules();
  const { getFeatureResponse } = await import('./feature-responses');
  const { getResponseCacheBytes } = await import('../pipeline/response-cache');
  const features = Array.from({ length: 100 }, (_, index) => createFeature(`feature-${index}`));
  const large = { ...view, catalog: { ...view.catalog, features } };
  for (const { humanId } of features) getFeatureResponse(large, appKey, humanId);
  expect(getResponseCacheBytes()).toBeGreaterThan(100 * 2000);
});
