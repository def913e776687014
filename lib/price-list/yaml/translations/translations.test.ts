import { describe, expect, it } from 'vitest';
import type { ListTexts } from '@/lib/contract/catalog-editions';
import { ImportError } from '../diagnostics';
import { formatTranslationCsv, readTranslationCsv } from './translation-csv';
import {
  compareTranslations,
  decodeTranslations,
  findTranslationFormat,
  listTranslationUnits,
  type Translations,
} from './translation-file';
import { formatXliff, readXliff } from './xliff';

const awkward = 'A "quoted" <b>text</b> & more;\n- a list, a\ttab, \'=1+1, 5 > 3, ]]> \uffff 👩‍🍳';
const list: ListTexts = {
  language: 'en',
  entries: [
    { path: ['app', 'title'], text: 'Larder' },
    { path: ['plans', 'TEAM_PLUS', 'title'], text: 'Team plus' },
    { path: ['plans', 'TEAM_PLUS', 'description'], text: awkward },
    { path: ['features', 'support', 'title'], text: 'Support' },
    { path: ['features', 'support', 'values', '24/7 — all.days'], text: '24/7 — all.days' },
    { path: ['units', 'project'], text: 'project' },
    { path: ['values', '24/7 — all.days'], text: '24/7 — all.days' },
  ],
};
const arabic = new Map([
  ['["plans","TEAM_PLUS","title"]', 'فريق +'],
  ['["plans","TEAM_PLUS","description"]', '=نص "مقتبس" <b>\nسطر & 😀'],
  ['["units","project","other"]', 'مشروع'],
  ['["units","project","few"]', 'مشاريع'],
]);
const present: Translations = {
  ...{ name: 'larder', sourceLanguage: 'en', language: 'ar' },
  units: listTranslationUnits(list, 'ar', arabic),
};
const formats = { xliff: [formatXliff, readXliff], csv: [formatTranslationCsv, readTranslationCsv] } as const;
const names = ['xliff', 'csv'] as const;

/** The problems of a file, by line. */
const findProblems = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return error.diagnostics.map(({ line, path, message }) => [line, path ? `${path}: ${message}` : message]);
  }
  return [];
};

describe('listTranslationUnits', () => {
  it('has a text for each plural category of the language, and says what texts belong to', () => {
    expect(present.units.map(({ key, context, target }) => [key, context, target])).toEqual([
      ['app.title', 'App, title', ''],
      ['plans.TEAM_PLUS.title', 'Plan "Team plus", title', 'فريق +'],
      ['plans.TEAM_PLUS.description', 'Plan "Team plus", description', expect.stringContaining('نص')],
      ['features.support.title', 'Feature "Support", title', ''],
      ['units.project.zero', 'Unit after a number, plural category "zero", for numbers such as 0', ''],
      ['units.project.one', 'Unit after a number, plural category "one", for numbers such as 1', ''],
      ['units.project.two', 'Unit after a number, plural category "two", for numbers such as 2', ''],
      [
        'units.project.few',
        'Unit after a number, plural category "few", for numbers such as 3, 4, 5, 6',
        'مشاريع',
      ],
      [
        'units.project.many',
        'Unit after a number, plural category "many", for numbers such as 11, 12, 13, 14',
        '',
      ],
      [
        'units.project.other',
        'Unit after a number, plural category "other", for numbers such as 100, 101, 102',
        'مشروع',
      ],
      ['values.24:2F7:20:E2:80:94:20all:2Edays', 'Value of "Support"', ''],
    ]);
    expect(
      listTranslationUnits(list, 'ja', new Map()).filter(({ path: [section] }) => section === 'units'),
    ).toHaveLength(1);
  });
});

