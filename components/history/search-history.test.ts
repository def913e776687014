import { expect, test } from 'vitest';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { FeatureChange, FeatureRef } from '@/lib/contract/fields';
import type { CatalogChange, HistoryEntry } from '@/lib/contract/history';
import { type FoundSubject, indexHistory, searchHistory } from './search-history';

const ref = (id: string, title = id): FeatureRef => ({ id, title, is_limit: false });
const none = { gained: [], lost: [], raised: [], lowered: [], changed: [] };
const amount = (value: number) => ({
  value: null,
  amount: value,
  unlimited: false,
  unit: 'GB',
  period: null,
});
const lowered = (id: string, from: number, to: number): FeatureChange => ({
  ...ref(id),
  from: amount(from),
  to: amount(to),
  improved: false,
});

const createEntry = (
  activated: number,
  title: string,
  name: string,
  fields: Partial<HistoryEntry> = {},
): HistoryEntry =>
  ({
    ...none,
    ...{ activated, title, actor: { name }, kind: 'switch', catalog_changes: [] },
    ...fields,
  }) as unknown as HistoryEntry;
const change = (changedAt: number, fields: Partial<CatalogChange>): CatalogChange =>
  ({ ...none, changed_at: changedAt, previous_price: null, ...fields }) as CatalogChange;
const createAddOn = (timestamp: number, status: 'active' | 'inactive', by: string, cause = 'toggle') =>
  ({
    ...{ id: 'off_pack', title: 'Security pack', timestamp, status, by, cause, quantity: 1 },
    ...{ features: [ref('sso', 'Single sign-on')], catalog_changes: [] },
  }) as unknown as AddOnHistoryEntry;

/** "sso on 30 Team (Ada): 30 gained plan, 10 gained add-on" */
const describe = ({ id, isOn, since, events }: FoundSubject) => {
  const format = (event: typeof since) =>
    `${event.at} ${event.kind} ${event.subject}${event.by === null ? '' : ` (${event.by})`}`;
  return [`${id} ${isOn ? 'on' : 'off'}`, format(since), ...events.map(format)];
};
const search = (entries: HistoryEntry[], query: string, addOns: AddOnHistoryEntry[] = []) =>
  searchHistory(indexHistory(entries, addOns), query, 10).subjects.map(describe);

const first = createEntry(10, 'Free', 'Ada', { gained: [ref('files')] });
const team = createEntry(20, 'Team', 'Bo', { gained: [ref('sso', 'Single sign-on')] });

test('a feature is had since the switch to a plan that includes it', () => {
  expect(search([team, first], 'files')).toEqual([
    ['files on', '10 gained Free (Ada)', '10 gained Free (Ada)'],
  ]);
  // Initials match.
  expect(search([team, first], 'sso')).toEqual([['sso on', '20 gained Team (Bo)', '20 gained Team (Bo)']]);
  expect(search([team, first], 'audit')).toEqual([]);
  expect(search([team, first], ' ')).toEqual([]);
});

test('a publication counts as a change by the provider, and follows as one too', () => {
  const changed = {
    ...first,
    catalog_changes: [change(15, { gained: [ref('audit')] }), change(18, { lost: [ref('audit')] })],
  };
  expect(search([changed], 'audit')).toEqual([
    ['audit off', '18 lost Free', '18 lost Free', '15 gained Free'],
  ]);
  const followed = createEntry(30, 'Team', 'Ines', { kind: 'publication', gained: [ref('audit')] });
  expect(search([followed, team, first], 'audit')).toEqual([
    ['audit on', '30 gained Team', '30 gained Team'],
  ]);
});

test('a changed amount is listed, and does not begin anything', () => {
  const changed = { ...first, catalog_changes: [change(15, { lowered: [lowered('files', 100, 80)] })] };
  expect(search([changed], 'files')).toEqual([
    ['files on', '10 gained Free (Ada)', '15 changed Free', '10 gained Free (Ada)'],
  ]);
});

test('a feature is had since the first of a plan and an add-on that overlap', () => {
  const on = createAddOn(12, 'active', 'Cleo');
  const off = createAddOn(20, 'inactive', 'Bo', 'switch');
  expect(search([team, first], 'single', [off, on])).toEqual([
    [
      'sso on',
      '12 gained Security pack (Cleo)',
      '20 gained Team (Bo)',
      '20 lost Security pack (Bo)',
      '12 gained Security pack (Cleo)',
    ],
  ]);
  const changed = { ...on, catalog_changes: [change(15, { lost: [ref('sso')], gained: [ref('audit')] })] };
  expect(search([first], 'single', [changed])).toEqual([
    ['sso off', '15 lost Security pack', '15 lost Security pack', '12 gained Security pack (Cleo)'],
  ]);
  expect(search([first], 'audit', [changed])).toEqual([
    ['audit on', '15 gained Security pack', '15 gained Security pack'],
  ]);
  const quantity = createAddOn(14, 'active', 'Dan');
  expect(search([first], 'security', [quantity, on])).toEqual([
    ['off_pack on', '12 gained Security pack (Cleo)', '12 gained Security pack (Cleo)'],
  ]);
  expect(search([first], 'security', [createAddOn(16, 'inactive', 'Dan'), on])).toEqual([
    [
      'off_pack off',
      '16 lost Security pack (Dan)',
      '16 lost Security pack (Dan)',
      '12 gained Security pack (Cleo)',
    ],
  ]);
});

test('the newest title is shown, earlier ones are found, and the best match is first', () => {
  const renamed = createEntry(30, 'Team', 'Bo', {
    raised: [{ ...lowered('files', 1, 2), title: 'Documents' }],
  });
  const more = createEntry(25, 'Team', 'Bo', { gained: [ref('export', 'Export of files')] });
  const { subjects } = searchHistory(indexHistory([renamed, more, team, first], []), 'files', 10);
  expect(subjects.map(({ title }) => title)).toEqual(['Documents', 'Export of files']);
});

test('a search of 1,000 entries that change 700 features is cut', () => {
  const features = Array.from({ length: 700 }, (_, index) => ref(`feature-${index}`, `Feature ${index}`));
  const entries = Array.from({ length: 1000 }, (_, index) =>
    createEntry(1000 - index, 'Team', 'Ada', { [index % 2 === 0 ? 'gained' : 'lost']: features }),
  );
  const index = indexHistory(entries, []);
  const { subjects, count } = searchHistory(index, 'feature 69', 10);
  expect([subjects.length, count]).toEqual([10, 17]);
  expect(subjects[0]).toMatchObject({ title: 'Feature 69', isOn: true, since: { at: 1000 } });
});

test('of equal matches, the shortest title is first', () => {
  const entry = createEntry(10, 'Free', 'Ada', { gained: [ref('b', 'Files of others'), ref('a', 'Files')] });
  const { subjects } = searchHistory(indexHistory([entry], []), 'files', 1);
  expect(subjects.map(({ title }) => title)).toEqual(['Files']);
});
