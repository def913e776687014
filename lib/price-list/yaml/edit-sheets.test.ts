import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { chooseSeed, isFullRun, sampleSize } from '@/tools/testing/test-scope';
import { editPriceList, type SheetEdit } from './edit-sheets';
import { type PriceListText, parsePriceListText, readSheets, type SheetName } from './sheets';

const example: PriceListText = {
  source: readFileSync('examples/price-list.yml', 'utf8'),
  extension: null,
};
const edit = (text: PriceListText, change: SheetEdit) => editPriceList(parsePriceListText(text), change);
const read = (text: PriceListText) => readSheets(parsePriceListText(text));
const editCell = (text: PriceListText, sheet: SheetName, row: string, column: string, value: string) => {
  const { columns, groups } = read(text)[sheet];
  const found = groups.flatMap(({ rows }) => rows).find(({ id }) => id === row);
  const kind = found?.cells[columns.findIndex(({ id }) => id === column)]?.kind;
  if (!kind) throw new Error(`No cell ${row} ${column}`);
  return edit(text, { type: 'cells', sheet, cells: [{ row, column, kind, text: value }] });
};
/** The lines that differ. */
const diff = (before: string, after: string) => {
  const known = new Set(before.split('\n'));
  return after.split('\n').filter((line) => !known.has(line));
};

describe('readSheets', () => {
  it('reads plans with settings, features by heading, limits and add-ons', () => {
    const { plans, addOns, features, app } = read(example);
    expect(plans.columns.map(({ title }) => title)).toEqual(['Free', 'Team', 'Group']);
    const rows = Object.fromEntries(
      plans.groups.flatMap(({ rows: each }) =>
        each.map(({ id, cells }) => [id, cells.map((cell) => cell?.text)]),
      ),
    );
    expect(rows['list.price']).toEqual(['0', '12', 'Contact sales']);
    expect(rows['extension.recommended']).toEqual(['', 'yes', '']);
    expect(rows['features.singleSignOn']).toEqual(['no', 'no', 'yes']);
    expect(rows['usageLimits.storageLimit']).toEqual(['5', '100', 'unlimited']);
    expect(rows['addOns.extraStorage']).toEqual(['no', 'yes', 'no']);
    expect(plans.groups.map(({ title }) => title)).toEqual([
      null,
      'Core',
      'Administration',
      'Support',
      null,
      null,
    ]);
    const storage = addOns.groups
      .flatMap(({ rows: each }) => each)
      .find(({ id }) => id === 'usageLimits.storageLimit');
    expect(storage?.cells.map((cell) => cell?.text)).toEqual(['', '+9']);
    expect(features.columns[0]?.id).toBe('key');
    expect(app.groups[0]?.rows.find(({ id }) => id === 'list.currency')?.cells[0]?.text).toBe('EUR');
  });
});

