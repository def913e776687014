import { expect, type Page } from '@playwright/test';
import { type Tenant, test } from '../fixtures';
import { lookOver } from './look-over';

const versions = [
  {
    title: 'Basic',
    fee: 500,
    features: [1, 2],
    optional: [{ feature: 4, userFee: 300, offer: 'Audit pack' }],
  },
  { title: 'Team', fee: 1250, userFee: 800, features: [1, 2, 3], moreInfo: 'Priority mail|A person' },
  { title: 'Enterprise', fee: null, features: [1, 2, 3, 4, 5] },
  { title: 'Unreleased', fee: 9900, public: false, features: [1, 2, 3, 4, 5, 6] },
];

type Visit = [path: string, de: RegExp, ar: RegExp, role?: 'product'];

const visits: Visit[] = [
  ['/', /Ihr Tarif: Basic seit dem \d/, /خطتك: Basic منذ [٠-٩]/],
  ['/?switch=Team', /Zu Team wechseln\?/, /التبديل إلى Team؟/],
  ['/compare', /6 Funktionen|5 Funktionen/, /[٥٦] ميزات/],
  ['/optional-features', /Was sich zu Basic hinzufügen lässt/, /ما يمكن إضافته إلى Basic/],
  ['/history', /Upgrade von Basic/, /ترقية من Basic/],
  ['/sign-in', /Wer sind Sie heute/, /بأي شخصية اليوم/],
  ['/nowhere', /Hier ist nichts/, /لا شيء هنا/],
  ['/preview', /Hier wird nichts gespeichert/, /لا يُحفظ شيء هنا/, 'product'],
];

/** What went wrong in the browser, a page that React had to draw again included. */
function listen(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 404')) faults.push(message.text());
  });
  return faults;
}

/** Every text and label that the page itself speaks: what a catalogue says stands in `<bdi>` or in an option. */
function readWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const foreign = 'bdi, option, code, [lang]:not(html), script, style, iframe, [translate="no"]';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words: string[] = document.title.split(' · ').slice(0, -1);
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest(foreign)) words.push(walker.currentNode.nodeValue ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [aria-valuetext]')) {
      const labels = ['aria-label', 'placeholder', 'aria-valuetext'].map((name) =>
        element.getAttribute(name),
      );
      words.push(...labels.filter((label) => label !== null));
    }
    return words.map((word) => word.trim()).filter(Boolean);
  });
}

/** English and German both have these, and a name of a unit. */
const shared = /^(Upgrade|Downgrade|System|Optional|\d+ px)$/;

/** In Arabic any word in Latin letters gives itself away; German is held against the same page in English. */
function leftInEnglish(words: string[], english: string[] | null): string[] {
  const latin = words.filter((word) => /[A-Za-z]{2,}/.test(word.replace(/API|CSV|UTC|USD?/g, '')));
  return english ? latin.filter((word) => english.includes(word) && !shared.test(word)) : latin;
}

/** The page's words for a reader who chose English. */
async function readEnglish(page: Page, address: string, heading: RegExp): Promise<string[]> {
  const cookie = { name: 'language', value: 'en', url: process.env.BASE_URL ?? '' };
  await page.context().addCookies([cookie]);
  await page.goto(address);
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  await expect(page.getByText(heading).first()).toBeVisible();
  const words = await readWords(page);
  await page.context().clearCookies({ name: 'language' });
  return words;
}

for (const [language, locale] of [
  ['de', 'de-AT'],
  ['ar', 'ar-EG'],
] as const) {
  test.describe(language, () => {
    test.use({ locale });
    for (const [path, german, arabic, role] of visits) {
      test(`${path} is whole, accessible, within its width and in no other language`, async ({
        page,
        tenant,
        enter,
      }) => {
        test.setTimeout(60_000);
        const { app, account }: Tenant = await tenant(
          { versions, features: 6, groupOf: (n) => (n < 4 ? 'Core' : 'More') },
          (built) => ({ path: [0, 1, 0].flatMap((at) => built.versions[at] ?? []) }),
        );
        await enter({ app, name: 'R', ...(role ? { role } : { account }) });
        const faults = listen(page);
        const address = path.replace('Team', app.versions[1]?.id ?? '');
        const english = language === 'de' ? await readEnglish(page, address, /Sign out/) : null;
        await page.goto(address);
        const words = page
          .locator('#content, [role=alertdialog]')
          .getByText(language === 'ar' ? arabic : german);
        // Colours are the same in every language.
        await lookOver(page, { see: () => expect(words.first()).toBeVisible(), themes: ['light'] });
        expect(leftInEnglish(await readWords(page), english)).toEqual([]);
        expect(faults).toEqual([]);
      });
    }
  });
}
