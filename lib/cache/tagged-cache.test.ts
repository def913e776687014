import { expect, it, vi } from 'vitest';
import { measureHeap } from '@/tools/testing/measure-heap';
import { TaggedCache } from './tagged-cache';

interface Word {
  text: string;
}

/** A cache and its source. `get` reads `source.text` at once and returns it a microtask later. */
function setUp({ maxBytes = 100_000, ttlMs = 60_000 } = {}) {
  const source = { isConnected: true, loads: 0, text: 'old' };
  const cache = new TaggedCache<Word>(() => source.isConnected, { maxBytes, ttlMs });
  const load = async () => {
    source.loads += 1;
    const text = source.text;
    await Promise.resolve();
    return { value: { text }, tags: ['tag'] };
  };
  const get = async (key = 'key') => (await cache.get(key, load)).text;
  return { source, cache, get, load };
}

it('loads a key once', async () => {
  const { source, cache, get } = setUp();
  expect(await get()).toBe('old');
  source.text = 'new';
  expect([await get(), cache.peek('key')?.text, source.loads]).toEqual(['old', 'old', 1]);
});

it('refreshes an entry in the second half of its time, and returns it meanwhile', async () => {
  const { source, cache, get, load } = setUp({ ttlMs: 1000 });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  await get();
  source.text = 'new';
  cache.refresh('key', load);
  expect(source.loads).toBe(1);
  clock.mockReturnValue(600);
  cache.refresh('key', load);
  cache.refresh('key', load);
  expect([cache.peek('key')?.text, source.loads]).toEqual(['old', 2]);
  await expect.poll(() => cache.peek('key')?.text).toBe('new');
  clock.mockReturnValue(1500);
  expect(cache.peek('key')?.text).toBe('new');
  clock.mockRestore();
});

it('lets an entry expire that can not be refreshed', async () => {
  const { cache, get } = setUp({ ttlMs: 1000 });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  await get();
  clock.mockReturnValue(600);
  cache.refresh('key', () => Promise.reject(new Error('unavailable')));
  await Promise.resolve();
  expect(cache.peek('key')?.text).toBe('old');
  clock.mockReturnValue(1000);
  expect(cache.peek('key')).toBeUndefined();
  clock.mockRestore();
});

it('removes an entry when one of its tags is invalidated, and only then', async () => {
  const { source, cache, get } = setUp();
  await get();
  source.text = 'new';
  cache.invalidate('other tag');
  expect(await get()).toBe('old');
  cache.invalidate('tag');
  expect(await get()).toBe('new');
});

it('runs at most two loads, one after the other, for concurrent calls whose value is not cached', async () => {
  const { source, cache, get } = setUp();
  const results = Promise.all(Array.from({ length: 50 }, () => get()));
  source.text = 'new';
  cache.invalidate('tag');
  expect(await results).toEqual(['old', ...Array.from({ length: 49 }, () => 'new')]);
  expect(source.loads).toBe(2);
});

it('does not cache a load during which its tag was invalidated', async () => {
  const { source, cache, get } = setUp();
  const running = get();
  source.text = 'new';
  cache.invalidate('tag');
  expect(await running).toBe('old');
  expect(cache.peek('key')).toBeUndefined();
  expect(await get()).toBe('new');
});

it('does not share a load that began before an invalidation with a call after it', async () => {
  const { source, cache, get } = setUp();
  const before = get();
  source.text = 'new';
  cache.invalidate('tag');
  const after = get();
  expect([await before, await after]).toEqual(['old', 'new']);
});

it('shares one load among concurrent calls', async () => {
  const { source, get } = setUp();
  expect(await Promise.all([get(), get(), get()])).toEqual(['old', 'old', 'old']);
  expect(source.loads).toBe(1);
});

it('is bypassed while invalidations are not received', async () => {
  const { source, cache, get } = setUp();
  await get();
  source.isConnected = false;
  source.text = 'new';
  expect([await get(), cache.peek('key')]).toEqual(['new', undefined]);
  cache.invalidateAll();
  source.isConnected = true;
  expect(cache.peek('key')).toBeUndefined();
});

it('does not cache a load during which everything was invalidated', async () => {
  const { cache, get } = setUp();
  const running = get();
  cache.invalidateAll();
  await running;
  expect(cache.peek('key')).toBeUndefined();
});

it('expires entries after their time to live', async () => {
  const { source, get } = setUp({ ttlMs: 0 });
  await get();
  await get();
  expect(source.loads).toBe(2);
});

it('is bounded in bytes and evicts the least recently used entry', async () => {
  const { cache, get } = setUp();
  await get('a');
  const { cache: bounded, get: getBounded } = setUp({ maxBytes: cache.bytes * 3 });
  for (const key of ['a', 'b', 'c', 'a', 'd']) await getBounded(key);
  expect(['a', 'b', 'c', 'd'].filter((key) => bounded.peek(key))).toEqual(['a', 'c', 'd']);
  expect(bounded.bytes).toBe(cache.bytes * 3);
  bounded.invalidate('tag');
  expect(bounded.bytes).toBe(0);
});

it('takes no more memory than its bound, including keys and tags', async () => {
  const maxBytes = 8e6;
  const cache = new TaggedCache(() => true, { maxBytes, ttlMs: 60_000 });
  const before = measureHeap();
  for (let number = 0; number < 30_000; number += 1) {
    const id = String(number).padStart(26, '0');
    const key = number % 3 === 0 ? id.padEnd(5000, 'k') : id;
    const texts = Array.from({ length: number % 5 }, (_, index) => `${id} €${index}`);
    const value = JSON.parse(JSON.stringify({ id: `acc_${id}`, texts }));
    await cache.get(key, async () => ({ value, tags: ['app', `account ${id}`] }));
  }
  const used = measureHeap() - before;
  expect([cache.bytes > maxBytes / 2, used > maxBytes / 4, used < maxBytes]).toEqual([true, true, true]);
});

it('caches neither errors, nor null, nor values without tags', async () => {
  const { cache } = setUp();
  const fail = () => cache.get('key', () => Promise.reject(new Error('failed')));
  await expect(Promise.all([fail(), fail()])).rejects.toThrow('failed');
  expect(await cache.get('key', async () => ({ value: null, tags: ['x'] }))).toBeNull();
  expect((await cache.get('key', async () => ({ value: { text: 'a' }, tags: null }))).text).toBe('a');
  expect(cache.peek('key')).toBeUndefined();
});
