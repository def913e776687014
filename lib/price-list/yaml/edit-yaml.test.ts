import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { changeYaml, copyKey, moveKey, renameKey, type YamlChange, type YamlChanges } from './edit-yaml';

const toChanges = (value: unknown): YamlChange => {
  if (value === undefined) return { remove: true };
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMap
    ? new Map(Object.entries(value).map(([key, below]) => [key, toChanges(below)]))
    : { set: value };
};
const change = (text: string, value: object) =>
  changeYaml(text, parseDocument(text, { merge: true }).contents, toChanges(value) as YamlChanges);

const text = `# The list
saasName: "Larder" # quoted
plans:
  # The free one
  FREE:
    price: 0   # nothing
    description: For one

  # For teams
  TEAM:
    price: 12
    features: { sso: { value: true }, api: {value: false} }
  # last
features:
  sso:
    defaultValue: false
`;

describe('changeYaml', () => {
  it('replaces values and keeps what is beside them', () => {
    const changed = change(text, { saasName: 'Pantry', plans: { FREE: { price: 5 } } });
    expect(changed).toBe(text.replace('"Larder"', '"Pantry"').replace('price: 0 ', 'price: 5 '));
  });

  it('adds keys after the last one, with the indentation of the others', () => {
    const changed = change(text, {
      plans: { FREE: { unit: 'user/month', features: { sso: { value: true } } } },
    });
    expect(changed).toBe(
      text.replace(
        'description: For one\n',
        'description: For one\n    unit: user/month\n    features:\n      sso: { value: true }\n',
      ),
    );
  });

  it('adds, changes and removes in a map on one line', () => {
    const changed = change(text, {
      plans: { TEAM: { features: { sso: undefined, api: { value: true }, x: { value: 'a, b' } } } },
    });
    expect(changed).toContain('features: { api: {value: true}, x: { value: "a, b" } }');
    const last = change(text, { plans: { TEAM: { features: { api: undefined, x: { value: 1 } } } } });
    expect(last).toContain('features: { sso: { value: true }, x: { value: 1 } }');
  });

  it('removes a key with the comments directly above it, and a map that becomes empty', () => {
    expect(change(text, { plans: { TEAM: undefined } })).toBe(
      text.replace(/ {2}# For teams\n {2}TEAM:\n.*\n.*\n/, ''),
    );
    const features = { sso: { value: undefined }, api: undefined };
    expect(change(text, { plans: { TEAM: { features } } })).toBe(text.replace(/ {4}features.*\n/, ''));
  });

  it('adds a plan after another one, apart as the others are', () => {
    const document = parseDocument(text);
    const changes = new Map([['plans', new Map([['PRO', { set: { price: 20 }, after: 'TEAM' }]])]]);
    expect(changeYaml(text, document.contents, changes)).toContain(
      '{value: false} }\n\n  PRO:\n    price: 20\n  # last\n',
    );
  });

  it('changes a plan that repeats another one without changing the other', () => {
    const repeated = 'a: &a\n  x: { value: 1 }\nb: *a # same\nc:\n  <<: *a\n  y: 2\n';
    expect(change(repeated, { b: { x: { value: 2 } } })).toBe(
      'a: &a\n  x: { value: 1 }\nb:\n  <<: *a\n  x: { value: 2 } # same\nc:\n  <<: *a\n  y: 2\n',
    );
    expect(change(repeated, { c: { x: { value: 3 } } })).toContain('  y: 2\n  x: { value: 3 }\n');
  });

  it('writes texts of several lines, empty values, lists and odd texts', () => {
    const odd = 'a: |\n  one\n  two\nb:\nc: # none\nd:\n  - x # first\n  - y\ne: *';
    const source = odd.replace('e: *', 'e: [q]\n');
    const changed = change(source, { a: 'x\ny', b: 'yes', c: { k: 'a: b' }, d: ['x', 'z'], e: ['q', '1'] });
    expect(changed).toBe(
      'a: |-\n  x\n  y\nb: yes\nc: # none\n  k: "a: b"\nd:\n  - x # first\n  - z\ne: [q, "1"]\n',
    );
    expect(parseDocument(changed).toJS()).toEqual({
      a: 'x\ny',
      b: 'yes',
      c: { k: 'a: b' },
      d: ['x', 'z'],
      e: ['q', '1'],
    });
    expect(change('', { plans: { A: { price: Number.POSITIVE_INFINITY } } })).toBe(
      'plans:\n  A:\n    price: .inf\n',
    );
    expect(change('# only\n', { a: 1 })).toBe('# only\na: 1\n');
    expect(change('a: {}\nb: []\n', { a: { x: 1 }, b: ['y'] })).toBe('a: { x: 1 }\nb: [y]\n');
  });
});

describe('keys', () => {
  const plans = parseDocument(text).get('plans') as never;

  it('are renamed', () => {
    expect(renameKey(text, plans, 'TEAM', 'CREW')).toBe(text.replace('TEAM:', 'CREW:'));
  });

  it('are moved with their comments', () => {
    const moved = moveKey(text, plans, 'TEAM', 'FREE');
    expect(moved).toContain(' # For teams\n  TEAM:\n    price: 12\n');
    expect(Object.keys(parseDocument(moved).toJS().plans)).toEqual(['TEAM', 'FREE']);
    expect(moveKey(moved, parseDocument(moved).get('plans') as never, 'TEAM', null)).toContain('TEAM:');
  });

  it('are copied', () => {
    const copied = parseDocument(copyKey(text, plans, 'TEAM', 'CREW')).toJS();
    expect(copied.plans.CREW).toEqual(copied.plans.TEAM);
    expect(Object.keys(copied.plans)).toEqual(['FREE', 'TEAM', 'CREW']);
  });
});
