import { test } from '../fixtures';
import { checkPage } from './check-page';

// Pages without data. Pages with data are tested in each of their states with testPageStates.
const pages: [name: string, path: string, heading: string][] = [
  ['sign-in', '/sign-in', 'Choose a demo user'],
  ['not found', '/nowhere', 'Page not found'],
  ['expired sign-in link', '/enter?link=avl_nonsense', 'This link has expired'],
  ['staff without a role', '/sign-in/no-role', 'You have no role here'],
  ['rate-limited sign-in', '/enter/later', 'Sign-in is temporarily unavailable'],
];

for (const [name, path, heading] of pages) {
  test(`${name}: accessibility and layout`, async ({ page }) => {
    await page.goto(path);
    await checkPage(page, { visible: page.getByRole('heading', { name: heading }), axe: true });
  });
}
