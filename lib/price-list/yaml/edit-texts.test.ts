import { describe, expect, it } from 'vitest';
import type { ListTexts } from '@/lib/contract/catalog-editions';
import { editPriceList } from './edit-sheets';
import { locateProblem } from './locate-problem';
import { type PriceListText, parsePriceListText, readSheets } from './sheets';
import { toTextId } from './texts';

const source = `saasName: Larder
features:
  support: { valueType: TEXT, defaultValue: Mail }
plans:
  TEAM: { price: 10 }
`;
const texts: ListTexts = {
  language: 'en',
  entries: [
    { path: ['app', 'title'], text: 'Larder' },
    { path: ['features', 'support', 'title'], text: 'Support' },
    { path: ['features', 'support', 'values', 'Mail'], text: 'Mail' },
    { path: ['plans', 'TEAM', 'title'], text: 'Team' },
    { path: ['units', 'user'], text: 'user' },
    { path: ['values', 'Mail'], text: 'Mail' },
  ],
};
const read = (text: PriceListText, known: ListTexts | null = texts) =>
  readSheets(parsePriceListText(text), known);
const edit = (text: PriceListText, path: string[], language: string, value: string) =>
  editPriceList(parsePriceListText(text), {
    ...{ type: 'cells', sheet: 'texts' },
    cells: [{ row: toTextId(path), column: language, kind: 'text', text: value }],
  });
const withExtension = (extension: string | null) => ({ source, extension });
const listed = (extension: string | null, known?: ListTexts | null) => {
  const { columns, groups } = read(withExtension(extension), known).texts;
  const rows = groups.flatMap((group) => group.rows);
  const mark = (cell: (typeof rows)[0]['cells'][0]) => {
    if (!cell) return null;
    return cell.isMissing ? '?' : `${cell.text}${cell.isDefault ? '*' : ''}`;
  };
  return [
    columns.map(({ id }) => id),
    ...rows.map(({ id, cells }) => [JSON.parse(id).join('.'), ...cells.map(mark)]),
  ];
};

describe('the sheet of texts', () => {
  it('has a row for each text and each plural form of the languages', () => {
    const extension = `texts:
  de: { app: { title: Vorrat }, units: { user: Nutzer } }
  ar: { units: { user: { few: مستخدمين, other: مستخدم } }, plans: { OLD: { title: قديم } } }
`;
    expect(listed(extension)).toEqual([
      ['source', 'de', 'ar'],
      ['app.title', 'Larder', 'Vorrat', '?'],
      ['plans.TEAM.title', 'Team', '?', '?'],
      ['plans.OLD.title', '', '', 'قديم'],
      ['features.support.title', 'Support', '?', '?'],
      ['units.user.zero', 'user', null, 'مستخدم*'],
      ['units.user.one', 'user', 'Nutzer*', 'مستخدم*'],
      ['units.user.two', 'user', null, 'مستخدم*'],
      ['units.user.few', 'user', null, 'مستخدمين'],
      ['units.user.many', 'user', null, 'مستخدم*'],
      ['units.user.other', 'user', 'Nutzer', 'مستخدم'],
      ['values.Mail', 'Mail', '?', '?'],
    ]);
  });

  it('has a value of one feature if a language has it, which completes the value of all', () => {
    const extension = 'texts: { de: { features: { support: { values: { Mail: Post } } } }, fr: null }\n';
    expect(listed(extension).slice(4)).toEqual([
      ['features.support.values.Mail', 'Mail', 'Post', ''],
      ['units.user.one', 'user', '?', '?'],
      // Large numbers in French.
      ['units.user.many', 'user', null, '?'],
      ['units.user.other', 'user', '?', '?'],
      ['values.Mail', 'Mail', '', '?'],
    ]);
  });

  it('has what languages have before it is known what can be translated', () => {
    expect(listed('texts: { de: { app: { title: Vorrat } } }\n', null)).toEqual([
      ['source', 'de'],
      ['app.title', '', 'Vorrat'],
    ]);
  });

  it('shows the place of a problem', () => {
    const sheets = read(withExtension('texts: { de: { units: { user: { one: Nutzer } } } }\n'));
    const locate = (path: string) => locateProblem(sheets, { file: 'extension', path });
    const place = (...path: string[]) => ({ sheet: 'texts', row: toTextId(path), column: 'de' });
    expect(locate('texts.de.plans.TEAM.title')).toEqual(place('plans', 'TEAM', 'title'));
    expect(locate('texts.de.units.user.other')).toEqual(place('units', 'user', 'other'));
    expect(locate('texts.de.units.user')).toEqual(place('units', 'user', 'other'));
    expect(locate('texts.de')).toEqual(place('app', 'title'));
    expect(locate('texts.fr')).toBeNull();
  });
});

