import { expect, it } from 'vitest';
import { completeSheets, createSheetReader } from './sheet-request';

const source = `features:
  sso: { valueType: BOOLEAN, defaultValue: false, type: DOMAIN }
  api: { valueType: BOOLEAN, defaultValue: false, type: DOMAIN }
plans:
  TEAM: { price: 10 }
`;
const text = { source, extension: null };
const edit = {
  type: 'cells',
  sheet: 'plans',
  cells: [{ row: 'features.sso', column: 'plans.TEAM', kind: 'flag', text: 'yes' }],
} as const;

it('answers with the rows that an edit changes', () => {
  const answer = createSheetReader();
  const first = answer({ text, edit: null, known: null });
  const before = first.sheets && completeSheets(first.sheets, null);
  const second = answer({ text, edit: { ...edit, cells: [...edit.cells] }, known: first.number });
  const rows = second.sheets?.plans.groups.flatMap((group) => group.rows) ?? [];
  expect(rows.filter((row) => typeof row !== 'string')).toEqual([
    { id: 'features.sso', title: 'SSO', cells: [{ kind: 'flag', text: 'yes' }] },
  ]);
  const after = second.sheets && completeSheets(second.sheets, before);
  const other = createSheetReader()({ text: second.text, edit: null, known: null });
  expect(after).toEqual(other.sheets);
  // A page that has another result gets all rows.
  const third = answer({ text: second.text, edit: null, known: first.number });
  expect(third.sheets).toEqual(other.sheets);
});

it('keeps the text if an edit is not possible, or the text has errors', () => {
  const answer = createSheetReader();
  expect(answer({ text: { source: 'a: [', extension: null }, edit: null, known: null }).sheets).toBeNull();
  const anchored = { source: 'plans:\n  TEAM: { price: &price { a: 1 } }\nother: *price\n', extension: null };
  const renamed = { row: 'key', column: 'plans.TEAM', kind: 'text', text: 'TEAM' } as const;
  expect(
    answer({ text: anchored, edit: { type: 'cells', sheet: 'plans', cells: [renamed] }, known: null }),
  ).toMatchObject({
    text: anchored,
    failure: null,
  });
  const override = { row: 'list.description', column: 'plans.TEAM', kind: 'text', text: 'a\u202eb' } as const;
  expect(
    answer({ text, edit: { type: 'cells', sheet: 'plans', cells: [override] }, known: null }),
  ).toMatchObject({
    text,
    failure: 'The text contains a control character or a directional formatting character.',
  });
  const missing = { type: 'move', section: 'plans', key: 'NONE', before: null } as const;
  expect(
    answer({ text: { source: 'plans: []\n', extension: null }, edit: missing, known: null }),
  ).toMatchObject({
    text: { source: 'plans: []\n' },
    failure: 'The text has no map at plans.',
  });
});
