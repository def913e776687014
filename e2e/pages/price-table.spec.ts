import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { checkPage } from './check-page';

const list = `syntaxVersion: "3.1"
saasName: Test # the name
currency: USD
features:
  # Search
  search: { valueType: BOOLEAN, defaultValue: true, type: DOMAIN, tag: Core }
  singleSignOn: { valueType: BOOLEAN, defaultValue: false, type: MANAGEMENT, tag: Security }
usageLimits:
  projectsLimit: { valueType: NUMERIC, defaultValue: 3, unit: project }
plans:
  FREE:
    description: For one
    price: 0
  TEAM:
    description: For teams
    price: 10 # since January
    unit: user/month
addOns:
  extraProjects:
    price: 5
    availableFor: [TEAM]
    usageLimitsExtensions: { projectsLimit: { value: 10 } }
`;

/** The cell of a row and a column, both by title. */
async function getCell(page: Page, row: string, column: string): Promise<Locator> {
  await expect(page.getByRole('grid')).toBeVisible();
  const columns = await page.getByRole('columnheader').allTextContents();
  const shown = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: row, exact: true }) });
  return shown
    .first()
    .getByRole('gridcell')
    .nth(columns.indexOf(column) - 1);
}

async function pressKeys(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', value);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

test('a price is raised in the table, and the text keeps everything else', async ({
  page,
  signIn,
  catalog,
}) => {
  const { id } = await catalog.create(list);
  await signIn({ app: catalog.app, role: 'product', name: 'Ada' }, `/catalog/${id}`);
  const price = await getCell(page, 'Price', 'Team');
  await expect(price).toHaveText('10');
  await price.click();
  await page.keyboard.type('12.50');
  await pressKeys(page, 'Enter');
  await expect(price).toHaveText('12.5');
  await expect(await getCell(page, 'Annual price', 'Team')).toBeFocused();
  await expect(
    page.frameLocator('iframe[title="Preview"]').getByText('$12.50').filter({ visible: true }).first(),
  ).toBeVisible();
  await checkPage(page, { visible: price, axe: true });

  // A value that the list does not allow is marked, and its problem leads back to the cell.
  await price.click();
  await page.keyboard.type('-1');
  await pressKeys(page, 'Tab');
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await (await getCell(page, 'Title', 'Free')).click();
  await page.getByRole('list', { name: '1 problem' }).getByRole('button').click();
  await expect(price).toBeFocused();
  await pressKeys(page, 'ControlOrMeta+z');
  await expect(price).toHaveText('12.5');
  await expect(price).not.toHaveAttribute('aria-invalid');
  await pressKeys(page, 'ControlOrMeta+z');
  await expect(price).toHaveText('10');
  await pressKeys(page, 'ControlOrMeta+Shift+z');
  await expect(price).toHaveText('12.5');

  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Price list' })).toContainText(
    'price: 12.5 # since January',
  );
  await page.getByRole('textbox', { name: 'Price list' }).press('ControlOrMeta+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await page.keyboard.type('12.5');
  await page.getByRole('textbox', { name: 'Replace' }).fill('13');
  await page.getByRole('button', { name: 'Replace all' }).click();
  await page.getByRole('combobox', { name: 'Go to' }).selectOption({ label: '\u00a0\u00a0\u00a0\u00a0TEAM' });
  await expect(page.getByRole('textbox', { name: 'Price list' })).toBeFocused();
  await page.getByRole('button', { name: 'Plans', exact: true }).first().click();
  await expect(price).toHaveText('13');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await catalog.read(id)).toMatchObject({
    source: list.replace('price: 10', 'price: 13'),
    extension: null,
  });
});