describe('an edit of a text', () => {
  const extension = `# Texts
texts:
  # German
  de:
    plans: { TEAM: { title: Mannschaft, description: 'Für "alle"' } } # of plans
    units:
      user: Nutzer # the same
  fr: { app: { title: Garde-manger } }
`;

  it.each([
    [
      ['plans', 'TEAM', 'title'],
      'de',
      'Team: neu',
      (text: string) => text.replace('Mannschaft', '"Team: neu"'),
    ],
    [
      ['plans', 'TEAM', 'description'],
      'de',
      '',
      (text: string) => text.replace(`, description: 'Für "alle"'`, ''),
    ],
    [['app', 'title'], 'fr', 'Réserve', (text: string) => text.replace('Garde-manger', 'Réserve')],
    [
      ['features', 'support', 'title'],
      ...['de', 'Hilfe'],
      (text: string) =>
        text.replace('# the same\n', '# the same\n    features:\n      support:\n        title: Hilfe\n'),
    ],
    [['units', 'user', 'other'], 'de', 'Personen', (text: string) => text.replace('Nutzer', 'Personen')],
    [
      ['units', 'user', 'one'],
      ...['de', 'Person'],
      (text: string) => text.replace('user: Nutzer', 'user:\n        one: Person\n        other: Nutzer'),
    ],
    [
      ['units', 'user', 'other'],
      'de',
      '',
      (text: string) => text.replace('    units:\n      user: Nutzer # the same\n', ''),
    ],
  ] as [string[], string, string, (text: string) => string][])(
    'at %s in %s sets "%s"',
    (path, language, text, expected) => {
      expect(edit(withExtension(extension), path, language, text).extension).toBe(expected(extension));
    },
  );

  it('keeps a language without its last text', () => {
    const emptied = edit(withExtension(extension), ['app', 'title'], 'fr', '');
    expect(emptied.extension).toBe(extension.replace('{ app: { title: Garde-manger } }', 'null'));
    const filled = edit(emptied, ['app', 'title'], 'fr', 'Réserve');
    expect(filled.extension).toContain('  fr:\n    app:\n      title: Réserve\n');
  });

  it('keeps the other forms of a unit', () => {
    const forms = 'texts:\n  de:\n    units: { user: { one: Nutzer, other: Nutzern } } # two\n';
    expect(edit(withExtension(forms), ['units', 'user', 'one'], 'de', '').extension).toBe(
      forms.replace('one: Nutzer, ', ''),
    );
  });

  it('adds and removes languages, also in the list', () => {
    const language = (text: PriceListText, tag: string, isRemoved: boolean) =>
      editPriceList(parsePriceListText(text), { type: 'language', tag, isRemoved });
    const added = language(withExtension(null), 'pt-BR', false);
    expect(added.extension).toBe('texts:\n  pt-BR: null\n');
    expect(edit(added, ['app', 'title'], 'pt-BR', 'Despensa').extension).toBe(
      'texts:\n  pt-BR:\n    app:\n      title: Despensa\n',
    );
    expect(language(withExtension(extension), 'de', true).extension).toBe(
      '# Texts\ntexts:\n  # German\n  fr: { app: { title: Garde-manger } }\n',
    );
    expect(language(added, 'pt-BR', true).extension).toBeNull();
    const inList = { source: `${source}custom: { app_versions: { app: { title: X } } }\n`, extension: null };
    expect(language(inList, 'de', false).source).toContain('{ app: { title: X }, texts: { de: null } }');
  });

  it('follows the keys of plans and features', () => {
    const text = withExtension(extension);
    const renamed = editPriceList(parsePriceListText(text), {
      ...{ type: 'cells', sheet: 'plans' },
      cells: [{ row: 'key', column: 'plans.TEAM', kind: 'text', text: 'CREW' }],
    });
    expect(renamed.extension).toContain('plans: { CREW: { title: Mannschaft');
    const removed = editPriceList(parsePriceListText(text), {
      type: 'remove',
      section: 'plans',
      key: 'TEAM',
    });
    expect(removed.extension).not.toContain('Mannschaft');
  });
});
