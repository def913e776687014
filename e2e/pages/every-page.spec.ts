import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { type Tenant, test } from '../fixtures';

const widths = [320, 768, 1280];
const themes = ['light', 'dark'] as const;

const versions = [
  { title: 'Basic', fee: 0, features: [1, 2], optional: [{ feature: 4, userFee: 300, offer: 'Audit pack' }] },
  {
    title: 'Team',
    fee: 1250,
    userFee: 800,
    features: [1, 2, 3],
    moreInfo: 'Priority mail|A person of your own',
  },
  { title: 'Enterprise', fee: null, features: [1, 2, 3, 4, 5] },
  { title: 'Unreleased', fee: 9900, public: false, features: [1, 2, 3, 4, 5, 6] },
];

const pages: [name: string, path: string, ready: RegExp, role: 'owner' | 'product'][] = [
  ['plans', '/', /Your plan:/, 'owner'],
  ['compare', '/compare', /6 features|5 features/, 'owner'],
  ['optional features', '/optional-features', /Audit pack|Feature 4/, 'owner'],
  ['history', '/history', /Current/, 'owner'],
  ['preview', '/preview', /Nothing here is saved/, 'product'],
  ['sign-in', '/sign-in', /Who are you today/, 'owner'],
  ['not found', '/nowhere', /There’s nothing here/, 'owner'],
];

async function noFault(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual(
    [],
  );
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'nothing scrolls sideways').toBeLessThanOrEqual(0);
}

for (const [name, path, ready, role] of pages) {
  test(`${name}: no accessibility fault and no sideways scroll at any width, light and dark`, async ({
    page,
    tenant,
    enter,
  }) => {
    test.setTimeout(90_000);
    const { app, account }: Tenant = await tenant(
      { versions, features: 6, groupOf: (n) => (n < 4 ? 'Core' : 'More') },
      (built) => ({
        path: [...built.versions.slice(0, 2), ...built.versions.slice(0, 1)],
      }),
    );
    await enter({ app, role, ...(role === 'owner' && { account }) });
    for (const colorScheme of themes) {
      for (const width of widths) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await expect(page.getByText(ready).first()).toBeVisible();
        await test.step(`${width} px, ${colorScheme}`, () => noFault(page));
      }
    }
  });
}

test('the switch dialog has none either', async ({ page, tenant, enter }) => {
  test.setTimeout(90_000);
  const { app, account } = await tenant({ versions, features: 6 });
  await enter({ app, account });
  for (const colorScheme of themes) {
    for (const width of widths) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/?switch=${app.versions[1]?.id}`);
      const dialog = page.getByRole('alertdialog', { name: 'Switch to Team?' });
      await expect(dialog.getByRole('button', { name: 'Switch to Team' })).toBeEnabled();
      await noFault(page);
    }
  }
});
