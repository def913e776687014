import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { at } from './at';

const tiers = [
  { title: 'Basic', fee: 0, features: [1], optional: [{ feature: 4, fee: 500, offer: 'Audit pack' }] },
  { title: 'Pro', fee: 2000, features: [1, 2, 3], values: { 3: '10 GB' } },
  { title: 'Max', fee: 5000, features: [1, 2, 3, 4], values: { 3: '1 TB' } },
];
const features = ['Alerts', 'Single sign-on', 'Storage', 'Audit log', 'Nobody has it'];
const groupOf = (n: number) => (n < 3 ? 'Core' : 'Data');

test('reads as one table: caption, plans over columns, features before rows, groups, and words in each cell', async ({
  page,
  tenant,
}) => {
  const { app } = await tenant({ versions: tiers, features, groupOf });
  await page.goto(at(app.host, '/compare'));
  await expect(page.getByRole('columnheader')).toHaveCount(4);
  // What the browser hands to a screen reader, whole and in order.
  await expect(page.getByRole('main').getByRole('table')).toMatchAriaSnapshot(`
    - table "What each plan includes":
      - caption: What each plan includes
      - rowgroup:
        - row "Feature Basic Free Pro $20 / month Max $50 / month":
          - columnheader "Feature"
          - columnheader "Basic Free"
          - columnheader "Pro $20 / month"
          - columnheader "Max $50 / month"
      - rowgroup:
        - row "Core":
          - rowheader "Core"
        - row "Alerts What Alerts does. Included Included Included":
          - rowheader "Alerts What Alerts does."
          - cell "Included"
          - cell "Included"
          - cell "Included"
        - row "Single sign-on What Single sign-on does. Not included Included Included":
          - rowheader "Single sign-on What Single sign-on does."
          - cell "Not included"
          - cell "Included"
          - cell "Included"
      - rowgroup:
        - row "Data":
          - rowheader "Data"
        - row "Storage What Storage does. Not included 10 GB 1 TB":
          - rowheader "Storage What Storage does."
          - cell "Not included"
          - cell "10 GB"
          - cell "1 TB"
        - row "Audit log What Audit log does. Optional $5 / month Not included Included":
          - rowheader "Audit log What Audit log does."
          - cell "Optional $5 / month"
          - cell "Not included"
          - cell "Included"
        - row "Nobody has it What Nobody has it does. Not included Not included Not included":
          - rowheader "Nobody has it What Nobody has it does."
          - cell "Not included"
          - cell "Not included"
          - cell "Not included"
  `);
  await expect(page.getByText('5 features', { exact: true })).toBeVisible();
  // Rows are laid out as grids, and filtered ones kept: the browser's own tree has to have the table, and no more.
  const protocol = await page.context().newCDPSession(page);
  const { root } = await protocol.send('DOM.getDocument');
  const { nodeId } = await protocol.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'table' });
  const countOf = async (role: string) =>
    (await protocol.send('Accessibility.queryAXTree', { nodeId, role })).nodes.filter(
      ({ ignored }) => !ignored,
    ).length;
  expect([await countOf('row'), await countOf('rowheader'), await countOf('cell')]).toEqual([8, 7, 15]);
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  await expect(page.getByText('3 of 5 features', { exact: true })).toBeVisible();
  expect([await countOf('row'), await countOf('rowheader'), await countOf('cell')]).toEqual([6, 5, 9]);
});

test('searches and shows differences alone, and keeps both in the address', async ({ page, tenant }) => {
  const { app } = await tenant({ versions: tiers, features, groupOf });
  await page.goto(at(app.host, '/compare'));
  const rows = page.getByRole('rowheader', { name: /Alerts|Single|Storage|Audit|Nobody/ });
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('3 of 5 features')).toBeVisible();
  await page.getByRole('searchbox').fill('audit');
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('1 of 5 features')).toBeVisible();
  await expect(page).toHaveURL(/q=audit/);
  const address = page.url();
  await page.reload();
  await expect(rows).toHaveCount(1);
  expect(page.url()).toBe(address);
  await page.getByRole('searchbox').fill('zzz');
  await expect(page.getByText('No feature matches')).toBeVisible();
});

test('says so where nothing differs, and where there is nothing', async ({ page, tenant }) => {
  const same = await tenant({ versions: [{ features: [1, 2] }, { features: [1, 2] }], features: 2 });
  await page.goto(at(same.app.host, '/compare'));
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  await expect(page.getByRole('heading', { name: 'No differences' })).toBeVisible();
  const bare = await tenant({ versions: 2, features: 0 });
  await page.goto(at(bare.app.host, '/compare'));
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
});

test('pins the current plan first and leads to the switch', async ({ page, tenant, enter }) => {
  const { app, account } = await tenant({ versions: tiers, features, groupOf }, ({ versions }) => ({
    path: versions.slice(2),
  }));
  await enter({ app, account }, '/compare');
  await expect(page.getByRole('columnheader').nth(1)).toContainText('Max');
  await page.getByRole('link', { name: /Downgrade to Pro/ }).click();
  await expect(page.getByRole('alertdialog', { name: 'Switch to Pro?' })).toBeVisible();
});

test('on a narrow page two plans stand side by side, chosen by selects', async ({ page, tenant }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const { app } = await tenant({ versions: tiers, features, groupOf });
  await page.goto(at(app.host, '/compare'));
  await expect(page.getByRole('columnheader', { name: /Basic|Pro|Max/ })).toHaveCount(2);
  await page.getByLabel('Second plan').selectOption({ label: 'Max' });
  await expect(page.getByRole('columnheader', { name: /Basic/ })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Max/ })).toBeVisible();
});
