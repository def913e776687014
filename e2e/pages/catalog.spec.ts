import { expect, type Page } from '@playwright/test';
import { makeId } from '@/lib/contract/ids';
import { setTwoPersonRule } from '@/lib/db/catalog-editions';
import type { Database } from '@/lib/db/connection/client';
import { withNumbers } from '@/lib/db/connection/query-json';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { putOn } from '@/tools/testing/import-lists';
import { pageUrl, test } from '../fixtures';
import { checkPage } from './check-page';
import { checkFailedPage } from './page-states';

/** A list as people write it, with one key per line. */
const list = (price: number | string, extra = '') => `syntaxVersion: "3.1"
saasName: Test
currency: USD
features:
  search: { valueType: BOOLEAN, defaultValue: true, type: DOMAIN, description: Find anything }
plans:
  BASIC: { description: For one, price: 0, unit: /month }
  PRO:
    description: For teams
    price: ${price}
    unit: /month
${extra}`;

/** The version that is a plan now. */
const findPlan = (db: Database, app: BuiltApp, catalogKey = 'PRO') =>
  withTenant(db, { appId: app.id }, (queries) =>
    queries.version.findFirstOrThrow({ where: { appId: app.id, catalogKey } }).then(withNumbers),
  );

/** Opens the text of a draft, as those do who know the format. */
const openText = (page: Page) => page.getByRole('button', { name: 'Text', exact: true }).click();

const editor = (page: Page) => page.getByRole('textbox', { name: 'Price list' });

