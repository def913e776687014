import { expect } from '@playwright/test';
import type { VersionSpec } from '@/prisma/builders/build-app';
import { test } from '../fixtures';
import { at } from './at';
import { lookOver } from './look-over';

const longest = 200;
const word = 'W'.repeat(longest);
const sentence = 'Everything a growing team needs '.repeat(7).slice(0, longest);
const arabic = 'كل ما يحتاجه فريق ينمو '.repeat(9).slice(0, longest);

/** As many versions as asked for, each with a share of the features; their titles go round. */
const tiers = (count: number, features: number, titles: string[]): VersionSpec[] =>
  Array.from({ length: count }, (_, at) => ({
    title: titles[at % titles.length],
    description: titles[(at + 1) % titles.length],
    fee: at === 3 ? null : at * 123_450,
    userFee: at % 3 === 1 ? 99_999 : null,
    moreInfo: at === 1 ? titles.join('|') : null,
    features: Array.from({ length: Math.ceil((features * (at + 1)) / count) }, (_, n) => n + 1),
  }));

const words = Array.from('ABCDEFGHIJKL');
const sizes: [name: string, versions: number, features: number, titles: string[]][] = [
  ['one version without features', 1, 0, words],
  ['five versions, 94 features', 5, 94, words],
  ['twelve versions, 700 features', 12, 700, words],
  ['titles of 200 characters', 5, 12, [sentence, 'X', word, arabic, sentence]],
];

for (const [name, count, features, titles] of sizes) {
  for (const path of ['/', '/compare']) {
    test(`${path} holds ${name}`, async ({ page, tenant }) => {
      test.setTimeout(90_000);
      const titleOf = (n: number) => (titles === words ? `Feature ${n}` : (titles[n % titles.length] ?? ''));
      const { app } = await tenant({
        title: titles[0],
        versions: tiers(count, features, titles),
        features: Array.from({ length: features }, (_, n) => titleOf(n)),
        groupOf: (feature) => `Group ${Math.ceil(feature / 50)}`,
      });
      await page.goto(at(app.host, path));
      await expect(page.getByText(titles[0] ?? '').first()).toBeVisible();
      // axe takes minutes over ten thousand cells, and sees the same cells in fewer of them.
      await lookOver(page, { themes: features > 100 ? [] : ['light'] });
      if (titles === words) return;
      // The same the other way round.
      await page.context().addCookies([{ name: 'language', value: 'ar', url: at(app.host) }]);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await lookOver(page, { themes: ['light'] });
    });
  }
}

test('a history and options with titles of 200 characters hold them', async ({ page, tenant, enter }) => {
  test.setTimeout(90_000);
  const titles = [word, sentence, arabic];
  const made = await tenant(
    {
      title: word,
      features: titles,
      versions: [
        { title: word, features: [1], optional: [{ feature: 2, fee: 100, offer: word }] },
        { title: sentence, features: [2, 3] },
      ],
    },
    ({ versions }) => ({ title: word, path: [...versions, ...versions.slice(0, 1)] }),
  );
  await enter({ ...made, name: word });
  for (const path of ['/history', '/optional-features', `/?switch=${made.app.versions[1]?.id}`]) {
    await page.goto(path);
    await lookOver(page, {
      see: () => expect(page.getByText(word).first()).toBeVisible(),
      themes: ['light'],
    });
  }
});