test('cells are moved between, filled, cleared and pasted as in a spreadsheet', async ({
  page,
  signIn,
  catalog,
}) => {
  const { id } = await catalog.create(list);
  await signIn({ app: catalog.app, role: 'product', name: 'Ada' }, `/catalog/${id}`);
  const sso = await getCell(page, 'Single sign-on', 'Team');
  await expect(sso).toHaveAccessibleName('No');
  await sso.click();
  await pressKeys(page, 'Space');
  await expect(sso).toHaveAccessibleName('Yes');
  await pressKeys(page, 'Delete');
  await expect(sso).toHaveAccessibleName('No');
  await pressKeys(page, 'Home', 'ArrowDown');
  const projects = await getCell(page, 'Projects limit', 'Free');
  await expect(projects).toBeFocused();
  await paste(page, '5\tunlimited\r\n');
  await expect(projects).toHaveText('5');
  await expect(await getCell(page, 'Projects limit', 'Team')).toHaveText('Unlimited');
  await pressKeys(page, 'Home', 'Shift+End');
  await paste(page, '7');
  await expect(projects).toHaveText('7');
  await expect(await getCell(page, 'Projects limit', 'Team')).toHaveText('7');
  // A click elsewhere writes what is being edited into its own cell.
  await pressKeys(page, 'End', 'F2', 'ControlOrMeta+a');
  await page.keyboard.type('8');
  await projects.click();
  await expect(await getCell(page, 'Projects limit', 'Team')).toHaveText('8');
  await expect(projects).toHaveText('7');
  await expect(projects).toBeFocused();
  await pressKeys(page, 'ArrowRight', 'F2', 'ControlOrMeta+a');
  await page.keyboard.type('7');
  await pressKeys(page, 'Tab', 'F2', 'Escape');
  await expect(await getCell(page, 'Projects limit', 'Team')).toBeFocused();
  await page.getByRole('searchbox', { name: 'Find a row' }).fill('single');
  await expect(page.getByRole('rowheader')).toHaveText(['Single sign-on']);
  await page.getByRole('searchbox', { name: 'Find a row' }).fill('');

  // All cells.
  await projects.click();
  await pressKeys(page, 'ControlOrMeta+a');
  const selected = page.locator('[role=gridcell][aria-selected=true]');
  await expect(selected).toHaveCount(await page.getByRole('gridcell').count());
  await pressKeys(page, 'Escape', 'ArrowDown');
  await expect(selected).toHaveCount(1);

  // The add-on, by plan and by itself.
  const available = await getCell(page, 'Extra Projects', 'Free');
  await expect(available).toHaveAccessibleName('No');
  await available.click();
  await pressKeys(page, 'Space');
  await expect(available).toHaveAccessibleName('Yes');
  await page.getByRole('button', { name: 'Add-ons', exact: true }).first().click();
  const raised = await getCell(page, 'Projects limit', 'Extra Projects');
  await expect(raised).toHaveText('+10');
  await raised.click();
  await page.keyboard.type('+20');
  await pressKeys(page, 'Enter');
  await expect(raised).toHaveText('+20');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const { source } = await catalog.read(id);
  expect(source).toContain('availableFor: [FREE, TEAM]');
  expect(source).toContain('usageLimitsExtensions: { projectsLimit: { value: 20 } }');
  expect(source).toContain('    unit: user/month\n    usageLimits:\n      projectsLimit: { value: 7 }\n');
});

