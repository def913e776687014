import { expect } from '@playwright/test';
import { roles } from '@/lib/contract/current-user';
import { pageList } from '@/lib/contract/pages';
import { isFullRun } from '@/tools/testing/test-scope';
import { test } from '../fixtures';
import { checkPage } from './check-page';

const versions = [
  { title: 'Basic', fee: 500, features: [1], optional: [{ feature: 2, addOn: 'Audit pack', fee: 100 }] },
  { title: 'Pro', fee: 900, features: [1, 2] },
];

for (const role of roles) {
  // Owners see as much as members, and the specs of the pages of the product team open them as support.
  const tag = role === 'member' || role === 'support' ? '@full' : [];
  test(`each page is open and linked to those who see it: ${role}`, { tag }, async ({
    page,
    createTenant,
    signIn,
  }) => {
    const { app, account } = await createTenant({ versions });
    const isStaff = role === 'product' || role === 'support';
    await signIn({ app, role, ...(!isStaff && { account }) });
    const links = await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll((elements) =>
        elements.map((element) => new URL((element as HTMLAnchorElement).href).pathname),
      );
    const shown = pageList.filter((registered) => !registered.roles || registered.roles.includes(role));
    const linked = shown.filter(
      ({ link, path }) => link && (link !== 'account' || !isStaff) && path !== '/requests',
    );
    // Only staff, members, and owners with requests, have a link to them.
    if (isStaff) expect(links).toContain('/requests');
    expect(links.filter((path) => path !== '/requests')).toEqual(linked.map(({ path }) => path));
    const opened = pageList.filter(({ path }) => !path.includes(':id'));
    const responses = await Promise.all(opened.map(({ path }) => page.request.get(path)));
    expect(responses.map((response, index) => [opened[index]?.path, response.status()])).toEqual(
      opened.map((registered) => [registered.path, shown.includes(registered) ? 200 : 404]),
    );
    for (const { path } of isFullRun ? opened.filter((registered) => shown.includes(registered)) : []) {
      await page.goto(path);
      await checkPage(page, { themes: ['light'] });
    }
  });
}

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