describe('editPriceList', () => {
  it('writes cells, and nothing else', () => {
    const raised = editCell(example, 'plans', 'list.price', 'plans.TEAM', '€14.50');
    expect(diff(example.source, raised.source)).toEqual(['    price: 14.5 # a month; 119.52 a year']);
    const feature = editCell(example, 'plans', 'features.singleSignOn', 'plans.TEAM', 'yes');
    expect(diff(example.source, feature.source)).toEqual([
      '    features: { support: { value: Phone }, singleSignOn: { value: true } }',
    ]);
    const cleared = editCell(feature, 'plans', 'features.singleSignOn', 'plans.TEAM', '');
    expect(cleared).toEqual(example);
    const title = editCell(example, 'plans', 'extension.title', 'plans.TEAM', 'Crew, 5+');
    expect(diff(example.source, title.source)).toEqual([
      '      TEAM: { tag: team, recommended: true, more_info: Cancel at any time., title: "Crew, 5+" }',
    ]);
  });

  it('writes settings of the extension into its own text', () => {
    const bare = { source: example.source.slice(0, example.source.indexOf('custom:')), extension: null };
    const tagged = editCell(bare, 'plans', 'extension.tag', 'plans.TEAM', 'v2');
    expect(tagged).toEqual({ source: bare.source, extension: 'plans:\n  TEAM:\n    tag: v2\n' });
    expect(editCell(tagged, 'plans', 'extension.tag', 'plans.TEAM', '').extension).toBeNull();
  });

  it('writes what an add-on is available for, and by how much it raises a limit', () => {
    const added = editCell(example, 'plans', 'addOns.extraStorage', 'plans.GROUP', 'yes');
    expect(added.source).toContain('extraStorage: { price: 5, availableFor: [TEAM, GROUP],');
    const all = { ...example, source: example.source.replace('price: 5, availableFor: [TEAM]', 'price: 5') };
    const but = editCell(all, 'plans', 'addOns.extraStorage', 'plans.FREE', 'no');
    expect(but.source).toContain('availableFor: [TEAM, GROUP]');
    const set = editCell(example, 'addOns', 'usageLimits.storageLimit', 'addOns.extraStorage', '50');
    expect(parse(set.source).addOns.extraStorage).toEqual({
      price: 5,
      availableFor: ['TEAM'],
      usageLimits: { storageLimit: { value: 50 } },
    });
    const raised = editCell(set, 'addOns', 'usageLimits.storageLimit', 'addOns.extraStorage', '+20');
    expect(parse(raised.source).addOns.extraStorage).toMatchObject({
      usageLimitsExtensions: { storageLimit: { value: 20 } },
    });
    expect(parse(raised.source).addOns.extraStorage).not.toHaveProperty('usageLimits');
  });

  it('adds, copies, moves and removes entries with what names them', () => {
    const added = edit(example, { type: 'add', section: 'plans', name: 'Team plus', after: 'TEAM' });
    expect(Object.keys(parse(added.source).plans)).toEqual(['FREE', 'TEAM', 'TEAM_PLUS', 'GROUP']);
    expect(parse(added.source).plans.TEAM_PLUS).toEqual({ price: null, unit: 'user/month' });
    expect(parse(added.source).custom.app_versions.plans.TEAM_PLUS).toEqual({ title: 'Team plus' });
    const copied = edit(example, { type: 'copy', section: 'plans', key: 'TEAM' });
    expect(parse(copied.source).plans.TEAM_2).toEqual(parse(example.source).plans.TEAM);
    expect(parse(copied.source).custom.app_versions.plans.TEAM_2).toEqual({
      more_info: 'Cancel at any time.',
    });
    const moved = edit(example, { type: 'move', section: 'plans', key: 'GROUP', before: 'FREE' });
    expect(Object.keys(parse(moved.source).plans)).toEqual(['GROUP', 'FREE', 'TEAM']);
    const removed = edit(example, { type: 'remove', section: 'plans', key: 'TEAM' });
    expect(removed.source).not.toContain('TEAM');
    const without = edit(example, { type: 'remove', section: 'features', key: 'singleSignOn' });
    expect(without.source.match(/singleSignOn\b/g)).toBeNull();
    const limit = edit(example, {
      type: 'add',
      section: 'usageLimits',
      name: 'Projekte für Gäste',
      after: null,
    });
    expect(limit.source).toContain('projekteFurGaste');
    expect(edit(example, { type: 'add', section: 'plans', name: '团队', after: null }).source).toContain(
      '\n  团队:',
    );
  });

  it('writes what owners can change, and keeps it with a plan that is renamed or removed', () => {
    const bare = { source: example.source.slice(0, example.source.indexOf('custom:')), extension: null };
    const hidden = editCell(bare, 'plans', 'extension.switching', 'plans.TEAM', 'hidden');
    const policy = editCell(hidden, 'app', 'extension.downgrades', 'value', 'none');
    expect(parse(policy.extension ?? '')).toEqual({
      switching: { plans: { TEAM: 'hidden' }, downgrades: 'none' },
    });
    expect(editCell(policy, 'app', 'extension.downgrades', 'value', '').extension).toBe(hidden.extension);
    const renamed = editCell(policy, 'plans', 'key', 'plans.TEAM', 'CREW');
    expect(parse(renamed.extension ?? '').switching.plans).toEqual({ CREW: 'hidden' });
    const removed = edit(hidden, { type: 'remove', section: 'plans', key: 'TEAM' });
    expect(removed.extension).toBeNull();
  });

  it('copies a plan with its add-ons, its policy and its texts, which is neither recommended nor the default', () => {
    const bare = { source: example.source.slice(0, example.source.indexOf('custom:')), extension: null };
    const extension = `
plans:
  TEAM: { title: Crew, tag: crew, recommended: true, default: true, family: Work, trial: { days: 14, then: TEAM } }
  GROUP: { trial: { days: 7, then: TEAM } }
switching: { plans: { TEAM: hidden } }
texts: { de: { plans: { TEAM: { title: Mannschaft, family: Arbeit } } } }
`;
    const copied = edit({ ...bare, extension }, { type: 'copy', section: 'plans', key: 'TEAM' });
    const { plans, switching, texts } = parse(copied.extension ?? '');
    expect(plans).toEqual({
      ...parse(extension).plans,
      TEAM_2: parse('{ family: Work, trial: { days: 14, then: TEAM_2 } }'),
    });
    expect(switching.plans).toEqual({ TEAM: 'hidden', TEAM_2: 'hidden' });
    expect(texts.de.plans).toEqual({
      TEAM: { title: 'Mannschaft', family: 'Arbeit' },
      TEAM_2: { family: 'Arbeit' },
    });
    expect(parse(copied.source).addOns.extraStorage.availableFor).toEqual(['TEAM', 'TEAM_2']);
  });

  it('copies an add-on that others exclude, and a feature and a limit with their values', () => {
    const source = `
${example.source.slice(0, example.source.indexOf('addOns:'))}
addOns:
  login: { price: 1, features: { singleSignOn: { value: true } } }
  audit: { price: 2, dependsOn: [login] }
  basic: { price: 3, excludes: [login] }
`;
    const list = { source, extension: null };
    const copy = (section: 'addOns' | 'features' | 'usageLimits', key: string) =>
      parse(edit(list, { type: 'copy', section, key }).source);
    const { addOns } = copy('addOns', 'login');
    expect([addOns.login2, addOns.audit.dependsOn, addOns.basic.excludes]).toEqual([
      ...[addOns.login, ['login'], ['login', 'login2']],
    ]);
    const feature = copy('features', 'singleSignOn');
    expect(feature.addOns.login.features.singleSignOn2).toEqual({ value: true });
    expect(feature.plans.GROUP.features.singleSignOn2).toEqual(feature.plans.GROUP.features.singleSignOn);
    expect(copy('usageLimits', 'storageLimit').plans.TEAM.usageLimits.storageLimit2).toEqual({ value: 100 });
  });

  it('renames a plan that follows a trial', () => {
    const bare = { source: example.source.slice(0, example.source.indexOf('custom:')), extension: null };
    const trial = editCell(bare, 'plans', 'extension.trial', 'plans.TEAM', '{days: 14, then: TEAM}');
    const renamed = editCell(trial, 'plans', 'key', 'plans.TEAM', 'CREW');
    expect(parse(renamed.extension ?? '')).toEqual(
      parse('plans: {CREW: {trial: {days: 14, then: CREW}, renamed_from: TEAM}}'),
    );
  });

  it('renames an entry wherever it is named, and keeps where it comes from', () => {
    const renamed = editCell(example, 'plans', 'key', 'plans.TEAM', 'CREW');
    const data = parse(renamed.source);
    expect(Object.keys(data.plans)).toEqual(['FREE', 'CREW', 'GROUP']);
    expect(data.addOns.extraStorage.availableFor).toEqual(['CREW']);
    expect(data.custom.app_versions.plans.CREW).toMatchObject({ recommended: true, renamed_from: 'TEAM' });
    const again = editCell(renamed, 'plans', 'key', 'plans.CREW', 'TEAM');
    expect(parse(again.source)).toEqual(parse(example.source));
    const feature = editCell(example, 'features', 'features.storage', 'key', 'space');
    expect(parse(feature.source).usageLimits.storageLimit.linkedFeatures).toEqual(['space']);
    const limit = editCell(example, 'features', 'usageLimits.storageLimit', 'key', 'space');
    expect(parse(limit.source).plans.TEAM.usageLimits).toEqual({ space: { value: 100 } });
    expect(() => editCell(example, 'plans', 'key', 'plans.TEAM', 'FREE')).toThrow('already has "FREE"');
  });
});