describe.each(names)('%s', (format) => {
  const [write, read] = formats[format];

  it('changes nothing if it is imported as it was exported', () => {
    const file = read('larder', write(present));
    expect(file.language).toBe('ar');
    expect(file.units.map(({ key, source, target }) => ({ key, source, target }))).toEqual(
      present.units.map(({ key, source, target }) => ({ key, source, target })),
    );
    expect(compareTranslations('larder', file, present)).toEqual({ edits: [], outdated: [] });
  });

  it('changes the texts that it has, and keeps those that it lacks', () => {
    const units = present.units.map((unit) => ({
      ...unit,
      ...(unit.key === 'app.title' && { target: awkward }),
      ...(unit.key.endsWith('few') && { target: '' }),
    }));
    const { edits } = compareTranslations('larder', read('larder', write({ ...present, units })), present);
    expect(edits).toEqual([{ path: ['app', 'title'], text: awkward }]);
  });

  it('reports texts whose source has changed, and does not apply them', () => {
    const units = present.units.map((unit) => ({
      ...unit,
      ...(unit.key === 'plans.TEAM_PLUS.title' && { source: 'Team', target: 'فريق' }),
      // As before, so that there is nothing to apply.
      ...(unit.key === 'units.project.other' && { source: 'board' }),
    }));
    const { edits, outdated } = compareTranslations(
      'larder',
      read('larder', write({ ...present, units })),
      present,
    );
    expect(edits).toEqual([]);
    expect(outdated).toEqual([
      expect.objectContaining({ source: 'Team', present: 'Team plus', target: 'فريق' }),
    ]);
  });

  it('rejects a file with what the list does not have, as a whole', () => {
    const [first, ...others] = present.units;
    const units = [{ ...first!, key: 'plans.GONE.title' }, ...others, others[0]!];
    const problems = findProblems(() =>
      compareTranslations('larder', read('larder', write({ ...present, language: 'de', units })), present),
    );
    expect(problems).toEqual([
      [null, 'The file has texts in "de", not in "ar".'],
      [format === 'csv' ? 2 : 4, 'plans.GONE.title: The price list has no such text.'],
      [expect.any(Number), expect.stringContaining('plans.TEAM_PLUS.title: This text is also on line')],
    ]);
  });
});

it.each(names)('%s with a text that a list can not have is rejected with the unit', (format) => {
  const [write, read] = formats[format];
  const find = (target: string) => {
    const units = present.units.map((unit) =>
      unit.key === 'plans.TEAM_PLUS.title' ? { ...unit, target } : unit,
    );
    const text = write({ ...present, units });
    return findProblems(() => compareTranslations('larder', read('larder', text), present));
  };
  const line = format === 'csv' ? 3 : 10;
  const control =
    'plans.TEAM_PLUS.title: The text contains a control character or a directional formatting character.';
  expect(find('a\u202eb')).toEqual([[line, control]]);
  expect(find('a\u0085b')).toEqual([[line, control]]);
});

it.each(names)('%s without texts is rejected', (format) => {
  const [write, read] = formats[format];
  const file = read('larder', write({ ...present, units: [] }));
  expect(findProblems(() => compareTranslations('larder', file, present))).toEqual([
    [null, 'The file has no texts.'],
  ]);
});

