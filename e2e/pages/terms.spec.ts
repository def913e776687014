import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { checkPage } from './check-page';

const spec = {
  title: 'Larder',
  features: ['Projects', 'Recipes', 'Audit log', 'Insights'],
  units: { 1: { unit: 'project', isLimit: true } },
  versions: [
    {
      ...{ title: 'Kitchen', fee: 900, features: [1, 2], amounts: { 1: 10 } },
      optional: [{ feature: 4, addOn: 'Insights', fee: 300 }],
    },
    { title: 'Brigade', fee: 4900, features: [1, 2, 3], amounts: { 1: 50 } },
  ],
};

test('the product team agrees on terms with an account, which its owner sees', async ({
  page,
  createTenant,
  signIn,
}) => {
  const { app, account } = await createTenant(spec, () => ({
    ...{ title: 'Osteria Pia', externalId: 'osteria', daysAgo: 40 },
  }));
  await signIn({ app, role: 'product' });
  await page.goto('/accounts/osteria');
  const plan = page.getByRole('region', { name: 'Plan and price' });
  const since = /since \d+ \w+ \d{4}/.exec((await plan.textContent()) ?? '')![0];
  const section = page.getByRole('region', { name: 'Terms', exact: true });
  await expect(section).toContainText('No terms were agreed with the account.');
  await section.getByRole('button', { name: 'Agree on terms' }).press('Enter');
  const set = section.getByRole('button', { name: 'Set the terms' });
  await set.press('Enter');
  await expect(section.getByRole('alert')).toHaveText(
    'Enter a price as a number, or add a limit or a feature.',
  );
  await expect(section.getByLabel('A month', { exact: true })).toBeFocused();
  await section.getByLabel('A month', { exact: true }).fill('7,50');
  await section.getByLabel('Add a limit or a feature').selectOption('Projects');
  await section.getByRole('textbox', { name: 'Projects' }).fill('20');
  await section.getByLabel('Add a limit or a feature').selectOption('Audit log');
  await section.getByLabel('Add a limit or a feature').selectOption('Recipes');
  await section.getByRole('button', { name: 'Remove Recipes' }).press('Enter');
  await section.getByLabel('Until').fill('2027-03-01');
  await checkPage(page, {
    axe: true,
    assertContent: () => expect(section.getByRole('textbox', { name: 'Projects' })).toHaveValue('20'),
  });
  await set.press('Enter');
  await expect(section.getByRole('alert')).toHaveText('Enter a reason. Nothing was changed.');
  await section.getByLabel('Reason').fill('Contract of 2026');
  await set.press('Enter');
  await checkPage(page, {
    axe: true,
    assertContent: async () => {
      await expect(section).toContainText('Kitchen · in effect');
      await expect(section).toContainText(/A month\s*\$7\.50\s*Projects\s*20\s*Audit log\s*Included/);
      await expect(section).toContainText('1 March 2027');
      await expect(section).toContainText('Contract of 2026');
      await expect(plan).toContainText('$7.50 / month in total');
      await expect(plan).toContainText('From 2 March 2027: $9 / month in total');
      await expect(plan).toContainText(`Kitchen ${since}`);
      await expect(page.getByRole('listitem').filter({ hasText: /Audit log.*by terms/ })).toBeVisible();
    },
  });

  await signIn({ app, account, role: 'owner' });
  const note = page.getByText(/Your terms until 1 March 2027: \$7\.50 .* instead of \$9/);
  await checkPage(page, { axe: true, assertContent: () => expect(note).toBeVisible() });
  await expect(page.getByText(/Your plan: *Kitchen/)).toContainText(since);
  const closed = await page.evaluateHandle(() => {
    const roles: unknown[] = [];
    document.addEventListener('close', ({ target }) => roles.push((target as Element).role), true);
    return roles;
  });
  await page.getByRole('button', { name: 'Upgrade to Brigade' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Brigade?' });
  await expect(dialog).toContainText(/You lose your terms until 1 March 2027: \$7\.50 .* instead of \$9/);
  await expect(dialog).toContainText('From 2 March 2027, when the terms have ended: $49 / month.');
  // The script of the note is loaded while the dialog is open.
  expect(await closed.jsonValue()).toEqual([]);
  await page.goto('/optional-features');
  await page.getByRole('button', { name: 'Turn on Insights' }).press('Enter');
  const addOn = page.getByRole('alertdialog', { name: 'Turn on Insights?' });
  await expect(addOn).toContainText('$10.50 a month instead of $7.50');
  await expect(addOn).toContainText('From 2 March 2027, when the terms have ended: $12 / month.');
  await page.goto('/history');
  await expect(page.getByText('Terms agreed')).toBeVisible();
  const later = page.getByRole('term').filter({ hasText: 'From 2 March 2027' }).locator('+ dd');
  await expect(later).toHaveText('$9 / month');

  await signIn({ app, role: 'product' });
  await page.goto('/accounts/osteria');
  await section.getByRole('button', { name: 'End the terms' }).press('Enter');
  const confirm = page.getByRole('alertdialog', { name: 'End the terms?' });
  await confirm.getByLabel('Reason, for the audit').fill('Over');
  await confirm.getByRole('button', { name: 'End the terms' }).press('Enter');
  await expect(section).toContainText('No terms were agreed with the account.');
  await page.goto('/audit');
  const audited = page.getByRole('listitem').filter({ hasText: 'Terms of an account were changed' });
  await expect(audited).toHaveCount(2);
});

test('support sees terms, and sets them if the price list allows it', async ({
  page,
  createTenant,
  signIn,
}) => {
  const { app } = await createTenant({ ...spec, supportSetsTerms: true }, () => ({ externalId: 'osteria' }));
  await signIn({ app, role: 'support' });
  await page.goto('/accounts/osteria');
  await expect(page.getByRole('button', { name: 'Agree on terms' })).toBeVisible();
  const other = await createTenant(spec, () => ({ externalId: 'osteria' }));
  await signIn({ app: other.app, role: 'support' });
  await page.goto('/accounts/osteria');
  await expect(page.getByRole('region', { name: 'Terms', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agree on terms' })).toBeHidden();
});

test('terms until a last day end with that day in the time zone of the app', async ({
  page,
  request,
  createTenant,
  signIn,
}) => {
  const timeZone = 'America/Santiago';
  const {
    app,
    account,
    key: createKey,
  } = await createTenant({ ...spec, timeZone, isTest: true, supportSetsTerms: true }, () => ({
    externalId: 'osteria',
  }));
  await signIn({ app, role: 'support' });
  await page.goto('/accounts/osteria');
  const section = page.getByRole('region', { name: 'Terms', exact: true });
  await section.getByRole('button', { name: 'Agree on terms' }).press('Enter');
  await section.getByLabel('A month', { exact: true }).fill('7');
  const year = new Date().getUTCFullYear();
  await section.getByLabel('Until').fill(`${year}-12-31`);
  await section.getByLabel('Reason').fill('Contract');
  await section.getByRole('button', { name: 'Set the terms' }).press('Enter');
  await expect(section.getByText(`31 December ${year}`)).toBeVisible();
  await section.getByRole('button', { name: 'Change the terms' }).press('Enter');
  await expect(section.getByLabel('Until')).toHaveValue(`${year}-12-31`);

  const headers = { Authorization: `Bearer ${await createKey('app')}`, 'X-Account-Id': 'osteria' };
  const advance = async (now: string) => {
    const data = { now: Date.parse(now) / 1000 };
    expect((await request.post('/api/accounts/osteria/clock', { headers, data })).ok()).toBe(true);
    const { data: list } = await (await request.get('/app/versions', { headers })).json();
    return list.versions.find((version: { current: boolean }) => version.current).fee;
  };
  expect(await advance(`${year}-12-31T23:00-03:00`)).toBe(700);
  await signIn({ app, account, role: 'owner' });
  await expect(page.getByText(`Your terms until 31 December ${year}: $7`)).toBeVisible();
  expect(await advance(`${year + 1}-01-01T00:00-03:00`)).toBe(900);
});