const folder = path.resolve('../shared/pricings');
const lists = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yml'))
  : [];

describe.runIf(lists.length > 0)('real price lists', () => {
  it('are read, and keep every line that an edit does not concern', () => {
    let edits = 0;
    for (const name of isFullRun ? lists : lists.filter((_, index) => index % 4 === 0)) {
      const text = { source: readFileSync(path.join(folder, name), 'utf8'), extension: null };
      const sheets = read(text);
      const cells = (['plans', 'addOns'] as const).flatMap((sheet) =>
        sheets[sheet].groups.flatMap(({ rows }) =>
          rows.flatMap(({ id, cells: each }) =>
            each.flatMap((cell, index) => {
              const column = sheets[sheet].columns[index]?.id ?? '';
              const isContent =
                id.startsWith('features.') || id.startsWith('usageLimits.') || id === 'list.price';
              return isContent && cell ? [{ sheet, row: id, column, cell }] : [];
            }),
          ),
        ),
      );
      if (cells.length === 0) continue;
      fc.assert(
        fc.property(
          fc.nat(cells.length - 1),
          fc.constantFrom('yes', 'no', '17', 'unlimited', 'Some, text: "x"', ''),
          (index, value) => {
            const target = cells[index];
            if (!target || target.cell.text === value) return;
            const { sheet, row, column, cell } = target;
            const after = edit(text, {
              type: 'cells',
              sheet,
              cells: [{ row, column, kind: cell.kind, text: value }],
            });
            const found = read(after)
              [sheet].groups.flatMap(({ rows }) => rows)
              .find(({ id }) => id === row);
            const position = sheets[sheet].columns.findIndex(({ id }) => id === column);
            const shown = found?.cells[position];
            if (value === '')
              expect([`${shown?.isDefault}`, shown?.text ?? '']).toContain(shown?.text === '' ? '' : 'true');
            else expect(shown?.text).toBe(value);
            const removed = diff(after.source, text.source).length;
            const added = diff(text.source, after.source).length;
            expect(removed, name).toBeLessThanOrEqual(value === '' ? 3 : 2);
            expect(added, name).toBeLessThanOrEqual(3);
            edits += 1;
          },
        ),
        { numRuns: sampleSize({ quick: 4, full: 10 }), seed: chooseSeed(process.env.EDIT_SEED) },
      );
    }
    expect(edits).toBeGreaterThan(sampleSize({ quick: 80, full: 800 }));
  });
});
