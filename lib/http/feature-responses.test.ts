import { expect, test, vi } from 'vitest';
import type { App } from '@/lib/db/catalog';
import {
  createAccountVersions,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import { getFeatureResponse, getFeaturesResponse } from './feature-responses';

const view = {
  catalog: {
    app: {} as App,
    size: 0,
    features: [createFeature('api'), createFeature('sso')],
    versions: [createVersion('ver_1', { links: [createLink('api')] })],
    addOns: [],
  },
  state: createAccountVersions('ver_1'),
};

const bodyOf = (humanId: string) => {
  const { body } = getFeatureResponse(view, humanId).respond({ acceptEncoding: null, ifNoneMatch: null });
  return JSON.parse(Buffer.from(body ?? '').toString());
};

test('features have pages, of which only that with all is cached', () => {
  const all = getFeaturesResponse(view, {});
  const bodyOfAll = all.respond({ acceptEncoding: null, ifNoneMatch: null }).body;
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

test('responses for unknown features do not evict those of the features that accounts have', () => {
  const cached = getFeatureResponse(view, 'api');
  for (let number = 0; number < 2 ** 16; number += 1) getFeatureResponse(view, `unknown-${number}`);
  expect(getFeatureResponse(view, 'api')).toBe(cached);
});

test('the size of a cached response includes the memory that it takes besides its body', async () => {
  // Modules with an empty cache, from which nothing is evicted meanwhile.
  vi.resetModules();
  const { getFeatureResponse } = await import('./feature-responses');
  const { getResponseCacheBytes } = await import('./response-cache');
  const features = Array.from({ length: 100 }, (_, index) => createFeature(`feature-${index}`));
  const large = { ...view, catalog: { ...view.catalog, features } };
  for (const { humanId } of features) getFeatureResponse(large, humanId);
  expect(getResponseCacheBytes()).toBeGreaterThan(100 * 2000);
});
