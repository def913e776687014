import { expect } from '@playwright/test';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildKey } from '@/prisma/factories/build-credential';
import { putOn } from '@/tools/testing/import-lists';
import { test } from '../fixtures';
import { checkPage } from './check-page';

const list = (price: number) => `syntaxVersion: "3.1"
saasName: Test
currency: USD
billing: { monthly: 1, annual: 0.8 }
features:
  search: { valueType: BOOLEAN, defaultValue: true, type: DOMAIN }
plans:
  BASIC: { price: 0, unit: /month }
  TEAM: { price: ${price}, unit: user/month }
`;

test('a review says what accounts pay before and after, for each decision', async ({
  page,
  request,
  createTenant,
  signIn,
  db,
}) => {
  const { app } = await createTenant();
  const headers = { Authorization: `Bearer ${await buildKey(db, { app, role: 'product' })}` };
  const post = async (path: string, data: object) => {
    const response = await request.post(`/api/catalog/${path}`, { headers, data });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()).data as { id: string };
  };
  const { id: firstId } = await post('editions', { source: list(25) });
  await post(`editions/${firstId}/publish`, { existing: {} });
  for (const [title, users, period] of [
    ['Acme', 4, 'month'],
    ['Globex', 40, 'month'],
    ['Initech', 10, 'year'],
  ] as const) {
    const account = await buildAccount(db, app, { title, users });
    const published = await db.app.findUniqueOrThrow({ where: { id: app.id } });
    await putOn(db, { app: published, id: account.id }, 'TEAM', period);
  }
  const { id } = await post('editions', { source: list(19) });
  await signIn({ app, role: 'product', name: 'Ada' }, `/catalog/${id}/review`);

  const money = page.getByRole('region', { name: 'List revenue' });
  await expect(money).toContainText('3 accounts, 54 users: $1,300 → $988 a month');
  const plan = page.getByRole('region', { name: 'Plans' });
  await expect(plan).toContainText('Billed monthly: 2 accounts, $1,100 → $836 a month');
  await expect(plan).toContainText('Billed annually: 1 account, $200 → $152 a month');
  await plan.getByText('The 3 largest accounts').click();
  await expect(plan.getByRole('listitem').filter({ hasText: 'Globex' }).last()).toHaveText(
    'Globex$1,000 → $760 a month',
  );
  await checkPage(page, { visible: money, axe: true });

  await page.getByRole('radio', { name: 'Keep', exact: true }).check();
  await expect(money).toContainText('3 accounts, 54 users: $1,300 a month, as now');
  await page.getByRole('radio', { name: 'Follow', exact: true }).check();
  await expect(money).toContainText('$1,300 → $988 a month');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('3 accounts, 54 users: $1,300 → $988 a month');
});