describe('readXliff', () => {
  const wrap = (content: string, root = 'srcLang="en" trgLang="ar"') =>
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" ${root}><file id="f">\n${content}\n</file></xliff>`;

  it('joins segments, and reads none of which a part is not translated', () => {
    const unit = (second: string) => `<unit id="app.title"><notes><note>n</note></notes>
      <segment><source>One. </source><target>1. </target></segment><ignorable><source> </source></ignorable>
      <segment><source>Two<mrk id="m" type="term">.</mrk></source>${second}</segment></unit>`;
    const [whole] = readXliff('x', wrap(unit('<target><![CDATA[2 < 3]]></target>'))).units;
    expect(whole).toEqual({ key: 'app.title', source: 'One.  Two.', target: '1.  2 < 3', line: 2 });
    expect(readXliff('x', wrap(unit(''))).units).toMatchObject([{ target: '' }]);
  });

  it('ignores what other tools add', () => {
    const match =
      '<mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><mtc:match ref="#1"><source>x</source><target>y</target></mtc:match></mtc:matches>';
    const content = `<group id="g"><unit id="a">${match}<segment><source>A</source></segment></unit></group>`;
    expect(readXliff('x', wrap(content)).units).toMatchObject([{ key: 'a', source: 'A', target: '' }]);
  });

  it('names the unit with a character that a list can not have', () => {
    const find = (cp: string) =>
      findProblems(() => {
        const target = `<target>a<cp hex="${cp}"/>b\u202e</target>`;
        const unit = `<unit id="app.title"><segment><source>Larder</source>\n${target}</segment></unit>`;
        compareTranslations('x', readXliff('x', wrap(unit)), present);
      });
    const control = 'app.title: The text contains a null character or an unpaired surrogate.';
    expect(find('D800')).toEqual([[2, control]]);
    expect(find('0')).toEqual([[2, control]]);
    for (const hex of ['110000', 'FFFFFFFFFF', '', 'x', '-1'])
      expect(find(hex)).toEqual([[3, `app.title: "${hex}" is not the code of a character.`]]);
  });

  it.each([
    ['text', '', 1, 'The file is not XML: '],
    ['an unclosed element', wrap('<unit id="a">'), 3, 'The file is not XML: unexpected close tag'],
    ['an entity', wrap('<unit id="a"><segment><source>&x;</source></segment></unit>'), 2, 'undefined entity'],
    [
      'an earlier version',
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2"/>',
      1,
      'Expected a file of XLIFF 2.',
    ],
    ['other XML', '\n<svg/>', 2, 'Expected a file of XLIFF 2.'],
    ['no language', wrap('', 'srcLang="en"'), 1, 'The file has no target language.'],
    ['a language', wrap('', 'srcLang="en" trgLang="a_b"'), 1, '"a_b" is not a language tag of BCP 47.'],
    ['no id', wrap('<unit/>'), 2, 'A unit has no id.'],
    [
      'markup',
      wrap('<unit id="a"><segment><source>a <ph id="1"/></source></segment></unit>'),
      2,
      'A text of the price list has no markup, such as <ph>.',
    ],
  ])('rejects %s', (_, text, line, message) => {
    expect(findProblems(() => readXliff('x', text))).toEqual([[line, expect.stringContaining(message)]]);
  });
});

describe('readTranslationCsv', () => {
  it('reads what spreadsheets save', () => {
    const text = '\ufeffKey;Context;Source;AR\r\napp.title;;Larder;"a;\nb"\r\n;;;\r\n';
    expect(readTranslationCsv('x', text)).toEqual({
      ...{ language: 'ar', sourceLanguage: null },
      units: [{ key: 'app.title', source: 'Larder', target: 'a;\nb', line: 2 }],
    });
  });

  it.each([
    ['an empty file', '', 1, 'The file is empty.'],
    ['no language', 'key,context,source\n', 1, 'Expected the columns key, context, source and one language.'],
    ['two languages', 'key,source,de,fr\n', 1, 'Expected the columns'],
    ['a name', 'key,source,German!\n', 1, '"German!" is not a language tag of BCP 47.'],
    ['an open quote', 'key,source,de\na,"b,c\n', 2, 'The file is not CSV: Quote Not Closed'],
    ['a short line', 'key,source,de\n"a\nb",c,d\na,b\n', 4, 'a: Expected 3 cells, not 2.'],
    ['a line with a comma too many', 'key,source,de\na,b,c\nd,e,f, g\n', 3, 'd: Expected 3 cells, not 4.'],
    [
      'a cell beside the columns',
      'key,source,de,\na,b,c,\nd,e,f,g\n',
      3,
      'd: A cell is in a column without a name.',
    ],
    ['a column twice', 'key,source,Source,de\n', 1, 'The column "Source" is given twice.'],
  ])('rejects %s', (_, text, line, message) => {
    expect(findProblems(() => readTranslationCsv('x', text))).toEqual([
      [line, expect.stringContaining(message)],
    ]);
  });
});

it('reads UTF-8 and UTF-16', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, ...new Uint8Array(new Uint16Array([0x61, 0x646]).buffer)]);
  expect(decodeTranslations('x', utf16)).toBe('aن');
  expect(findProblems(() => decodeTranslations('x', new Uint8Array([0x61, 0xe4])))).toEqual([
    [null, 'The file is not valid UTF-8. Save it as UTF-8.'],
  ]);
});

it('knows formats by names', () => {
  expect(['a.xlf', 'a.XLIFF', 'a.csv', 'a.xml'].map(findTranslationFormat)).toEqual([
    'xliff',
    'xliff',
    'csv',
    null,
  ]);
});
