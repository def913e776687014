import { expect } from '@playwright/test';
import { roles } from '@/lib/contract/current-user';
import { pageList } from '@/lib/contract/page-paths';
import { isFullRun } from '@/tools/testing/test-scope';
import { test } from '../fixtures';
import { checkPage } from './check-page';

const versions = [
  { title: 'Basic', fee: 500, features: [1], optional: [{ feature: 2, addOn: 'Audit pack', fee: 100 }] },
  { title: 'Pro', fee: 900, features: [1, 2] },
];

for (const role of roles) {
  test(`each page is open and linked to those who see it: ${role}`, async ({
    page,
    createTenant,
    signIn,
  }) => {
    test.setTimeout(isFullRun ? 300_000 : 60_000);
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
    // Only members, and owners with requests, have a link to them.
    expect(links.filter((path) => path !== '/requests')).toEqual(linked.map(({ path }) => path));
    for (const registered of pageList.filter(({ path }) => !path.includes(':id'))) {
      const { path } = registered;
      const status = (await page.request.get(path)).status();
      expect([path, status]).toEqual([path, shown.includes(registered) ? 200 : 404]);
      if (!isFullRun || status === 404) continue;
      await page.goto(path);
      await checkPage(page, { themes: ['light'] });
    }
  });
}
