import { expect } from '@playwright/test';
import type { VersionSpec } from '@/prisma/factories/build-app';
import { isFullRun } from '@/tools/testing/test-scope';
import { pageUrl, test } from '../fixtures';
import { checkPage } from './check-page';

const maxTitleLength = 200;
const word = 'W'.repeat(maxTitleLength);
const sentence = 'Everything a growing team needs '.repeat(7).slice(0, maxTitleLength);
const arabic = 'كل ما يحتاجه فريق ينمو '.repeat(9).slice(0, maxTitleLength);

/** Versions with a growing share of the features. Titles repeat. */
const buildVersions = (count: number, features: number, titles: string[]): VersionSpec[] =>
  Array.from({ length: count }, (_, index) => ({
    title: titles[index % titles.length],
    description: titles[(index + 1) % titles.length],
    fee: index === 3 ? null : index * 123_450,
    userFee: index % 3 === 1 ? 99_999 : null,
    moreInfo: index === 1 ? titles.join('|') : null,
    features: Array.from({ length: Math.ceil((features * (index + 1)) / count) }, (_, n) => n + 1),
  }));

const shortTitles = Array.from('ABCDEFGHIJKL');
type SizeLimit = [name: string, versions: number, features: number, titles: string[]];

const sizes: SizeLimit[] = [
  ['five versions, 94 features', 5, 94, shortTitles],
  ...(isFullRun
    ? ([
        ['one version without features', 1, 0, shortTitles],
        ['twelve versions, 700 features', 12, 700, shortTitles],
      ] as SizeLimit[])
    : []),
  ['titles of 200 characters', 5, 12, [sentence, 'X', word, arabic, sentence]],
];

for (const [name, count, features, titles] of sizes) {
  for (const path of ['/', '/compare']) {
    test(`${path} with ${name}: accessibility and layout`, async ({ page, createTenant }) => {
      const titleOf = (n: number) =>
        titles === shortTitles ? `Feature ${n}` : (titles[n % titles.length] ?? '');
      const { app } = await createTenant({
        title: titles[0],
        versions: buildVersions(count, features, titles),
        features: Array.from({ length: features }, (_, n) => titleOf(n)),
        groupOf: (feature) => `Group ${Math.ceil(feature / 50)}`,
      });
      await page.goto(pageUrl(app.host, path));
      await expect(page.getByText(titles[0] ?? '').first()).toBeVisible();
      // axe needs minutes for ten thousand cells. The smaller grids cover the same kinds of cells.
      await checkPage(page, { themes: features > 100 ? [] : ['light'] });
      if (titles === shortTitles) return;
      // Again from right to left.
      await page.context().addCookies([{ name: 'language', value: 'ar', url: pageUrl(app.host) }]);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await checkPage(page, { themes: ['light'] });
    });
  }
}

test('titles of 200 characters fit all pages', async ({ page, createTenant, signIn }) => {
  const titles = [word, sentence, arabic];
  const tenant = await createTenant(
    {
      title: word,
      features: [...titles, ...Array.from({ length: 30 }, (_, index) => `Feature ${index + 4}`)],
      versions: [
        {
          title: word,
          features: [1],
          optional: [
            { feature: 2, fee: 100, addOn: word },
            // An add-on with 30 features, and 60 add-ons in all.
            ...Array.from({ length: 30 }, (_, index) => ({ feature: index + 4, fee: 900, addOn: 'Bundle' })),
            ...Array.from({ length: 58 }, (_, index) => ({ feature: 3, fee: 100, addOn: `Offer ${index}` })),
          ],
        },
        { title: sentence, features: [2, 3] },
      ],
    },
    ({ versions }) => ({ title: word, history: [...versions, ...versions.slice(0, 1)] }),
  );
  await signIn({ ...tenant, name: word }, null);
  for (const path of ['/history', '/optional-features', `/?switch=${tenant.app.versions[1]?.id}`]) {
    await page.goto(path);
    await checkPage(page, { visible: page.getByText(word).first(), themes: ['light'] });
  }
  await page.goto('/optional-features');
  await expect(page.getByRole('button', { name: /^Turn on/ })).toHaveCount(60);
  await page.getByRole('button', { name: 'Turn on Bundle' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Show all 30' }).click();
  await expect(dialog.getByText('Feature 33')).toBeVisible();
});
