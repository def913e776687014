import { describe, expect, it } from 'vitest';
import { Remembered } from './remembered';

interface Word {
  text: string;
}

/** A memory and its source; the test decides when a load is done. */
function setUp({ most = 100, lifeMs = 60_000 } = {}) {
  const world = { hears: true, loads: 0, stored: 'old' };
  const words = new Remembered<Word>(() => world.hears, { most, lifeMs, sizeOf: ({ text }) => text.length });
  const load = async () => {
    world.loads += 1;
    // Reads what is stored now and brings it later.
    const text = world.stored;
    await Promise.resolve();
    return { value: { text }, topics: ['of it'] };
  };
  const get = async (key = 'key') => (await words.get(key, load)).text;
  return { world, words, get, load };
}

describe('what is remembered', () => {
  it('is asked for once, and is there at once', async () => {
    const { world, words, get, load } = setUp();
    expect(await get()).toBe('old');
    world.stored = 'new';
    expect(words.get('key', load)).toEqual({ text: 'old' });
    expect([await get(), words.peek('key')?.text, world.loads]).toEqual(['old', 'old', 1]);
  });

  it('is forgotten with any topic of its own, and with no other', async () => {
    const { world, words, get } = setUp();
    await get();
    world.stored = 'new';
    words.forget('of another');
    expect(await get()).toBe('old');
    words.forget('of it');
    expect(await get()).toBe('new');
  });

  it('is nothing of a topic that is held back, nor what was being read when it was let go', async () => {
    const { world, words, get } = setUp();
    await get();
    const [letGo, letGoToo] = [words.holdBack('of it'), words.holdBack('of it')];
    expect([words.peek('key'), await get(), words.peek('key')]).toEqual([undefined, 'old', undefined]);
    letGo();
    expect([await get(), words.peek('key')]).toEqual(['old', undefined]);
    const before = get();
    world.stored = 'new';
    letGoToo();
    expect([await before, words.peek('key')]).toEqual(['old', undefined]);
    expect([await get(), words.peek('key')?.text]).toEqual(['new', 'new']);
  });

  it('is what became of a topic that was held back, unless anything else of it changed', async () => {
    const { world, words, get } = setUp();
    const letGoAs = async (text: string, meanwhile: () => void = () => {}) => {
      await get();
      const letGo = words.holdBack('of it');
      meanwhile();
      letGo(() => ({ text }));
      world.hears = true;
      return words.peek('key')?.text;
    };
    expect(await letGoAs('new')).toBe('new');
    expect(await letGoAs('newer', () => words.forget('of another'))).toBe('newer');
    expect(await letGoAs('newest', () => words.forget('of it'))).toBeUndefined();
    expect(await letGoAs('newest', () => words.forgetAll())).toBeUndefined();
    const deaf = () => {
      world.hears = false;
    };
    expect(await letGoAs('newest', deaf)).toBeUndefined();
    expect(await letGoAs('newest', () => words.holdBack('of it'))).toBeUndefined();
  });

  it('is asked for by at most two, one after the other, however many wait for what is not kept', async () => {
    const { world, words, get } = setUp();
    words.holdBack('of it');
    const all = Promise.all(Array.from({ length: 50 }, () => get()));
    world.stored = 'new';
    expect(await all).toEqual(['old', ...Array.from({ length: 49 }, () => 'new')]);
    expect(world.loads).toBe(2);
  });

  it('does not keep what was read before a change that came in while it was on its way', async () => {
    const { world, words, get } = setUp();
    const before = get();
    world.stored = 'new';
    words.forget('of it');
    expect(await before).toBe('old');
    expect(words.peek('key')).toBeUndefined();
    expect(await get()).toBe('new');
  });

  it('gives no one who asks after a change what another began to read before it', async () => {
    const { world, words, get } = setUp();
    const before = get();
    world.stored = 'new';
    words.forget('of it');
    const after = get();
    expect([await before, await after]).toEqual(['old', 'new']);
  });

  it('reads once for all who ask at once', async () => {
    const { world, get } = setUp();
    expect(await Promise.all([get(), get(), get()])).toEqual(['old', 'old', 'old']);
    expect(world.loads).toBe(1);
  });

  it('is neither used nor added to while changes are not heard of', async () => {
    const { world, words, get } = setUp();
    await get();
    world.hears = false;
    world.stored = 'new';
    expect([await get(), words.peek('key')]).toEqual(['new', undefined]);
    words.forgetAll();
    world.hears = true;
    expect(words.peek('key')).toBeUndefined();
  });

  it('keeps nothing of a load during which everything was forgotten', async () => {
    const { words, get } = setUp();
    const before = get();
    words.forgetAll();
    await before;
    expect(words.peek('key')).toBeUndefined();
  });

  it('ends after its life', async () => {
    const { world, get } = setUp({ lifeMs: 0 });
    await get();
    await get();
    expect(world.loads).toBe(2);
  });

  it('is bounded, and the one that was not asked for longest goes first', async () => {
    const { words, get } = setUp({ most: 9 });
    for (const key of ['a', 'b', 'c', 'a', 'd']) await get(key);
    expect(['a', 'b', 'c', 'd'].filter((key) => words.peek(key))).toEqual(['a', 'c', 'd']);
  });

  it('remembers no failure, and nothing that has no topics', async () => {
    const { words } = setUp();
    const fail = () => words.get('key', () => Promise.reject(new Error('gone')));
    await expect(Promise.all([fail(), fail()])).rejects.toThrow('gone');
    expect(await words.get('key', async () => ({ value: null, topics: ['x'] }))).toBeNull();
    expect((await words.get('key', async () => ({ value: { text: 'a' }, topics: null }))).text).toBe('a');
    expect(words.peek('key')).toBeUndefined();
  });
});