test('a cell takes what is typed, a paste as a whole, or says what it expects', async ({
  page,
  signIn,
  catalog,
}) => {
  const { id } = await catalog.create(list);
  await signIn({ app: catalog.app, role: 'product', name: 'Ada' }, `/catalog/${id}`);
  const sso = await getCell(page, 'Single sign-on', 'Team');
  const field = page.getByRole('grid').getByRole('textbox');
  const alert = page.getByRole('alert').filter({ hasText: 'Nothing was changed.' });
  const type = async (text: string, ...keys: string[]) => {
    await page.keyboard.type(text);
    await pressKeys(page, ...keys);
  };
  await expect(sso).toHaveAccessibleName('No');
  await sso.click();
  await type('yes', 'Tab');
  await expect(sso).toHaveAccessibleName('Yes');
  await type('false', 'Enter', 'ArrowUp');
  await expect(sso).toHaveAccessibleName('No');
  await type('Y', 'Enter', 'ArrowUp');
  await expect(sso).toHaveAccessibleName('Yes');
  await type('maybe', 'Tab');
  await expect(alert).toHaveText('Single sign-on, Team: Expected: Yes / No. Nothing was changed.');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/Expected: Yes/);
  await pressKeys(page, 'Enter', 'Escape');
  await expect(sso).toHaveAccessibleName('Yes');
  await expect(alert).toHaveCount(0);
  // Enter edits the word, as in other cells.
  await pressKeys(page, 'Enter');
  await expect(field).toHaveValue('Yes');
  await pressKeys(page, 'Enter', 'ArrowUp', 'F2');
  await type('no', 'Enter', 'ArrowUp');
  await expect(sso).toHaveAccessibleName('No');
  await type('maybe');
  await (await getCell(page, 'Price', 'Team')).click();
  await expect(alert).toContainText('Single sign-on, Team: Expected');
  await expect(sso).toHaveAccessibleName('No');

  const free = await getCell(page, 'Price', 'Free');
  const team = await getCell(page, 'Price', 'Team');
  await free.click();
  await paste(page, '1\t2\t3\n4\t5\t6\n');
  await expect(alert).toContainText(/^You pasted 2 × 3 cells .* the table has \d+ × 2\./);
  await paste(page, '1\t2\n3\n');
  await expect(alert).toContainText('Row 2 of what you pasted has more or fewer cells than row 1.');
  await (await getCell(page, 'Search', 'Free')).click();
  await paste(page, 'no\tno\nno\tmaybe\n');
  await expect(alert).toContainText('Single sign-on, Team: Expected: Yes / No.');
  await checkPage(page, { visible: alert, axe: true });
  await expect(free).toHaveText('0');
  await expect(team).toHaveText('10');
  await expect(await getCell(page, 'Search', 'Free')).toHaveAccessibleName('Yes');

  await page.getByRole('button', { name: 'Features and limits' }).click();
  const kind = await getCell(page, 'Search', 'Type');
  await kind.click();
  await type('manage', 'Enter', 'ArrowUp');
  await expect(kind).toHaveText('Administration');
  await type('in', 'Enter');
  await expect(alert).toContainText('Search, Type: Expected: Core / Automation / ');
  await type('t', 'Enter');
  await expect(kind).toHaveText('Integration');
  await (await getCell(page, 'Search', 'Unit')).click();
  await paste(page, 'month');
  await expect(alert).toHaveText('Search, Unit: This cell can’t be changed here. Nothing was changed.');

  // Arabic has no keys here.
  await page.context().addCookies([{ name: 'language', value: 'ar', url: process.env.BASE_URL ?? '' }]);
  await page.goto(`/catalog/${id}`);
  await expect(sso).toHaveAccessibleName('لا');
  await sso.click();
  for (const [word, shown] of [
    ['نعم', 'نعم'],
    ['لا', 'لا'],
    ['yes', 'نعم'],
  ] as const) {
    await pressKeys(page, 'F2');
    await page.keyboard.insertText(word);
    await pressKeys(page, 'Enter', 'ArrowUp');
    await expect(sso).toHaveAccessibleName(shown);
  }
});

