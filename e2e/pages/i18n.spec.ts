import { expect, type Page } from '@playwright/test';
import { isFullRun } from '@/tools/testing/test-scope';
import { type Tenant, test } from '../fixtures';
import { checkPage } from './check-page';

const versions = [
  {
    title: 'Basic',
    fee: 500,
    features: [1, 2],
    optional: [{ feature: 4, userFee: 300, addOn: 'Audit pack' }],
  },
  { title: 'Team', fee: 1250, userFee: 800, features: [1, 2, 3], moreInfo: 'Priority mail|A person' },
  { title: 'Enterprise', fee: null, features: [1, 2, 3, 4, 5] },
  { title: 'Unreleased', fee: 9900, public: false, features: [1, 2, 3, 4, 5, 6] },
];

/** Each page with a text of it in German and in Arabic. */
const pages: [path: string, de: RegExp, ar: RegExp, role?: 'product' | 'support'][] = [
  ['/', /Ihr Tarif: Basic seit dem \d/, /خطتك: Basic منذ \d/],
  ['/?switch=Team', /Zu Team wechseln\?/, /التبديل إلى Team؟/],
  ['/compare', /6 Funktionen|5 Funktionen/, /[56] ميزات/],
  ['/optional-features', /Zusatzfunktionen für Basic/, /الإضافات المتاحة لخطة Basic/],
  ['/history', /Upgrade von Basic/, /ترقية من Basic/],
  ['/sign-in', /Demo-Person auswählen/, /اختيار مستخدم تجريبي/],
  ['/nowhere', /Seite nicht gefunden/, /الصفحة غير موجودة/],
  ['/webhooks', /Noch keine Endpunkte/, /لا توجد نقاط استقبال بعد/, 'product'],
  ['/moves', /Noch keine Umstellungen/, /لا توجد عمليات نقل بعد/, 'product'],
  ['/catalog', /Noch keine Ausgaben/, /لا توجد إصدارات بعد/, 'product'],
  ['/preview', /Es wird nichts gespeichert/, /لا يُحفظ أي شيء/, 'product'],
  ['/accounts', /Finden Sie eine Kundin/, /ابحث عن عميل/, 'support'],
  ['/accounts/ACCOUNT', /Basic seit \d/, /Basic منذ \d/, 'support'],
  ['/audit', /Noch keine Einträge/, /لا توجد قيود بعد/, 'support'],
];

/** Collects uncaught errors and console errors, including hydration errors of React. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 404')) errors.push(message.text());
  });
  return errors;
}

/** Reads every text and label of the UI. Texts of the catalog are in `<bdi>` or in an option and are left out. */
function readUiTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const excluded = 'bdi, option, code, [lang]:not(html), script, noscript, style, iframe, [translate="no"]';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = document.title.split(' · ').slice(0, -1);
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest(excluded))
        texts.push(walker.currentNode.nodeValue ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [aria-valuetext]')) {
      const labels = ['aria-label', 'placeholder', 'aria-valuetext'].map((name) =>
        element.getAttribute(name),
      );
      texts.push(...labels.filter((label) => label !== null));
    }
    return texts.map((text) => text.trim()).filter(Boolean);
  });
}

/** Texts that are the same in English and German, titles and units. */
const sameInBothLanguages = /^(Upgrade|Downgrade|Example Ltd|Support|System|Webhooks|\d+ px)$/;

/**
 * Finds untranslated texts: in Arabic every text in Latin letters, in German every text that is on the English page
 * too.
 */
function findUntranslated(texts: string[], english: string[] | null): string[] {
  const latin = texts.filter((text) =>
    /[A-Za-z]{2,}/.test(text.replace(/API|CSV|JSON|UTC|USD?|Basic|Team|Example Ltd/g, '')),
  );
  return english ? latin.filter((text) => english.includes(text) && !sameInBothLanguages.test(text)) : latin;
}