/** Replaces the text in the editor as a paste does. */
async function replaceText(page: Page, text: string): Promise<void> {
  await editor(page).press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('a draft is written, checked, restored and merged', async ({ page, signIn, catalog }) => {
  const { app } = catalog;
  await signIn({ app, role: 'product', name: 'Ada' });
  await page.getByRole('link', { name: 'Catalog' }).click();
  await expect(page.getByRole('heading', { name: 'No editions yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'From the live list' })).toBeVisible();
  await page.getByRole('button', { name: 'From the template' }).press('Enter');
  // The first check of a server starts a thread.
  await expect(page.getByRole('grid', { name: 'Plans' })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await openText(page);
  await expect(editor(page)).toBeVisible();
  const frame = page.frameLocator('iframe[title="Preview"]');

  await replaceText(page, list(12));
  await expect(frame.getByText('$12', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Not saved yet.')).toBeVisible();

  // Keys and names are completed, and a problem leads to its place.
  await page.keyboard.insertText('    fea');
  await page.keyboard.press('Control+Space');
  await page.getByRole('listbox', { name: 'Completions' }).getByRole('option', { name: 'features' }).click();
  await page.keyboard.insertText('\n      s');
  await page.keyboard.press('Control+Space');
  await expect(
    page.getByRole('listbox', { name: 'Completions' }).getByRole('option', { name: 'search' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await replaceText(page, list(-5));
  const problems = page.getByRole('list', { name: '1 problem' });
  await expect(problems).toContainText('Line 10, column 12');
  await expect(page.locator('.cm-lintRange-error')).toHaveText('-5');
  await problems.getByRole('button').press('Enter');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.insertText('1');
  await checkPage(page, { visible: editor(page), axe: true });

  // A warning has a place too.
  await replaceText(page, list(13).replace('price: 13', 'price: 16S'));
  const warnings = page.getByRole('list', { name: 'Check before you publish' });
  await expect(warnings).toContainText('"16S" is not a number.');
  await expect(warnings).toContainText('Line 10, column 12');
  await expect(page.locator('.cm-lintRange-warning')).toHaveText('16S');
  await warnings.getByRole('button', { name: /16S/ }).press('Enter');
  await expect(editor(page)).toBeFocused();

  await replaceText(page, list(13));
  await page.reload();
  await expect(page.getByText('Your unsaved text was restored.')).toBeVisible();
  await expect(editor(page)).toContainText('price: 13');
  await catalog.save(id, list(20));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Someone else has saved another text.')).toBeVisible();
  await page.getByRole('button', { name: 'The other text' }).click();
  await expect(page.getByRole('textbox', { name: 'The other text' })).toContainText('price: 20');
  await openText(page);
  await expect(editor(page)).toContainText('price: 13');
  await page.getByRole('button', { name: 'Save yours' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  // Without a connection, and above the limit, the text stays.
  await page.context().setOffline(true);
  await replaceText(page, list(14));
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('status')).toContainText('checked again in a few seconds');
  await page.context().setOffline(false);
  await expect(frame.getByText('$14', { exact: true }).first()).toBeVisible();
  await page.route('**/api/catalog/**', (route) =>
    route.fulfill({ status: 413, json: { status: 413, code: 'body_too_large', message: 'Too large' } }),
  );
  await replaceText(page, list(15));
  await expect(preview.getByRole('status')).toContainText('larger than 8 MB');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'larger than 8 MB' })).toBeVisible();
  await expect(editor(page)).toContainText('price: 15');
  await page.unrouteAll();
  await replaceText(page, list(13));
  await page.getByRole('link', { name: 'See what changes' }).click();
  await expect(page.getByRole('region', { name: 'Plans', exact: true })).toContainText('Price: $13 / month');
});

test('a text that is written after the session has ended stays, and is saved after a new sign-in', async ({
  page,
  signIn,
  catalog,
}) => {
  const { app } = catalog;
  const { id } = await catalog.create(list(12));
  await signIn({ app, role: 'product' }, `/catalog/${id}?view=source`);
  await expect(editor(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Catalog' })).toHaveAttribute('aria-current', 'true');
  await page.context().clearCookies();
  await replaceText(page, list(13));
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Sign in again in another tab' })).toBeVisible();
  await signIn({ app, role: 'product' }, null);
  await save.click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(editor(page)).toContainText('price: 13');
});

test('an app gets its first list from the template', {
  tag: '@full',
}, async ({ page, signIn, db }) => {
  const app = await buildApp(db, { versions: [], features: 0 });
  await signIn({ app, role: 'product', name: 'Ada' });
  await checkPage(page, { axe: true, visible: page.getByRole('heading', { name: 'No plans yet' }) });
  await expect(page.getByRole('link', { name: 'Compare all features' })).toHaveCount(0);
  for (const path of ['/compare', '/optional-features', '/preview', '/moves', '/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'No plans yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Write a price list' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Write a price list' }).click();
  await expect(page.getByRole('heading', { name: 'No editions yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'From the live list' })).toHaveCount(0);
  await page.getByRole('button', { name: 'From the template' }).click();
  await expect(page.getByRole('grid', { name: 'Plans' })).toBeVisible();
  await page.getByRole('link', { name: 'See what changes' }).click();
  await expect(page.getByRole('region', { name: 'Add-ons' })).toContainText(/Team: \$40 \/ month/);
  await expect(page.getByRole('region', { name: 'Check before you publish' })).not.toContainText(
    'In every plan',
  );
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Edition 1 is live.' })).toBeFocused();
  await page.getByRole('link', { name: 'Plans', exact: true }).click();
  await expect(page.getByRole('listitem', { name: 'Team' })).toContainText('$12');
});

test('a review states the line of a likely rename instead of the accounts that keep a plan', async ({
  page,
  signIn,
  db,
  catalog,
}) => {
  const { app } = catalog;
  await catalog.publish(list(10));
  const pro = await findPlan(db, app);
  await buildAccount(db, app, { history: [pro] });
  const { id } = await catalog.create(list(10).replace('PRO:', 'CREW:'));
  await signIn({ app, role: 'product', name: 'Ada' }, `/catalog/${id}/review`);
  const renames = page.getByRole('region', { name: 'Likely renames' });
  await expect(renames).toContainText(/Pro is probably Crew now.*1 account stays on the old plan/);
  await expect(renames).toContainText('plans: { CREW: { renamed_from: PRO } }');
  await expect(page.getByRole('region', { name: 'Plans', exact: true })).not.toContainText('keeps it');
  await checkPage(page, { axe: true });
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Pro is probably Crew now.');
});

test('a review names a scheduled edition, which shows why it is not published', async ({
  page,
  signIn,
  catalog,
}) => {
  const { app } = catalog;
  await catalog.publish(list(10));
  await catalog.publish(list(12), { at: Math.floor(Date.now() / 1000) + 90 * 86_400 });
  const { id } = await catalog.create(list(11));
  await signIn({ app, role: 'product', name: 'Ada' }, `/catalog/${id}/review`);
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Publish edition 3?' });
  await expect(dialog).toContainText(/Edition 2 is not published on .*, because both change the same values/);
  await expect(dialog).toContainText(/plans\.PRO\.price.*Edition 3: 11.*Edition 2: 12/);
  await checkPage(page, { visible: dialog, axe: true });
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Edition 3 is live.' })).toBeFocused();
  await page.getByRole('link', { name: 'All editions' }).click();
  const reason = page.getByText(
    'Not published: an edition that was published since changes the same values.',
  );
  await expect(reason).toBeVisible();
  await checkPage(page, { axe: true });
  await page.getByRole('link', { name: 'Edition 2' }).first().click();
  await expect(reason).toBeVisible();
  await expect(page.getByText('Before: 10')).toBeVisible();
  await expect(page.getByText('Published since: 11')).toBeVisible();
});

test('a scheduled edition that is published earlier keeps its decisions', async ({
  page,
  signIn,
  db,
  catalog,
}) => {
  const { app } = catalog;
  await catalog.publish(list(10));
  const pro = await findPlan(db, app);
  await buildAccount(db, app, { history: [pro] });
  const at = Math.floor(Date.now() / 1000) + 90 * 86_400;
  const { id } = await catalog.publish(list(12), { at, existing: { PRO: 'follow' } });
  await signIn({ app, role: 'product', name: 'Ada' }, `/catalog/${id}/review`);
  const plans = page.getByRole('region', { name: 'Plans' });
  await expect(plans.getByRole('radio', { name: 'Follow', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('radio', { name: 'Now' }).check();
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Edition 2 is live.' })).toBeFocused();
  await expect(plans).toContainText('1 account gets the change at once.');
});

test('a review counts the requests that a withdrawn plan ends', async ({
  page,
  request,
  signIn,
  db,
  catalog,
}) => {
  const { app } = catalog;
  await catalog.publish(list(10));
  const account = await buildAccount(db, app, { history: [await findPlan(db, app, 'BASIC')] });
  const headers = { Authorization: `Bearer ${await buildKey(db, { app, account, role: 'member' })}` };
  const data = { version_id: (await findPlan(db, app)).id };
  expect((await request.post('/account/changes', { headers, data })).ok()).toBe(true);
  const { id } = await catalog.create(list(10).replace(/ {2}PRO:.*\/month\n/s, ''));
  await signIn({ app, role: 'product', name: 'Ada' }, `/catalog/${id}/review`);
  await expect(page.getByRole('region', { name: 'Plans' })).toContainText(
    '1 requested change leads to it. It can’t be approved, and expires.',
  );
  await checkPage(page, { axe: true });
});

test('an edition ends at a time, and its end can be canceled', async ({ page, signIn, catalog }) => {
  const { app } = catalog;
  await catalog.publish(list(10));
  const { id } = await catalog.create(list(8), { note: 'Autumn sale' });
  await signIn({ app, role: 'product', name: 'Ada' }, `/catalog/${id}/review`);
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Publish edition 2?' });
  const end = dialog.getByRole('group', { name: 'End', exact: true });
  await expect(end.getByRole('radio', { name: 'Never' })).toBeChecked();
  await end.getByRole('radio', { name: 'On a date' }).check();
  await expect(end).toContainText('Edition 1 is published again then.');
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(dialog.getByRole('status')).toContainText('Choose an end after the publication');
  const time = dialog.getByLabel('Ends on');
  await expect(time).toBeFocused();
  const year = new Date().getFullYear() + 1;
  await time.fill(`${year}-03-03T09:00`);
  const existing = dialog.getByRole('group', {
    name: 'What happens to accounts at the end?',
  });
  await existing.getByRole('radio', { name: 'Follow', exact: true }).check();
  await expect(existing).toContainText('get the price and content that apply again');
  await checkPage(page, { visible: dialog, axe: true });

  // An end is after the publication, and stays with a schedule.
  await dialog.getByRole('radio', { name: 'At a time' }).check();
  await dialog.getByLabel('Date and time').fill(`${year}-03-04T09:00`);
  await dialog.getByRole('button', { name: 'Schedule publication' }).click();
  await expect(time).toBeFocused();
  await dialog.getByLabel('Date and time').fill(`${year}-03-01T09:00`);
  await dialog.getByRole('button', { name: 'Schedule publication' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Edition 2 will be published' })).toBeFocused();
  const ends = new RegExp(`Ends on .*${year}`);
  await expect(page.getByText(ends)).toBeVisible();

  await page.getByRole('button', { name: 'Cancel schedule' }).click();
  const cancel = page.getByRole('alertdialog', { name: /^Cancel the schedule of edition/ });
  await cancel.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Edition 2 is a draft again.' })).toBeFocused();
  await expect(page.getByText(ends)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel schedule' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Publish' }).click();
  await end.getByRole('radio', { name: 'On a date' }).check();
  await time.fill(`${year}-03-03T09:00`);
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Edition 2 is live.' })).toBeFocused();
  await expect(page.getByText(ends)).toBeVisible();
  await checkPage(page, { axe: true });
  await page.getByRole('link', { name: 'All editions' }).click();
  const rows = page.getByRole('list', { name: 'Editions, newest first' }).getByRole('listitem');
  await expect(rows.nth(0)).toContainText(/Edition 3.*Ends edition 2.*Scheduled/);
  await expect(rows.nth(1)).toContainText(ends);
  await checkPage(page, { axe: true });
  const other = await catalog.create(list(9));
  await page.goto(`/catalog/${other.id}/review`);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    /Edition 3 is not published on .*Edition 2 then has no end\./,
  );
  await page.goto(`/catalog/${id}/review`);
  await page.getByRole('link', { name: 'Edition 3', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Ends edition 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(cancel).toContainText('Edition 2 then has no end.');
  await checkPage(page, { visible: cancel, axe: true });
  await cancel.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Edition 3 is a draft again.' })).toBeFocused();
  await page.getByRole('link', { name: 'Ends edition 2' }).click();
  await expect(page.getByText('Edition 3, which was to end it, is a draft')).toBeVisible();
  await expect(page.getByText(ends)).toHaveCount(0);

  // The audit has the times.
  await page.goto('/audit?type=catalog.schedule_canceled');
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await entries.nth(0).locator('summary').click();
  await expect(entries.nth(0)).toContainText(
    new RegExp(`Edition ?3 ?Time ?3 March ${year}, .*Ends edition ?2`),
  );
});

test('an edition is reviewed, published and published again', async ({ page, signIn, db, catalog }) => {
  const { app } = catalog;
  await catalog.publish(list(10));
  const pro = await findPlan(db, app);
  for (const title of ['One', 'Two']) await buildAccount(db, app, { title, history: [pro] });
  await catalog.create(list(12), { note: 'Raise Pro' });
  await signIn({ app, role: 'product', name: 'Ada' }, '/catalog');
  const rows = page.getByRole('list', { name: 'Editions, newest first' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(/Edition 1.*New: Basic, Pro.*Published by Test key.*Live/);
  await checkPage(page, { axe: true });
  await rows.nth(0).getByRole('link', { name: 'Edition 2' }).click();
  await page.getByRole('link', { name: 'See what changes' }).click();

  const plans = page.getByRole('region', { name: 'Plans', exact: true });
  await expect(plans).toContainText('Price: $10 / month → $12 / month');
  const existing = plans.getByRole('group', { name: 'What happens to 2 accounts?' });
  await expect(existing.getByRole('radio', { name: 'Keep', exact: true })).toBeChecked();
  await expect(existing).toContainText('the price rises');
  await existing.getByRole('radio', { name: 'Keep the price' }).check();
  await expect(existing).toContainText('They get the new content, and pay no more than now.');
  // It is saved with the draft at once.
  await expect(existing.getByRole('status')).toHaveText('Saved.');
  await page.reload();
  await expect(existing.getByRole('radio', { name: 'Keep the price' })).toBeChecked();
  await page.getByRole('button', { name: 'Publish' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Publish edition 2?' });
  await expect(asked).toContainText('2 accounts get the new content, and pay no more than now.');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await existing.getByRole('radio', { name: 'Follow at renewal' }).check();
  await expect(existing).toContainText('Each keeps price and content until its paid period ends');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(asked).toContainText('2 accounts get the change when the paid period ends.');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await existing.getByRole('radio', { name: 'Follow', exact: true }).check();
  await expect(existing.getByRole('status')).toHaveText('Saved.');
  await checkPage(page, { axe: true });

  // The live catalog changes while the dialog is open.
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Publish edition 2?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog).toContainText('Pro changes. 2 accounts get the change at once.');
  await catalog.publish(list(11));
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Other changes for: Pro' })).toBeVisible();
  await expect(plans).toContainText('Price: $11 / month → $12 / month');

  await page.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('radio', { name: 'At a time' }).check();
  await dialog.getByRole('button', { name: 'Schedule publication' }).click();
  await expect(dialog.getByRole('status')).toContainText('Choose a time in the next two years.');
  const time = dialog.getByLabel('Date and time');
  await expect(time).toBeFocused();
  await checkPage(page, { visible: dialog, axe: true });
  // A scheduled edition is published at its time unless another is chosen.
  const year = new Date().getFullYear() + 1;
  await time.fill(`${year}-03-01T08:00`);
  await dialog.getByRole('button', { name: 'Schedule publication' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Edition 2 will be published' })).toBeFocused();
  await expect(page.getByText(/^Ada has scheduled it for/)).toBeVisible();
  await page.getByRole('link', { name: 'All editions' }).click();
  await expect(rows.filter({ hasText: 'Scheduled' })).toContainText('Changed: Pro');
  await page.getByRole('link', { name: 'Edition 2' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(time).toHaveValue(`${year}-03-01T08:00`);
  await dialog.getByRole('radio', { name: 'Now' }).check();
  await dialog.getByLabel('Note for your team').fill('Pro costs more');
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  const done = page.getByRole('status').filter({ hasText: 'Edition 2 is live.' });
  await expect(done).toBeFocused();
  await expect(done.getByRole('link', { name: 'See the audit' })).toHaveAttribute(
    'href',
    /audit\?type=catalog/,
  );
  await expect(page.getByText('Pro costs more')).toBeVisible();
  await expect(page.getByText(/Published by Ada on/)).toBeVisible();

  // Accounts that keep a plan can be moved from it.
  await page.getByRole('link', { name: 'All editions' }).click();
  await page.getByRole('link', { name: 'Edition 3' }).click();
  await plans.getByRole('link', { name: 'Move them to another plan' }).click();
  await expect(page.getByLabel('From')).toHaveValue(pro.id);

  // Any two editions are compared.
  await catalog.publish(list(12).replace('PRO', 'TEAM'));
  await page.goto('/catalog');
  await rows.first().getByRole('link').click();
  await page.getByRole('link', { name: 'Compare with…' }).click();
  await expect(page.getByText('Choose the edition to compare with edition 4.')).toBeVisible();
  await checkPage(page, { axe: true });
  await page.getByRole('link', { name: /Compare ?: Edition 1$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'From edition 1 to edition 4' })).toBeVisible();
  await expect(plans).toContainText(/Pro.*No longer offered/);
  await checkPage(page, { axe: true });
  await page.getByRole('link', { name: 'Swap' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'From edition 4 to edition 1' })).toBeVisible();
  await expect(plans).toContainText(/Team.*No longer offered/);

  // An earlier edition is published again as a new draft, which can be discarded.
  await page.getByRole('link', { name: 'All editions' }).click();
  await rows.last().getByRole('link').click();
  await page.getByRole('button', { name: 'Publish again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edition 5' })).toBeVisible();
  await expect(plans).toContainText('Price: $12 / month → $10 / month');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Edition 5 was discarded.' })).toBeFocused();

  // The text of a discarded edition is used for a new draft. One that changes nothing says so.
  const { id } = await catalog.create(list(12).replace('PRO', 'TEAM'));
  await page.goto(`/catalog/${id}/review`);
  await expect(page.getByText('Nothing. The live catalog has the same content.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0);
  await page.goto('/catalog');
  await rows.nth(1).getByRole('link').click();
  await page.getByRole('button', { name: 'New draft from it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edition 7' })).toBeVisible();
});

test('earlier generations and accounts that lose nothing are decided by themselves', async ({
  page,
  signIn,
  db,
  catalog,
}) => {
  const { app } = catalog;
  const annual = 'billing: { monthly: 1, annual: 0.8 }\n';
  const first = await catalog.publish(list(10, annual));
  await buildAccount(db, app, { title: 'One', history: [await findPlan(db, app)] });
  await catalog.publish(list(12, annual));
  const pro = await findPlan(db, app);
  const account = await buildAccount(db, app, { title: 'Two', history: [pro] });
  const yearly = await buildAccount(db, app, { title: 'Three', history: [pro] });
  await putOn(db, { app, id: yearly.id }, 'PRO', 'year');
  const { id } = await catalog.create(list(11));
  await signIn({ app, role: 'product', name: 'Ada' }, `/catalog/${id}/review`);
  const existing = page.getByRole('group', { name: 'What happens to 2 accounts?' });
  await expect(existing.getByRole('radio', { name: 'Keep if worse off' })).toBeChecked();
  await expect(existing).toContainText('1 account keeps price and content. 1 account gets the change');
  await expect(existing).toContainText('annual billing is withdrawn (1 account)');
  const earlier = page.getByRole('region', { name: 'Earlier plans' });
  await expect(earlier).toContainText('Price: $10 / month → $11 / month');
  await expect(earlier.getByRole('radio', { name: 'Keep', exact: true })).toBeChecked();
  await earlier.getByRole('radio', { name: 'Follow', exact: true }).check();
  await expect(earlier.getByRole('status')).toHaveText('Saved.');
  // Two choices, one after another, are both saved. The default one can be chosen again.
  await existing.getByRole('radio', { name: 'Follow', exact: true }).check();
  await earlier.getByRole('radio', { name: 'Keep', exact: true }).check();
  await earlier.getByRole('radio', { name: 'Follow', exact: true }).check();
  await expect(earlier.getByRole('status')).toHaveText('Saved.');
  await page.reload();
  await expect(earlier.getByRole('radio', { name: 'Follow', exact: true })).toBeChecked();
  await expect(existing.getByRole('radio', { name: 'Follow', exact: true })).toBeChecked();
  // A choice about what someone else has saved meanwhile is not saved, and can be made again.
  await catalog.save(id, list(11));
  await existing.getByRole('radio', { name: 'Keep if worse off' }).click();
  await expect(existing.getByRole('alert')).toContainText('Someone else has changed the edition');
  await expect(existing.getByRole('radio', { name: 'Follow', exact: true })).toBeChecked();
  await existing.getByRole('radio', { name: 'Keep if worse off' }).check();
  await expect(existing.getByRole('status')).toHaveText('Saved.');
  await expect(existing).toContainText('1 account keeps price and content. 1 account gets the change');
  await checkPage(page, { axe: true });
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Publish edition 3?' });
  await expect(dialog).toContainText(
    'Pro changes. 1 account keeps what it has. 1 account gets the change at once.',
  );
  await expect(dialog).toContainText('Earlier Pro: 1 account gets the change at once.');
  await checkPage(page, { visible: dialog, axe: true });
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Edition 3 is live.' })).toBeFocused();
  await expect(earlier).toContainText('1 account gets the change at once.');

  // The account that loses nothing has followed.
  await expect
    .poll(() =>
      withTenant(db, { appId: app.id, accountId: account.id }, (queries) =>
        queries.historyEntry.count({ where: { accountId: account.id, command: 'follow' } }),
      ),
    )
    .toBe(1);
  await signIn({ app, account, role: 'owner' }, '/history');
  await expect(page.getByText('Changed with the price list, from an earlier Pro')).toBeVisible();

  // A comparison shows what was decided.
  await signIn({ app, role: 'product', name: 'Ada' }, `/catalog/${id}/compare?from=${first.id}`);
  const compared = page.getByRole('region', { name: 'Existing accounts' });
  await expect(compared).toContainText('PRO~1: Not decided → Follow');
  await checkPage(page, { visible: compared, axe: true });
});

test('with the two-person rule, another person publishes', async ({ page, context, signIn, db, catalog }) => {
  const { app } = catalog;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await catalog.create(list(12));
  await signIn({ app, role: 'product', name: 'Ada', userId: 'ada' }, '/catalog');
  const status = await page.evaluate(
    async ([path, source]) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ source }) })).status;
    },
    [`/api/catalog/editions/${id}`, list(13)] as const,
  );
  expect(status).toBe(200);
  await page.goto(`/catalog/${id}/review`);
  await page.getByRole('button', { name: 'Publish' }).click();
  // The rule is turned on while the dialog is open.
  await setTwoPersonRule(db, app.id, true, makeId);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was published.' })).toBeVisible();
  await expect(page.getByText('You edited this edition last. Another person publishes it.')).toBeVisible();
  await expect(page.getByText(/^Edited by Ada on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await checkPage(page, { axe: true });

  await signIn({ app, role: 'product', name: 'Bo', userId: 'bo' }, `/catalog/${id}/review`);
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);

  // Who decides about accounts has edited it last.
  await setTwoPersonRule(db, app.id, false, makeId);
  await catalog.publish(list(10));
  await buildAccount(db, app, { history: [await findPlan(db, app)] });
  await setTwoPersonRule(db, app.id, true, makeId);
  await page.reload();
  const existing = page.getByRole('group', { name: 'What happens to 1 account?' });
  await existing.getByRole('radio', { name: 'Follow', exact: true }).check();
  await expect(existing.getByRole('status')).toHaveText('Saved.');
  await expect(page.getByText('You edited this edition last. Another person publishes it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0);
});

test('a draft is saved with a note, reviewed, and published after requested changes are approved', async ({
  page,
  signIn,
  catalog,
}) => {
  const { app } = catalog;
  await signIn({ app, role: 'product', name: 'Bo', userId: 'bo' }, '/catalog');
  const { id } = await catalog.create(list(12));
  await signIn({ app, role: 'product', name: 'Ada', userId: 'ada' }, `/catalog/${id}?view=source`);
  await replaceText(page, list(13));
  await page.getByRole('textbox', { name: 'Note for your team' }).fill('One dollar more');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  const notes = page.getByRole('list', { name: 'Notes, newest first' }).getByRole('listitem');
  await expect(notes).toHaveCount(1);
  await expect(notes).toContainText(/^Ada saved the text.*One dollar more$/);
  // Who edited the text last can't review it, and chooses who does.
  await expect(page.getByText('You edited this edition last. Another person reviews it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request changes' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Reviewer' }).selectOption('Bo');
  await page.getByRole('button', { name: 'Request review' }).click();
  await expect(notes.first()).toContainText('Ada requested a review from Bo');
  await page.goto('/catalog');
  await expect(page.getByText('Review by Bo')).toBeVisible();

  await signIn({ app, role: 'product', name: 'Bo', userId: 'bo' }, `/catalog/${id}/review`);
  await page.getByRole('button', { name: 'Request changes' }).click();
  const text = page.getByRole('textbox', { name: 'Note', exact: true });
  await expect(text).toBeFocused();
  await expect(text).toHaveAccessibleDescription('Write a text first.');
  await text.fill('Not before May.\nThe letter is not written.');
  await page.getByRole('button', { name: 'Request changes' }).click();
  await expect(page.getByText('Changes requested.', { exact: true })).toBeVisible();
  await expect(page.getByText('Bo has requested changes.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0);
  await page.getByRole('link', { name: 'See the review' }).click();
  await checkPage(page, { visible: notes.first(), axe: true });
  await page.goto('/catalog');
  await expect(page.getByText('Changes requested', { exact: true })).toBeVisible();
  await checkPage(page, { axe: true });

  await signIn({ app, role: 'product', name: 'Ada', userId: 'ada' }, `/catalog/${id}?view=source`);
  await expect(page.getByText('Bo has requested changes.')).toBeVisible();
  await replaceText(page, list(14));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The draft has changed since.')).toBeVisible();
  await checkPage(page, { visible: notes.first(), axe: true });

  await signIn({ app, role: 'product', name: 'Bo', userId: 'bo' }, `/catalog/${id}/review`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(notes.first()).toContainText('Bo approved it');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('Edition 1 is live.')).toBeVisible();
  await text.fill('Thanks.');
  await page.getByRole('button', { name: 'Comment' }).click();
  await expect(notes.first()).toContainText(/^Bo commented.*Thanks\.$/);
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
});

test('the catalog is read by the product team in pages', { tag: '@full' }, async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const tenant = await createTenant();
  const { app } = tenant;
  const author = { kind: 'session', id: null, name: 'مها', channel: 'portal' };
  await withTenant(
    db,
    { appId: app.id },
    (queries) => queries.$executeRaw`
      INSERT INTO catalog_editions (app_id, id, number, source, created_by, created_at, updated_at)
      SELECT ${app.id}, 'ced_' || lpad(n::text, 26, '0'), n, 'x', ${JSON.stringify(author)}::jsonb, now(), now()
      FROM generate_series(1, 1000) n`,
  );
  await signIn({ app, role: 'support' }, null);
  expect((await page.goto('/catalog'))?.status()).toBe(404);
  await signIn({ app, role: 'product' }, '/catalog');
  await expect(page.getByRole('listitem').filter({ hasText: 'Edition' })).toHaveCount(50);
  await page.getByRole('link', { name: 'Older editions' }).click();
  await expect(page).toHaveURL(/cursor=951$/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Edition' })).toHaveCount(50);
  await page.getByRole('link', { name: 'Edition 950', exact: true }).click();
  await page.getByRole('link', { name: 'See what changes' }).click();
  await expect(page.getByRole('region', { name: '1 problem' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0);
  expect((await page.goto('/catalog/ced_none'))?.status()).toBe(404);
  const content = page.getByRole('list', { name: 'Editions, newest first' });
  await checkFailedPage(page, { db, tenant, table: 'catalog_editions', path: '/catalog', content });
});

test('a link shows a draft to anyone at the address that created it', async ({
  page,
  createTenant,
  signIn,
  catalog,
}) => {
  const { app } = catalog;
  const addOns = 'addOns: { backup: { price: 3, unit: /month, features: { search: { value: true } } } }\n';
  const path = await catalog.share((await catalog.create(list(17, addOns))).id);
  // The session of another app, on the host name of none.
  await signIn({ ...(await createTenant({ title: 'Other' })) }, path);
  const header = page.getByRole('banner');
  await checkPage(page, {
    axe: true,
    assertContent: async () => {
      await expect(page.getByRole('listitem', { name: 'PRO' })).toContainText('$17');
      await expect(header).toContainText(app.title);
      await expect(header.getByRole('navigation')).toHaveCount(0);
    },
  });
  await page.getByRole('button', { name: 'Comparison' }).click();
  await checkPage(page, {
    axe: true,
    assertContent: () => expect(page.getByRole('columnheader').last()).toContainText('$17'),
  });
  await page.getByRole('button', { name: 'Add-ons' }).click();
  await checkPage(page, {
    axe: true,
    assertContent: () => expect(page.getByRole('listitem', { name: 'backup' })).toContainText('$3'),
  });
  expect((await page.goto(pageUrl(app.host, path)))?.status()).toBe(200);
  expect((await page.goto(path.replace(app.slug, 'unknown')))?.status()).toBe(404);
  expect((await page.goto(`${path.slice(0, -1)}_`))?.status()).toBe(404);
});

test('the audit says what was turned off, and until when a draft is shared', async ({
  page,
  signIn,
  db,
  catalog,
}) => {
  const { app } = catalog;
  await catalog.share((await catalog.create(list(12))).id);
  await setTwoPersonRule(db, app.id, true, makeId);
  await setTwoPersonRule(db, app.id, false, makeId);
  await signIn({ app, role: 'support' }, '/audit');
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  for (const index of [0, 2]) await entries.nth(index).locator('summary').click();
  await expect(entries.nth(0)).toContainText(/Two-person rule.*Enabled ?No/);
  await expect(entries.nth(2)).toContainText(/Share link.*Edition ?1 ?Expires ?\d+ \w+ \d{4}/);
});