test('plans and features are added, moved, renamed, retired and removed', async ({
  page,
  signIn,
  catalog,
}) => {
  const { id } = await catalog.create(list);
  await signIn({ app: catalog.app, role: 'product', name: 'Ada' }, `/catalog/${id}`);
  await (await getCell(page, 'Price', 'Free')).click();
  await page.getByRole('button', { name: 'Add plan' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Starter plus');
  await pressKeys(page, 'Enter');
  const headers = page.getByRole('columnheader');
  await expect(headers).toHaveText(['Row', 'Free', 'Starter plus', 'Team']);
  await expect(await getCell(page, 'Price', 'Starter plus')).toHaveAttribute('aria-invalid', 'true');
  await expect(await getCell(page, 'Price', 'Starter plus')).toBeFocused();
  await page.keyboard.type('5');
  await pressKeys(page, 'Enter');
  const actions = page.getByRole('group', { name: 'Starter plus' });
  await actions.getByRole('button', { name: 'Move later' }).click();
  await expect(headers).toHaveText(['Row', 'Free', 'Team', 'Starter plus']);
  await actions.getByRole('button', { name: 'No longer offer' }).click();
  await expect(await getCell(page, 'No longer offered', 'Starter plus')).toHaveAccessibleName('Yes');
  await (await getCell(page, 'Title', 'Team')).click();
  await pressKeys(page, 'Enter');
  await page.keyboard.type('Crew');
  await pressKeys(page, 'Enter');
  await expect(headers).toHaveText(['Row', 'Free', 'Crew', 'Starter plus']);
  await page.getByRole('group', { name: 'Crew' }).getByRole('button', { name: 'Duplicate' }).click();
  await expect(headers).toHaveCount(5);
  await pressKeys(page, 'Tab');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(headers).toHaveCount(4);
  await page.getByRole('button', { name: 'Add feature' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Audit log');
  await pressKeys(page, 'Enter');
  await expect(page.getByRole('rowheader', { name: 'Audit log' })).toBeVisible();
  await (await getCell(page, 'Search', 'Free')).click();
  await page.getByRole('group', { name: 'Search' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('rowheader', { name: 'Search', exact: true })).toHaveCount(0);

  // The key of a feature and the app's settings.
  await page.getByRole('button', { name: 'Features and limits' }).click();
  await (await getCell(page, 'Projects limit', 'Key')).click();
  await pressKeys(page, 'Enter', 'ControlOrMeta+a');
  await page.keyboard.type('boardsLimit');
  await pressKeys(page, 'Enter');
  await expect(page.getByRole('rowheader', { name: 'Boards limit' })).toBeVisible();
  await page.getByRole('button', { name: 'App', exact: true }).click();
  await (await getCell(page, 'Contact address', 'Value')).click();
  await page.keyboard.type('mailto:sales@example.com');
  await pressKeys(page, 'Enter');
  await checkPage(page, { visible: page.getByRole('grid', { name: 'App' }), axe: true });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const { source, extension } = await catalog.read(id);
  expect(source).toContain('# since January');
  expect(source).toContain('  STARTER_PLUS:\n    price: 5');
  expect(source).toContain('usageLimitsExtensions: { boardsLimit: { value: 10 } }');
  expect(source).not.toContain('search:');
  expect(extension).toContain('title: Crew');
  expect(extension).toContain('retired: true');
  expect(extension).toContain('renamed_from: projectsLimit');
  expect(extension).toContain('contact_url: mailto:sales@example.com');
});

test('a list of 12 plans and 700 features is edited', { tag: '@full' }, async ({ page, signIn, catalog }) => {
  const names = Array.from({ length: 700 }, (_, index) => `feature${index}`);
  const features = names.map(
    (name) => `  ${name}: { valueType: BOOLEAN, defaultValue: false, type: DOMAIN }\n`,
  );
  const plans = Array.from({ length: 12 }, (_, index) => {
    const values = names.map((name) => `      ${name}:\n        value: true\n`).join('');
    return `  PLAN_${index}:\n    price: ${index}\n    features:\n${values}`;
  });
  const source = `syntaxVersion: "3.1"\nsaasName: Big\ncurrency: USD\nfeatures:\n${features.join('')}plans:\n${plans.join('')}`;
  const { id } = await catalog.create(source);
  await signIn({ app: catalog.app, role: 'product', name: 'Ada' }, `/catalog/${id}`);
  const cell = await getCell(page, 'Price', 'Plan 11');
  await expect(cell).toHaveText('11');
  await cell.click();
  for (const price of ['20', '21', '22']) {
    await page.keyboard.type(price);
    await pressKeys(page, 'Enter', 'ArrowUp');
  }
  await expect(cell).toHaveText('22');
  await pressKeys(page, 'ControlOrMeta+End', 'Space');
  await expect(await getCell(page, 'Feature 699', 'Plan 11')).toHaveAccessibleName('No');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const saved = await catalog.read(id);
  expect(saved.source).toBe(source.replace('price: 11', 'price: 22').replace(/true\n$/, 'false\n'));
});
