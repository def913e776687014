import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { checkPage } from './check-page';

test('the audit is filtered by person, text, time and kind, without sign-in links at first', async ({
  page,
  request,
  createTenant,
  signIn,
}) => {
  const { app, account, key: createKey } = await createTenant();
  const key = await createKey('app');
  const send = async (path: string, data: object) => {
    const response = await request.post(path, { headers: { Authorization: `Bearer ${key}` }, data });
    expect(response.ok(), await response.text()).toBe(true);
  };
  await send('/api/portal/sessions', { account_id: account.id, role: 'owner', name: 'Pia' });
  await send('/api/webhook-endpoints', { url: 'https://hooks.example.com/billing', types: [] });
  await send('/api/webhook-endpoints', { url: 'https://hooks.example.com/crm', types: [] });
  await signIn({ app, role: 'product', name: 'Ada' }, '/audit');

  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  const show = page.getByRole('button', { name: 'Show', exact: true });
  const apply = async (label: string | RegExp, value: string, count: number) => {
    const field = page.getByLabel(label);
    const name = await field.getAttribute('name');
    await field.fill(value);
    await show.click();
    await page.waitForURL((url) => (url.searchParams.get(name ?? '') ?? '') === value);
    await expect(entries).toHaveCount(count);
    await expect(field).toHaveValue(value);
  };
  await expect(entries).toHaveCount(2);
  await checkPage(page, { axe: true });
  await page.getByLabel('With sign-in links').check();
  await apply('Person', 'Xenia', 0);
  await apply('Person', 'test KEY', 3);
  await expect(page.getByLabel('With sign-in links')).toBeChecked();
  await apply('Text, such as a reason', 'BILLING', 1);
  await apply('Text, such as a reason', '', 3);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await apply(/^To$/, tomorrow, 3);
  await page.getByLabel(/^From$/).fill(tomorrow);
  await show.click();
  await expect(page.getByText('No such entries')).toBeVisible();
  await page.getByRole('link', { name: 'Show all entries' }).click();
  await expect(entries).toHaveCount(2);

  // The days are those of the reader, for whom the entries are of another day than in UTC.
  const now = new Date();
  const [zone = '', other] = now.getUTCHours() < 12 ? ['Etc/GMT+12', 'from'] : ['Pacific/Kiritimati', 'to'];
  const url = page.url();
  await page.context().addCookies([{ name: 'time_zone', value: zone, url }]);
  await page.goto(`${new URL(url).origin}/audit?${other}=${now.toISOString().slice(0, 10)}`);
  await expect(page.getByText('No such entries')).toBeVisible();
});
