import { expect, it } from 'vitest';
import { noCallerState } from '@/lib/domain/caller';
import type { CatalogView } from '@/lib/domain/catalog/catalog-view';
import { measureHeap } from '@/tools/testing/measure-heap';
import {
  CachedResponse,
  getCachedResponse,
  getResponseCacheBytes,
  matchesEntityTag,
  negotiateEncoding,
  responseNames,
} from './response-cache';

it('responds 304 to the ETag of any encoding of the content', async () => {
  const response = new CachedResponse({ text: 'text '.repeat(1000) });
  const respond = (acceptEncoding: string | null, ifNoneMatch: string | null = null) =>
    response.getResponse({ acceptEncoding, ifNoneMatch });
  const tags = [String(respond(null).headers.ETag)];
  for (const encoding of ['gzip', 'br'] as const) {
    await expect.poll(() => respond(encoding).headers['Content-Encoding']).toBe(encoding);
    tags.push(String(respond(encoding).headers.ETag));
  }
  expect(new Set(tags).size).toBe(3);
  for (const acceptEncoding of [null, 'gzip', 'br']) {
    for (const tag of tags) {
      expect(respond(acceptEncoding, tag)).toEqual({ status: 304, headers: { ETag: tag }, body: null });
      expect(respond(acceptEncoding, `"other", W/${tag}`).headers.ETag).toBe(tag);
    }
    const own = respond(acceptEncoding).headers.ETag;
    expect(respond(acceptEncoding, '*')).toMatchObject({ status: 304, headers: { ETag: own } });
    expect(respond(acceptEncoding, tags.join()).headers.ETag).toBe(own);
    expect(respond(acceptEncoding, '"other"').status).toBe(200);
  }
  const other = new CachedResponse({ text: 'other' });
  for (const tag of tags)
    expect(other.getResponse({ acceptEncoding: 'gzip', ifNoneMatch: tag }).status).toBe(200);
});

it.each(['"a"', 'W/"a"', '"b", "a"', ' "b" ,W/"a" ', '*', ' * ', '"x,y", "a"'])(
  'If-None-Match %s matches "a"',
  (header) => {
    expect(matchesEntityTag(header, '"a"')).toBe(true);
  },
);

it.each([null, '', 'a', '"A"', '"ab"', '"b"', '"a', '"*"'])(
  'If-None-Match %s does not match "a"',
  (header) => {
    expect(matchesEntityTag(header, '"a"')).toBe(false);
  },
);

it.each([
  [null, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=1.0', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['identity;q=1, br;q=0.5', 'identity'],
  ['br;q=x', 'identity'],
  ['zstd', 'identity'],
])('Accept-Encoding %j selects %s', (accept, encoding) => {
  expect(negotiateEncoding(accept)).toBe(encoding);
});

it('keeps cached responses within 64 MB, including the grants in their keys', () => {
  const catalog = { app: { language: null } } as CatalogView['catalog'];
  const before = measureHeap();
  for (let number = 0; number < 8000; number += 1) {
    const granted = new Set(
      Array.from({ length: 10 }, (_, index) => `ver_${number} ${index}`.padEnd(1200, '0')),
    );
    const view = { catalog, state: { ...noCallerState, granted } };
    const caller = { role: 'owner', account: { id: 'acc_1', title: 'One' } } as const;
    getCachedResponse(view, caller, responseNames.list({ matrix: true }), () => ({ number }));
  }
  expect(getResponseCacheBytes()).toBeLessThanOrEqual(64e6);
  expect(measureHeap() - before).toBeLessThan(66e6);
});

it('has a response for each trial that an account is in or had', () => {
  const catalog = { app: { language: null } } as CatalogView['catalog'];
  const respond = (trials: Pick<CatalogView['state'], 'trialEndsAt' | 'trials'>) => {
    const view = { catalog, state: { ...noCallerState, ...trials } };
    const caller = { role: 'owner', account: { id: 'acc_1', title: 'One' } } as const;
    return getCachedResponse(view, caller, responseNames.list({ matrix: true }), () => trials);
  };
  const states = [{}, { trials: ['ver_1'] }, { trials: ['ver_1'], trialEndsAt: 1 }, { trialEndsAt: 2 }];
  expect(new Set(states.map(respond)).size).toBe(4);
  expect(respond({ trials: ['ver_1'] })).toBe(respond({ trials: ['ver_1'] }));
});

it('keeps only few and short Accept-Encoding headers', () => {
  const before = measureHeap();
  for (let number = 0; number < 3000; number += 1) {
    expect(negotiateEncoding(`gzip, x${number}${'y'.repeat(10_000)}`)).toBe('gzip');
    expect(negotiateEncoding(`br, z${number}`)).toBe('br');
  }
  expect(measureHeap() - before).toBeLessThan(2e6);
});
