import { describe, expect, it } from 'vitest';
import { findCompletions, findTitled, listHeadings } from './find-completions';

const source = `currency: EUR
features:
  recipes: { valueType: BOOLEAN }
  # a comment
  storage:
    valueType: BOOLEAN
usageLimits:
  storageLimit: { unit: GB }
plans:
  TEAM:
    price: 12

    features:
      storage:
        `;

/** Completions at the end of `text`. */
const complete = (text: string, kind: 'source' | 'extension' = 'source') => {
  const lines = text.split('\n');
  return findCompletions({ kind, before: lines.slice(0, -1), line: lines.at(-1) ?? '', source });
};
const upTo = (line: string) => source.slice(0, source.indexOf(line));

describe('completions in a price list', () => {
  it('are keys of the level, found by indentation', () => {
    expect(complete('curr')).toContain('currency');
    expect(complete(`${upTo('    valueType')}    `)).toContain('defaultValue');
    expect(complete(`${upTo('    price')}    pr`)).toContain('annualPrice');
    expect(complete(source)).toEqual(['value']);
  });

  it('are names of features and limits in a plan', () => {
    expect(complete(`${upTo('      storage:\n        ')}      s`)).toEqual(['recipes', 'storage']);
    expect(complete(`${upTo('    features:\n')}    usageLimits:\n      `)).toEqual(['storageLimit']);
  });

  it('are none in values, comments and lists', () => {
    for (const line of ['currency: E', '# cur', '- cur', 'a: { b']) expect(complete(line)).toBeNull();
    expect(complete('plans:\n  T')).toEqual([]);
  });
});

describe('completions in an extension', () => {
  it('are its keys, and the names of the list', () => {
    expect(complete('pl', 'extension')).toContain('plans');
    expect(complete('app:\n  ', 'extension')).toContain('contact_url');
    expect(complete('plans:\n  ', 'extension')).toEqual(['TEAM']);
    expect(complete('plans:\n  TEAM:\n    ', 'extension')).toContain('more_info');
  });

  it('are the same in the list itself', () => {
    expect(complete('custom:\n  app_versions:\n    plans:\n      TEAM:\n        ')).toContain('recommended');
  });
});

describe('headings', () => {
  it('are the keys at the root and those below', () => {
    expect(listHeadings(source).map(({ section, key, line }) => `${section ?? ''}.${key} ${line}`)).toEqual([
      '.currency 1',
      '.features 2',
      'features.recipes 3',
      'features.storage 5',
      '.usageLimits 7',
      'usageLimits.storageLimit 8',
      '.plans 9',
      'plans.TEAM 10',
    ]);
  });

  it('are found by the titles of the preview', () => {
    expect(findTitled(source, ['€12', 'Team'])).toMatchObject({ section: 'plans', key: 'TEAM', line: 10 });
    expect(findTitled(source, ['Storage limit', 'Team'])).toMatchObject({ key: 'storageLimit' });
    expect(findTitled(source, ['Other'])).toBeUndefined();
  });
});
