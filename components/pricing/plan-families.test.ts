import { expect, it } from 'vitest';
import type { VersionEntry } from '@/lib/contract/versions';
import { createVersionEntry } from '@/tools/testing/contract-fixtures';
import { findShownFamily, groupPlanFamilies } from './plan-families';

const plans = (titles: string[], fields: Partial<VersionEntry> = {}) =>
  titles.map((title) => createVersionEntry(title, fields));

const format = (versions: VersionEntry[]) =>
  groupPlanFamilies(versions).map(
    ({ name, versions: members }) => `${name}: ${members.map(({ title }) => title)}`,
  );

const titles = ['Site Basic', 'Team', 'Site Pro', 'Big Shop One', 'Big Shop Two', 'Big Shop Max', 'Solo'];

it('names families after the words that titles share, if the catalog has none', () => {
  expect(format(plans(titles))).toEqual([
    'Site: Site Basic,Site Pro',
    'Big Shop: Big Shop One,Big Shop Two,Big Shop Max',
    'null: Team,Solo',
  ]);
  expect(format([...plans(titles.slice(0, 4), { family: 'A' }), ...plans(titles.slice(4))])).toEqual([
    'A: Site Basic,Team,Site Pro,Big Shop One',
    'null: Big Shop Two,Big Shop Max,Solo',
  ]);
});

it('keeps an earlier version with the present one of its plan', () => {
  const earlier = createVersionEntry('old', { title: 'Renamed', replaced_by: 'Site Pro' });
  expect(format([...plans(titles), earlier])[0]).toBe('Site: Site Basic,Site Pro,Renamed');
});

it('does not divide a short list, or one whose titles all begin alike', () => {
  expect(format(plans(titles.slice(0, 6)))).toHaveLength(1);
  expect(format(plans(titles.map((title) => `Plan ${title}`)))).toHaveLength(1);
});

it('shows the family of the current plan, unless another one is requested', () => {
  const versions = plans(titles).map((plan) => ({ ...plan, current: plan.title === 'Big Shop One' }));
  const families = groupPlanFamilies(versions);
  expect(findShownFamily(families, null)?.name).toBe('Big Shop');
  expect(findShownFamily(families, 'Site')?.name).toBe('Site');
  expect(findShownFamily(families, 'other')?.name).toBeNull();
  expect(findShownFamily(groupPlanFamilies(plans(titles)), 'None')?.name).toBe('Site');
});