/** Reads the texts of the page in English. */
async function readEnglishTexts(page: Page, url: string, visibleText: RegExp): Promise<string[]> {
  const cookie = { name: 'language', value: 'en', url: process.env.BASE_URL ?? '' };
  await page.context().addCookies([cookie]);
  await page.goto(url);
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  await expect(page.getByText(visibleText).first()).toBeVisible();
  const texts = await readUiTexts(page);
  await page.context().clearCookies({ name: 'language' });
  return texts;
}

for (const [language, locale] of [
  ['de', 'de-AT'],
  ['ar', 'ar-EG'],
] as const) {
  test.describe(language, () => {
    test.use({ locale });
    // German is compared with English in a full run.
    const tag = language === 'de' ? '@full' : [];
    test('every page is fully translated, accessible and laid out correctly', { tag }, async ({
      page,
      createTenant,
      signIn,
    }) => {
      const { app, account }: Tenant = await createTenant(
        { versions, features: 6, groupOf: (n) => (n < 4 ? 'Core' : 'More') },
        (built) => ({ history: [0, 1, 0].flatMap((index) => built.versions[index] ?? []) }),
      );
      const errors = collectErrors(page);
      for (const role of ['owner', 'product', 'support'] as const) {
        await signIn({ app, name: 'R', role, ...(role === 'owner' && { account }) }, null);
        for (const [path, german, arabic] of pages.filter(
          ([, , , pageRole = 'owner']) => pageRole === role,
        )) {
          await test.step(path, async () => {
            const url = path.replace('Team', app.versions[1]?.id ?? '').replace('ACCOUNT', account.id);
            const english = language === 'de' ? await readEnglishTexts(page, url, /Sign out/) : null;
            await page.goto(url);
            const translated = page
              .locator('#content, [role=alertdialog]')
              .getByText(language === 'ar' ? arabic : german);
            // Colors do not depend on the language.
            await checkPage(page, { visible: translated.first(), themes: ['light'] });
            expect(findUntranslated(await readUiTexts(page), english), path).toEqual([]);
          });
        }
      }
      expect(errors).toEqual([]);
    });
  });
}

const versionSpecs = [
  { title: 'Basic', fee: 500, features: [1, 2] },
  { title: 'Pro', fee: 2000, userFee: 100, features: [2, 3, 4] },
];

async function tabTo(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
}

test('a language chosen by keyboard is applied without a reload', async ({ page, openTenant }) => {
  await openTenant({ versions: versionSpecs, features: 4 });
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

  test('the browser receives only the texts of the current language, preloaded', async ({
    page,
    createTenant,
    signIn,
  }) => {
    const { app, account } = await createTenant({ versions: versionSpecs, features: 4 });
    const texts = [
      ['/', 'owner', 'السعر عند الطلب', 'Price on request', 'Preis auf Anfrage'],
      ['/compare', 'owner', 'كل الميزات جنبًا إلى جنب', 'Every feature, side by side', 'auf einen Blick'],
      ['/history', 'owner', 'كل تغيير في خطتك', 'Every change to your plan', 'Alle Änderungen an Ihrem'],
      ['/moves', 'product', 'لا توجد عمليات نقل بعد', 'No moves yet', 'Noch keine Umstellungen'],
    ] as const;
    const scripts = new Map<string, Promise<string>>();
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.set(response.url(), response.text());
    });
    for (const [path, role, arabic, ...others] of texts) {
      await signIn({ app, role, ...(role === 'owner' && { account }) }, null);
      scripts.clear();
      const response = await page.goto(path);
      await page.waitForLoadState('networkidle');
      const html = (await response?.text()) ?? '';
      const preloaded = [...html.matchAll(/<link rel="preload" href="([^"]+)" as="script"/g)].map(
        ([, url]) => url,
      );
      const sources = await Promise.all(
        [...scripts].map(async ([url, source]) => [url, await source] as const),
      );
      const loaded = sources
        .filter(([, source]) => source.includes(arabic))
        .map(([url]) => new URL(url).pathname);
      expect(loaded, path).toHaveLength(1);
      expect(preloaded, path).toContain(loaded[0]);
      for (const text of others)
        expect(
          sources.filter(([, source]) => source.includes(text)),
          text,
        ).toEqual([]);
    }
  });
});

