import { describe, expect, test } from 'vitest';
import { compareByTag } from '@/lib/contract/versions';
import { deriveTags, describeMovedTags, findMisplacedPlan } from './derive-tags';

/** `TEAM=v2` has the tag in the extension, or in the app. */
const parse = (text: string) =>
  text.split(' ').flatMap((each) => {
    const [key = '', tag = null] = each.split('=');
    return key === '' ? [] : [{ key, tag }];
  });
const parseStored = (text: string) =>
  parse(text).map(({ key, tag }) => ({ catalogKey: key, tag: tag!, replacedBy: null }));
const derive = (stored: string, plans: string) => deriveTags(parse(plans), parseStored(stored)).join(' ');

describe('a derived tag', () => {
  test.each([
    ['of a first list numbers its plans', '', 'A B C', 'v1 v2 v3'],
    ['stays with its plan when another one is inserted', 'A=v1 B=v2 C=v3', 'A N B C', 'v1 v1.5 v2 v3'],
    ['stays with its plan when it moves', 'A=v1 B=v2 C=v3', 'C A B', 'v3 v1 v2'],
    ['stays with its plan when another one retires', 'A=v1 B=v2 C=v3', 'A C', 'v1 v3'],
    ['of a retired plan is not that of a new one', 'A=v1 B=v2 C=v3', 'A B N', 'v1 v2 v4'],
    ['of a plan that is gone for longer neither', 'A=v1 B=v2 C=v3-retired', 'A B N', 'v1 v2 v4'],
    ['is the one from before if a plan is offered again', 'A=v1 B=v2-retired', 'A B', 'v1 v2'],
    ['of several new plans is in order', 'A=v1 B=v2', 'A N M O B', 'v1 v1.5 v1.6 v1.7 v2'],
    ['of a new first plan sorts before the others', 'A=v1', 'N A', 'v0.5 v1'],
    ['fits between two that were inserted', 'A=v1 B=v1.5 C=v2', 'A N B C', 'v1 v1.2 v1.5 v2'],
    ['is free', 'A=v1 B=v2', 'A N=v3 M B', 'v1 v3 v4 v2'],
    ['of an extension counts', 'A=start B=team', 'A N B', 'start start.5 team'],
  ])('%s', (_, stored, plans, expected) => {
    expect(derive(stored, plans)).toBe(expected);
  });

  test('of a new plan is free and in its place, wherever plans are inserted', () => {
    let stored = 'P0=v1 P1=v2 P2=v3';
    for (let count = 0; count < 60; count += 1) {
      const keys = parse(stored).map(({ key }) => key);
      const place = (count * 7) % (keys.length + 1);
      const plans = keys.toSpliced(place, 0, `N${count}`);
      const tags = derive(stored, plans.join(' ')).split(' ');
      expect(tags.toSorted((a, b) => compareByTag({ tag: a, id: '' }, { tag: b, id: '' }))).toEqual(tags);
      expect(new Set(tags).size).toBe(tags.length);
      stored = plans.map((key, index) => `${key}=${tags[index]}`).join(' ');
    }
  });

  test('does not follow a kept generation', () => {
    const kept = { catalogKey: 'A~1', tag: 'v1-retired', replacedBy: 'ver_a' };
    expect(
      deriveTags(parse('A N'), [{ ...kept, catalogKey: 'A', tag: 'v1', replacedBy: null }, kept]),
    ).toEqual(['v1', 'v2']);
  });
});

describe('warnings', () => {
  const name = (stored: string, plans: string) => {
    const listed = parse(plans);
    const tags = derive(stored, plans).split(' ');
    const tagged = listed.map((plan, index) => ({ ...plan, title: plan.key, current: tags[index]! }));
    return {
      moved: describeMovedTags(tagged, parseStored(stored)).map(({ key, message }) => `${key}: ${message}`),
      misplaced: findMisplacedPlan(tagged),
    };
  };

  test('name what hosts get if the extension moves a tag', () => {
    expect(name('A=v1 B=v2', 'A=v2 B=v1').moved).toEqual([
      'A: "v1" was the tag of A. Hosts that create or import accounts with the tag "v1" get B from then on.',
      'B: "v2" was the tag of B. Hosts that create or import accounts with the tag "v2" get A from then on.',
    ]);
    expect(name('A=v1 B=v2', 'A B=v4').moved).toEqual([
      'B: "v2" was the tag of B. Hosts that create or import accounts with the tag "v2" are rejected from then on.',
    ]);
    expect(name('A=v1 B=v2', 'A N=v2').moved).toEqual([
      'N: "v2" was the tag of B. Hosts that create or import accounts with the tag "v2" get N from then on.',
    ]);
    expect(name('A=v1 B=v2', 'A N B').moved).toEqual([]);
    expect(name('A=v1 B=v2', 'A').moved).toEqual([]);
  });

  test('name a plan that is not where its tag sorts it, unless the extension says so', () => {
    expect(name('A=v1 B=v2', 'B A').misplaced).toBe('A');
    expect(name('A=v1 B=v2', 'B=v2 A=v1').misplaced).toBeNull();
    expect(name('A=v1 B=v2', 'A N B').misplaced).toBeNull();
  });
});
