import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';

const tiers = [
  { title: 'Basic', fee: 500, features: [1, 2] },
  { title: 'Pro', fee: 2000, userFee: 100, features: [2, 3, 4] },
];

async function tabTo(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await button.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
}

test('a language is chosen by keyboard, at once and for good, and nothing typed is lost', async ({
  page,
  tenant,
  enter,
}) => {
  await enter(await tenant({ versions: tiers, features: 4 }));
  const html = page.locator('html');
  await page.getByLabel('Users', { exact: true }).fill('12');
  await page.evaluate(() => Object.assign(window, { sameVisit: true }));
  await tabTo(page, 'العربية');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'الخطط' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'ar');
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(page.getByLabel('المستخدمون', { exact: true })).toHaveValue('12');
  expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true);
  const chosen = page.getByRole('button', { name: 'العربية' });
  await expect(chosen).toBeFocused();
  await expect(chosen).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'الخطط' })).toBeVisible();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tarife' })).toBeVisible();
  await expect(html).toHaveAttribute('dir', 'ltr');
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar-EG' });

  test('a switch is whole with Tab, Enter and Esc', async ({ page, tenant, enter }) => {
    await enter(await tenant({ versions: tiers, features: 4 }));
    const dialog = page.getByRole('alertdialog', { name: 'التبديل إلى Pro؟' });
    await tabTo(page, 'ترقية إلى Pro');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'إبقاء Basic' })).toBeFocused();
    await expect(dialog).toContainText('فقدان ميزة واحدة');
    await expect(dialog).toContainText('اكتساب ميزتين');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'ترقية إلى Pro' })).toBeFocused();
    await page.keyboard.press('Enter');
    const yes = dialog.getByRole('button', { name: 'التبديل إلى Pro' });
    await expect(yes).toBeEnabled();
    await page.keyboard.press('Tab');
    await expect(yes).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'خطتك الآن Pro' })).toBeFocused();
  });

  test('only the texts of the reader’s language come to the browser', async ({ page }) => {
    const scripts: Promise<string>[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('.js')) scripts.push(answer.text());
    });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'الخطط' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const sent = (await Promise.all(scripts)).join('\n');
    expect(sent).toContain('السعر عند الطلب');
    expect(sent).not.toContain('Price on request');
    expect(sent).not.toContain('Preis auf Anfrage');
  });
});