test('text from users and catalogs does not change the direction of the text around it', {
  tag: '@full',
}, async ({ page, createTenant, signIn }) => {
  // Names with a directional override are refused, but older ones can be in the database.
  const name = (text: string) => `\u202e${text}`;
  const tenant = await createTenant(
    {
      title: name('App'),
      features: [name('First'), name('Second')],
      groupOf: () => name('Group'),
      versions: [
        {
          title: name('Small'),
          description: name('Cheap'),
          features: [1],
          optional: [{ feature: 2, addOn: name('More') }],
        },
        {
          title: name('Large'),
          description: name('Big'),
          moreInfo: name('Info'),
          features: [1, 2],
          values: { 2: name('Much') },
        },
        { title: name('Closed'), entryBlocker: name('Ask'), features: [1] },
      ],
    },
    ({ versions }) => ({
      title: name('Account'),
      history: [...versions.slice(0, 2), ...versions.slice(0, 1)],
    }),
  );
  await signIn(tenant, null);
  const previewPath = `/?switch=${tenant.app.versions[1]?.id}`;
  for (const language of isFullRun ? ['en', 'ar'] : ['ar']) {
    await page.context().addCookies([{ name: 'language', value: language, url: process.env.BASE_URL ?? '' }]);
    for (const path of ['/', '/compare', '/history', '/optional-features', previewPath]) {
      await page.goto(path);
      await expect(page.locator('main, dialog[open]').getByText('\u202e').first()).toBeVisible();
      if (path === previewPath)
        await expect(page.getByRole('alertdialog').getByText('\u202eSecond')).toBeVisible();
      expect([path, ...(await page.evaluate(findUnisolatedTexts))]).toEqual([path]);
    }
  }
});

test('changes in cards are in the reading order of the page', async ({ page, openTenant }) => {
  await page.context().addCookies([{ name: 'language', value: 'ar', url: process.env.BASE_URL ?? '' }]);
  await openTenant({
    features: 9,
    versions: [
      { title: 'Basic', fee: 500, features: [2, 3, 4, 5, 6, 7, 8, 9], values: { 2: '99.9', 3: '20' } },
      { title: 'Pro', fee: 2000, features: [1, 2, 3, 4, 5, 6, 7, 8, 9], values: { 2: '99.95', 3: '5 GB' } },
    ],
  });
  for (const [before, after] of [
    ['99.9', '99.95'],
    ['20', '5 GB'],
  ] as const) {
    const line = page
      .locator('li:visible')
      .filter({ hasText: `${before} ← ${after}` })
      .last();
    const measure = (text: string) => line.getByText(text, { exact: true }).boundingBox();
    const [from, to] = [await measure(before), await measure(after)];
    expect([before, to!.x < from!.x]).toEqual([before, true]);
  }
});

/** The text of each element that isolates a name with an override together with other text. */
function findUnisolatedTexts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode as Text;
    if (!data.includes('\u202e') || parentElement?.closest('script, style, option, noscript')) continue;
    // The title of an SVG element has no style. Characters isolate the name in it.
    if (parentElement?.tagName === 'title') {
      if (data.replace(/\u2068[^\u2069]*\u2069/g, '').includes('\u202e')) found.push(data);
      continue;
    }
    let isolating = parentElement;
    const isIsolating = (element: Element) =>
      /^(isolate|plaintext)/.test(getComputedStyle(element).unicodeBidi);
    while (isolating && !isIsolating(isolating)) isolating = isolating.parentElement;
    const text = isolating?.textContent ?? data;
    if (text.replace(/(What )?\u202e\w+( does\.)?/g, '').trim() !== '') found.push(text);
  }
  return found;
}
