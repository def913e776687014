import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { lookOver } from './look-over';

// The pages with a state worth telling of are in states.spec.ts.
const pages: [name: string, path: string, heading: string][] = [
  ['sign-in', '/sign-in', 'Who are you today?'],
  ['not found', '/nowhere', 'There’s nothing here'],
  ['a link in that has ended', '/enter?link=avl_nonsense', 'This link has ended'],
  ['a link in that has to wait', '/enter/later', 'We can’t let you in right now'],
];

for (const [name, path, heading] of pages) {
  test(`${name}: no fault at any width, light and dark`, async ({ page }) => {
    await page.goto(path);
    await lookOver(page, {
      see: () => expect(page.getByRole('heading', { name: heading })).toBeVisible(),
    });
  });
}
