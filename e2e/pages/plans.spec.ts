import { expect, type Locator } from '@playwright/test';
import { pageUrl, test } from '../fixtures';
import { checkPage } from './check-page';
import {
  catalog,
  checkFailedRefetch,
  failReads,
  goOffline,
  onVersion,
  stallResponses,
  testPageStates,
} from './page-states';

const versionSpecs = [
  { title: 'Basic', fee: 0, features: [1, 2] },
  { title: 'Team', fee: 1000, userFee: 800, features: [1, 2, 3] },
  { title: 'Scale', fee: 9900, features: [1, 2, 3, 4], moreInfo: 'Priority mail|A person of your own' },
  { title: 'Enterprise', fee: null, features: [1, 2, 3, 4, 5] },
];

test('a visitor compares plans and continues in the host application', async ({ page, createTenant }) => {
  const { app } = await createTenant({
    title: 'Lantern',
    versions: versionSpecs.map((spec) => ({ ...spec, recommended: spec.title === 'Team' })),
    features: 5,
    signUpUrl: 'https://host.example/join?from=plans',
    signInUrl: 'https://host.example/sign-in',
    contactUrl: 'mailto:sales@host.example',
  });
  await page.goto(pageUrl(app.host, '/?seats=3'));
  await expect(page).toHaveTitle('Plans · Lantern');
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    'Plans and prices: Basic, Team, Scale, Enterprise. Compare what each plan includes.',
  );
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'API reference' })).toHaveAttribute(
    'href',
    '/docs',
  );
  const plans = page
    .getByRole('article')
    .or(page.getByRole('listitem').filter({ has: page.getByRole('heading') }));
  await expect(plans.getByRole('heading')).toHaveText(['Basic', 'Team', 'Scale', 'Enterprise']);
  await expect(plans.nth(0)).toContainText('Free');
  await expect(plans.nth(1)).toContainText('$10');
  await expect(plans.nth(1)).toContainText('$8 per user / month');
  await expect(plans.nth(3)).toContainText('Price on request');
  await expect(plans.nth(1)).toContainText('Everything in Basic, plus');
  await expect(page.getByRole('button', { name: /upgrade|downgrade/i })).toHaveCount(0);

  const card = (title: string) => page.getByRole('listitem', { name: title });
  const id = app.versions[1]?.id;
  const joinUrl = `https://host.example/join?from=plans&plan=${id}&seats=3&period=month`;
  await expect(card('Team').getByRole('link', { name: 'Choose Team' })).toHaveAttribute('href', joinUrl);
  await expect(card('Enterprise').getByRole('link', { name: /Contact us/ })).toHaveAttribute(
    'href',
    'mailto:sales@host.example',
  );
  await expect(card('Enterprise').getByText('Contact us')).toHaveCount(1);
  // The language of the catalog is unknown.
  await expect(card('Team').locator('bdi').first()).not.toHaveAttribute('lang', /./);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    'https://host.example/sign-in',
  );
  await page.getByRole('navigation').getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('cell').getByRole('link', { name: 'Choose Team' })).toBeVisible();
});

test('a card names what it lacks and what was raised, and expands', async ({ page, createTenant }) => {
  const features = ['Recipes', ...Array.from({ length: 11 }, (_, index) => `Feature ${index + 2}`)];
  const all = features.map((_, index) => index + 1);
  const { app } = await createTenant({
    versions: [
      { title: 'Basic', features: all.slice(0, 6), amounts: { 1: 25 } },
      { title: 'Team', features: all.filter((n) => n !== 2), amounts: { 1: 400 }, recommended: true },
    ],
    features,
    units: { 1: { unit: 'recipe' } },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(pageUrl(app.host));
  // The first screen of a phone has all plans with their prices.
  const overview = page.getByRole('navigation', { name: 'Plans at a glance' });
  await expect(overview.getByRole('link')).toHaveText([/Basic.*Free/, /Team.*Recommended.*\$10 \/ month/]);
  await expect(overview.getByRole('link').last()).toBeInViewport({ ratio: 1 });
  const team = page.getByRole('listitem', { name: 'Team' });
  // The strongest differences.
  const shown = team.getByRole('list').getByRole('listitem');
  await expect(shown).toHaveText(['400 recipes, up from 25', 'Feature 7', 'Feature 8']);
  await expect(team.getByRole('button', { name: 'and 4 more of Team' })).toBeVisible();
  await overview.getByRole('link', { name: /Team/ }).click();
  await expect(team.getByRole('heading')).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(team).toContainText('Everything in Basic except Feature 2, plus');
  const lines = team.getByRole('list').getByRole('listitem');
  await expect(lines).toHaveCount(5);
  await expect(lines.first()).toHaveText('400 recipes, up from 25');
  await team.getByRole('button', { name: 'See all 11 features of Team' }).click();
  await expect(lines).toHaveCount(11);
  await expect(team).toContainText('As in Basic');
  await team.getByRole('button', { name: 'Show fewer features' }).click();
  await expect(lines).toHaveCount(5);
});

test('cards show five differences, the marked ones first, with prices on one baseline', async ({
  page,
  createTenant,
}) => {
  const all = Array.from({ length: 12 }, (_, index) => index + 1);
  const { app } = await createTenant({
    signUpUrl: 'https://host.example/join',
    versions: [
      { title: 'Basic', fee: 0, features: [1] },
      { title: 'Team', userFee: 800, annualUserFee: 8000, features: all.slice(0, 11), recommended: true },
      { title: 'Scale', fee: null, priceText: '1% of sales', features: all },
      { title: 'Enterprise', fee: null, features: all },
    ],
    features: 12,
    highlighted: [9, 12],
  });
  await page.goto(pageUrl(app.host));
  const card = (title: string) => page.getByRole('listitem', { name: title });
  await expect(card('Team').getByRole('list').getByRole('listitem')).toHaveText(
    [9, 2, 3, 4, 5].map((n) => `Feature ${n}`),
  );
  const prices = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .getByText(/^(Free|\$10|1% of sales|Price on request)$/);
  const getBaselines = () =>
    prices.evaluateAll((elements) =>
      elements.map((element) => {
        const marker = document.createElement('span');
        marker.className = 'inline-block';
        element.prepend(marker);
        const { bottom } = marker.getBoundingClientRect();
        marker.remove();
        return bottom;
      }),
    );
  const baselines = await getBaselines();
  expect(baselines).toEqual(Array(4).fill(baselines[0]));
  // A short list leaves no space above the button below it.
  const button = await card('Enterprise')
    .getByRole('button', { name: /^See all/ })
    .boundingBox();
  const heading = await card('Enterprise').getByText('Same features as').boundingBox();
  expect((button?.y ?? 0) - (heading?.y ?? 0)).toBeLessThan(120);
  // The recommended plan has one emphasized button, and the rule of the others.
  const buttons = page.getByRole('main').getByRole('link', { name: /^Choose/ });
  const colors = await buttons.evaluateAll((links) =>
    links.map((link) => getComputedStyle(link).backgroundColor),
  );
  expect(new Set(colors.toSpliced(1, 1)).size).toBe(1);
  expect(colors[1]).not.toBe(colors[0]);
  await expect(card('Team').getByText('Recommended')).toBeVisible();
  for (const title of ['Basic', 'Team']) await expect(card(title)).toHaveCSS('border-top-width', '2px');
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`totals count and a card becomes the account’s in place: ${reducedMotion}`, async ({
    page,
    openTenant,
  }) => {
    await page.emulateMedia({ reducedMotion });
    const isMoving = reducedMotion === 'no-preference';
    await openTenant({
      versions: [
        { title: 'Basic', fee: 0, features: [1] },
        { title: 'Team', fee: 1000, userFee: 800, features: [1, 2] },
      ],
    });
    const card = page.getByRole('listitem', { name: 'Team' });
    const total = card.getByRole('status').or(card.locator('output'));
    await page.getByRole('main').getByRole('spinbutton', { name: 'Users' }).fill('2');
    await expect(total).toContainText('$26 / month');
    const shown = await total.evaluateHandle((output) => {
      const texts: string[] = [];
      new MutationObserver(() => {
        const span = output.querySelector('span:last-child > span');
        texts.push(`${span?.textContent}${span?.ariaBusy ? ' busy' : ''}`);
      }).observe(output, { subtree: true, characterData: true, childList: true, attributes: true });
      return texts;
    });
    await page.getByRole('main').getByRole('spinbutton', { name: 'Users' }).fill('90');
    await expect(total).toContainText('$730 / month');
    await expect.poll(async () => (await shown.jsonValue()).at(-1)).toBe('$730 / month');
    const texts = await shown.jsonValue();
    // Screen readers do not announce an element that is busy.
    expect(new Set(texts.filter((text) => !text.endsWith(' busy')))).toEqual(new Set(['$730 / month']));
    expect(texts.some((text) => text.endsWith(' busy'))).toBe(isMoving);

    await card.evaluate((element) => element.toggleAttribute('data-same'));
    await card.getByRole('button', { name: 'Upgrade to Team' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch to Team' }).click();
    await expect(card.getByText('Your plan')).toBeVisible();
    await expect(card).toHaveAttribute('data-same');
    await expect(card).toHaveCSS('transition-duration', isMoving ? '0.16s' : '0s');
  });
}

test('the saving of the header is that of a card, and the index on a phone has prices per user', async ({
  page,
  createTenant,
}) => {
  const { app } = await createTenant({
    versions: [
      { title: 'Basic', fee: null, userFee: 900, annualUserFee: 9000 },
      { title: 'Team', fee: 5900, userFee: 1200, annualFee: 70_000, annualUserFee: 9000 },
    ],
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(pageUrl(app.host, '/?period=year&seats=20'));
  await expect(page.getByText('Annual saves up to 30%')).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Team' })).toContainText('30% less');
  await page.goto(pageUrl(app.host));
  await expect(page.getByRole('navigation', { name: 'Plans at a glance' }).getByRole('link')).toHaveText([
    /\$9 per user \/ month$/,
    /\$59 \+ \$12 per user \/ month$/,
  ]);
});

test('forced colors keep period and primary buttons legible', async ({ page, createTenant, signIn }) => {
  const versions = [{ title: 'Basic' }, { title: 'Pro', annualFee: 20_000 }, { title: 'Max' }];
  const { app, account } = await createTenant({ versions, groupOf: () => 'Core' }, onVersion('Pro'));
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn({ app, account });
  const getStyle = (locator: Locator) =>
    locator.evaluate((element) => {
      const { backgroundColor, color, forcedColorAdjust } = getComputedStyle(element);
      return { backgroundColor, color, forcedColorAdjust };
    });
  // With `auto`, the browser draws a background behind the text.
  const selected = await getStyle(page.locator('label', { hasText: 'Monthly' }));
  expect(selected.forcedColorAdjust).toBe('none');
  expect(selected.color).not.toBe(selected.backgroundColor);
  const primary = await getStyle(page.getByRole('button', { name: 'Upgrade to Max' }));
  const other = await getStyle(page.getByRole('button', { name: 'Downgrade to Basic' }));
  expect(primary.backgroundColor).not.toBe(other.backgroundColor);
  expect(primary.color).not.toBe(primary.backgroundColor);

  // Rows disappear behind the headings of the comparison.
  await page.goto('/compare');
  const heading = page.locator('th[scope=rowgroup]').first();
  await expect(heading).toHaveCSS('background-image', /linear-gradient/);
  await page.emulateMedia({ forcedColors: null });
});

test('prices in words and usage limits are on all pages', async ({ page, openTenant }) => {
  const words = '$0.04 per call';
  const { app } = await openTenant({
    versions: [
      {
        title: 'Basic',
        fee: 500,
        features: [1, 2],
        amounts: { 2: 100 },
        optional: [{ feature: 3, priceText: '2 % of sales', addOn: 'Exports' }],
      },
      { title: 'Pro', fee: 2000, features: [1, 2, 3], amounts: { 2: 5000 } },
      { title: 'Metered', fee: null, priceText: words, features: [3] },
    ],
    features: ['Boards', 'API calls', 'Export'],
    units: { 2: { unit: 'call', period: 'month', isLimit: true } },
  });
  const card = (title: string) => page.getByRole('listitem', { name: title });
  await expect(card('Basic')).toContainText('1 feature, 1 usage limit');
  await expect(card('Pro')).toContainText('5,000 calls a month, up from 100');
  await expect(card('Metered')).toContainText(words);
  await expect(card('Metered').getByRole('button', { name: /Metered/ })).toHaveAccessibleDescription(
    'Acme lists no contact address.',
  );

  await card('Pro').getByRole('button', { name: 'Upgrade to Pro' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('region', { name: 'You gain 1 feature' })).toContainText(
    'Higher limitsAPI calls100 → 5,000 calls a month',
  );
  await expect(dialog).toContainText('1 feature stays the same.');
  await page.goto(`/compare?switch=${app.versions[2]?.id}`);
  await expect(dialog.getByRole('row', { name: /^Plan/ })).toContainText(words);
  await expect(dialog.getByText('Usage no longer included')).toBeVisible();
  await expect(dialog).toContainText('Acme lists no contact address.');
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 features, 1 usage limit')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Metered' })).toContainText(words);
  await expect(
    page
      .getByRole('row', { name: /^Export/ })
      .getByRole('cell')
      .first(),
  ).toContainText('2 % of sales');
});

test('the billing period is kept between pages and in the dialog', async ({ page, openTenant }) => {
  await openTenant({
    versions: [
      { title: 'Basic', fee: 1000, annualFee: 9600, features: [1] },
      { title: 'Pro', fee: 3000, annualFee: 27_000, features: [1, 2] },
      { title: 'Flex', fee: 500, features: [1] },
    ],
    features: 2,
  });
  const card = (title: string) => page.getByRole('listitem', { name: title });
  await expect(card('Basic')).toContainText('$10 / monthor $96 per year');
  await expect(page.getByText('Annual saves up to 25%')).toBeVisible();
  await page.getByRole('radio', { name: 'Annual' }).check();
  await expect(card('Basic')).toContainText('$8 / monthbilled annually, $96 per year20% less');
  await expect(card('Flex')).toContainText('$5 / monthbilled monthly');
  await checkPage(page, {
    assertContent: () => expect(page.getByRole('radio', { name: 'Annual' })).toBeChecked(),
  });
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(page).toHaveURL(/\/compare\?period=year/);
  await expect(page.getByRole('columnheader', { name: 'Pro' })).toContainText('$22.50 / month');
  await page.getByRole('link', { name: 'Plans', exact: true }).click();

  // The same plan, billed annually.
  const dialog = page.getByRole('alertdialog');
  await card('Basic').getByRole('button', { name: 'Switch to annual billing of Basic' }).click();
  await expect(dialog).toHaveAccessibleName('Switch to annual billing?');
  await expect(dialog).toHaveAccessibleDescription(/\$96 a year instead of \$120 \(−\$24\)\./);
  await expect(dialog.getByRole('columnheader')).toHaveText([/Billed monthly$/, /Billed annually$/]);
  await expect(dialog.getByRole('rowheader')).toHaveText([
    'Basic',
    'Total per year',
    'Per month',
    'Difference',
  ]);
  await dialog.getByRole('radio', { name: 'Monthly' }).check();
  await expect(dialog).toContainText('You’re already on this plan.');
  await dialog.getByRole('radio', { name: 'Annual' }).check();
  await dialog.getByRole('button', { name: 'Switch to annual billing' }).click();
  await expect(page.getByText('You’re on Basic')).toBeVisible();
  await expect(page.getByText('Billed annually', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'View history' }).click();
  await expect(page.getByText('Switched to annual billing')).toBeVisible();
  // The account's period is the default, also for the next switch.
  await page.goto('/');
  await expect(page.getByRole('radio', { name: 'Annual' })).toBeChecked();
  await card('Pro').getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(dialog).toHaveAccessibleDescription(/\$270 a year instead of \$96 \(\+\$174\)\./);
});

test('more than six plans are divided into plan families', async ({ page, createTenant }) => {
  const families = ['Personal', 'Personal', 'Companies', 'Companies', 'Companies', '', ''];
  const features = Array.from({ length: 10 }, (_, index) => index + 1);
  const { app } = await createTenant({
    signUpUrl: 'https://host.example/join',
    features: features.length,
    versions: families.map((family, index) => {
      const prices = index > 1 ? { fee: null, userFee: 900 } : { fee: 1800, annualFee: 17_280 };
      return { title: `Plan ${index + 1}`, family, features, ...prices };
    }),
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(pageUrl(app.host));
  const button = await page.getByRole('link', { name: 'Choose Plan 1' }).boundingBox();
  expect(button?.y).toBeLessThanOrEqual(600);
  const headings = page.getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(['Plan 1', 'Plan 2']);
  await page.getByRole('form', { name: 'Plan families' }).getByRole('button', { name: 'Companies' }).click();
  await expect(headings).toHaveText(['Plan 3', 'Plan 4', 'Plan 5']);
  await expect(page).toHaveURL(/family=Companies$/);
});

test('the search keeps what is entered before hydration', { tag: '@full' }, async ({
  page,
  createTenant,
  signIn,
}) => {
  const tenant = await createTenant({ versions: versionSpecs, features: 12 });
  await signIn(tenant, null);
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  for (const text of ['single sign', 'export', 'x y z', 'audit log', 'seats']) {
    await page.goto('/', { waitUntil: 'commit' });
    const field = page.getByRole('searchbox');
    await field.pressSequentially(text);
    await expect(page.getByRole('search').getByRole('status')).toBeVisible();
    await expect(field).toHaveValue(text);
    await expect(page).toHaveURL(`/?q=${text.replaceAll(' ', '+')}`);
  }
});

test('the search names the plans with a feature and the cheapest way', async ({ page, createTenant }) => {
  const features = ['Single sign-on', ...Array.from({ length: 9 }, (_, index) => `Feature ${index + 2}`)];
  const shared = features.map((_, index) => index + 1).slice(1);
  const { app } = await createTenant({
    features,
    versions: [
      { title: 'Basic', features: shared, optional: [{ feature: 1, userFee: 300, addOn: 'Security' }] },
      { title: 'Pro', features: [1, ...shared] },
    ],
  });
  // Without scripts, the form and the links work too.
  await page.goto(pageUrl(app.host, '/?q=sso&seats=2'));
  const result = page.getByRole('search').getByRole('listitem');
  await expect(result).toContainText('In Pro · As an add-on in Basic');
  await expect(result).toContainText('Cheapest: Basic + Security, $6 / month');
  await expect(result.getByRole('link')).toHaveAttribute(
    'href',
    /^\/\?q=sso&feature=feature-1&seats=2#plan-/,
  );
  await result.getByRole('link').click();
  const card = (title: string) => page.getByRole('listitem', { name: title });
  await expect(card('Basic')).toContainText('Single sign-on as an add-on, $3 per user / month');
  await expect(card('Pro').getByText('Single sign-on', { exact: true }).first()).toBeVisible();
  await page.getByRole('searchbox').fill('nothing like this');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^No plan has it/);
  await checkPage(page);
  await page.getByRole('link', { name: 'Close search' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  // What all plans share is stated once, and the cards of a row expand together.
  await page.getByText('9 features in all of these plans').click();
  await expect(page.getByRole('group').getByRole('listitem')).toHaveCount(9);
  await expect(card('Basic')).toContainText('The 9 shared features');
  await card('Pro')
    .getByRole('button', { name: /^See all/ })
    .click();
  await expect(page.getByRole('button', { name: /^Show fewer features/ })).toHaveCount(2);
});

const builtPlan = {
  signUpUrl: 'https://host.example/join',
  features: ['Sign-on', 'Directory'],
  versions: [
    {
      title: 'Identity',
      features: [],
      optional: [
        { feature: 1, userFee: 200, annualUserFee: 2000 },
        { feature: 2, userFee: 400, annualUserFee: 4000 },
      ],
    },
  ],
};

test('a plan without features is built from add-ons', async ({ page, createTenant }) => {
  const { app } = await createTenant(builtPlan);
  await page.goto(pageUrl(app.host, '/?seats=8&addons=offer-1'));
  const selection = page.getByRole('region', { name: 'Your selection' });
  await expect(selection).toContainText('$16');
  await page.getByRole('link', { name: 'Add', exact: true }).click();
  await expect(selection.getByRole('row').last()).toContainText('$48');
  const choose = selection.getByRole('link', { name: 'Choose Identity' });
  await expect(choose).toHaveAttribute('href', /seats=8&period=month&add_ons=offer-1%2Coffer-2$/);
  await checkPage(page);
});

test('an account that has such a plan turns its add-ons on beside the total; a member asks for them', {
  tag: '@full',
}, async ({ page, openTenant, signIn }) => {
  const { app, account } = await openTenant(builtPlan, { account: () => ({ users: 8 }) });
  const list = page.getByRole('region', { name: 'Build your plan' });
  const total = page.getByRole('region', { name: 'Your plan with add-ons' }).getByRole('row').last();
  await expect(total).toContainText('$0');
  await list.getByRole('button', { name: 'Turn on Sign-on' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click();
  await expect(list.getByText('Sign-on is on')).toBeVisible();
  await expect(list.getByRole('listitem', { name: 'Sign-on' })).toContainText('On since');
  await expect(total).toContainText('$16');
  await list.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(list.getByRole('listitem', { name: 'Sign-on' })).toContainText('Off since');
  await page.getByText('Annual', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Switch to annual billing' })).toBeVisible();
  await checkPage(page, { axe: true });

  await signIn({ app, account, role: 'member' });
  await expect(list.getByRole('button', { name: 'Ask an owner Sign-on' })).toBeVisible();
  await expect(page.getByText('Only account owners can change add-ons')).toHaveCount(1);
});

test('texts of the catalog have its language and links', async ({ page, openTenant }) => {
  const contactUrl = 'mailto:sales@host.example';
  const pro = {
    title: 'Pro',
    entryBlocker: 'Contact us to move to Pro.',
    moreInfo: 'For schools, contact us.',
  };
  const versions = [{ title: 'Basic' }, pro];
  await openTenant({ language: 'en-GB', contactUrl, versions });
  await page.context().addCookies([{ name: 'language', value: 'de', url: page.url() }]);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  const card = page.getByRole('listitem', { name: 'Pro' });
  await expect(card.getByText('Pro', { exact: true }).first()).toHaveAttribute('lang', 'en-GB');
  await expect(card.getByRole('link', { name: 'Contact us', exact: true })).toHaveAttribute(
    'href',
    contactUrl,
  );
  await card.locator('summary').click();
  await expect(card.getByRole('link', { name: 'contact us', exact: true })).toHaveAttribute(
    'href',
    contactUrl,
  );
  await page.context().clearCookies({ name: 'language' });
});

test('the number of users is in the URL and in the prices', async ({ page, createTenant }) => {
  const { app } = await createTenant({ versions: versionSpecs, features: 5 });
  await page.goto(pageUrl(app.host));
  const estimate = page.getByRole('listitem', { name: 'Team' }).getByRole('status');
  await page.getByRole('spinbutton', { name: 'Users' }).fill('25');
  await expect(estimate).toContainText('$210 / month');
  await expect(page).toHaveURL(/seats=25/);
  await page.reload();
  await expect(estimate).toContainText('$210 / month');
  // An invalid number stays in the field, with an explanation and the prices for a valid one.
  const field = page.getByRole('spinbutton', { name: 'Users' });
  await field.fill('0');
  const message = 'Enter a whole number from 1 to 1,000,000. Prices are for 25 users.';
  await expect(page.getByText(message)).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.blur();
  await expect(field).toHaveValue('0');
  await field.fill('1000001');
  await expect(page.getByText(message)).toBeVisible();
  await field.fill('2');
  await expect(page.getByText('Enter a whole number')).toHaveCount(0);
  await expect(estimate).toContainText('$26 / month');
  await page.goto(pageUrl(app.host, '/?seats=9999999'));
  await expect(field).toHaveValue('9999999');
  await expect(page.getByText('Prices are for 1,000,000 users.')).toBeVisible();
});

test('prices have units and annual prices, and cards list amounts', async ({ page, createTenant }) => {
  const { app } = await createTenant({
    versions: [
      {
        title: 'Site',
        fee: 1800,
        feeUnit: 'site',
        annualFee: 18_000,
        features: [1, 2, 3],
        amounts: { 1: 400, 2: 5 },
      },
      { title: 'Team', fee: null, userFee: 800, userFeeUnit: 'editor', annualUserFee: 8600 },
    ],
    features: ['Recipes', 'Storage', 'Alerts'],
    units: { 1: { unit: 'recipe' }, 2: { unit: 'GB' } },
  });
  await page.goto(pageUrl(app.host, '/?seats=10'));
  const site = page.getByRole('listitem', { name: 'Site', exact: true });
  await expect(site).toContainText('$18 per site / month');
  await expect(site).toContainText('or $180 per site per year');
  await expect(site.getByRole('list').getByRole('listitem')).toHaveText([
    '400 recipes',
    'Storage5 GB',
    'Alerts',
  ]);
  // The page doesn't ask for the number of sites.
  await expect(site.getByRole('status')).toHaveCount(0);
  const team = page.getByRole('listitem', { name: 'Team' });
  await expect(team).toContainText('$8 per editor / month');
  await expect(team).toContainText('or $86 per editor per year');
  await expect(team.getByRole('status')).toHaveText('For 10 editors$80 / month');
});

test('without JavaScript, prices and features can be read', async ({ browser, createTenant }) => {
  const { app } = await createTenant({ versions: versionSpecs, features: 5 });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(pageUrl(app.host));
  await expect(page.locator('noscript > div')).toHaveText(/JavaScript is off\. You can read all prices/);
  await expect(page.locator('noscript > div')).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Team' })).toContainText('$8 per user / month');
  await page.getByRole('spinbutton', { name: 'Users' }).fill('8');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/\?seats=8$/);
  await expect(page.getByRole('listitem', { name: 'Team' })).toContainText('$74 / month');
  // What does nothing is not shown.
  await expect(page.locator('button[type=button], input[type=range]').filter({ visible: true })).toHaveCount(
    0,
  );
  await page.goto(pageUrl(app.host, '/compare?seats=8'));
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  await page.getByRole('button', { name: 'Show', exact: true }).first().click();
  await expect(page).toHaveURL(/differences=true.*seats=8/);
  await expect(page.getByText(/^[1-4] of 5 features/)).toBeVisible();
  await context.close();
});

test('text at 200 % does not scroll at 320 px', { tag: '@full' }, async ({ page, createTenant, signIn }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(await createTenant({ versions: versionSpecs, features: 5 }), null);
  for (const path of ['/', '/compare', '/history']) {
    await page.goto(path);
    const width = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      return document.documentElement.scrollWidth;
    });
    expect([path, width]).toEqual([path, 320]);
  }
});

testPageStates('/', {
  loading: 'Part of the state of an error.',
  empty: async ({ page, createTenant, check }) => {
    const { app } = await createTenant({ versions: [{ active: false }] });
    await page.goto(pageUrl(app.host));
    await check(() => expect(page.getByRole('heading', { name: 'No plans yet' })).toBeVisible());
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
  },
  'error and retry': async ({ page, createTenant, signIn, db, check }) => {
    const tenant = await createTenant(catalog);
    const restore = await failReads(db, tenant, 'features');
    const release = await stallResponses(page);
    await signIn(tenant);
    await check(async () => {
      await expect(page.locator('main [aria-busy=true]').getByRole('status')).toHaveText('Loading');
      await expect(page.getByRole('heading', { name: 'Basic' })).toHaveCount(0);
    });
    await release();
    await check(async () => {
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText('The plans couldn’t be loaded');
      await expect(alert).toContainText('Something went wrong on our side.');
    });
    await restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Basic' })).toBeVisible();
  },
  'refetch failed': 'Part of the state of an owner.',
  offline: 'Part of the state of an owner.',
  visitor: async ({ page, createTenant, check }) => {
    const { app } = await createTenant(catalog);
    await page.goto(pageUrl(app.host));
    await check(async () => {
      await expect(page.getByRole('link', { name: 'Choose Pro' })).toBeVisible();
      await expect(page.getByRole('button', { name: /Upgrade|Downgrade/ })).toHaveCount(0);
      await expect(page.getByRole('heading', { name: /Legacy|Unreleased/ })).toHaveCount(0);
    });
  },
  member: async ({ page, openTenant, check }) => {
    await openTenant(catalog, { role: 'member' });
    await check(async () => {
      const button = page.getByRole('button', { name: 'See what changes with Pro' });
      await expect(button).toHaveAccessibleDescription('Only account owners can switch plans.');
      await expect(page.getByText('Only account owners can switch plans.')).toHaveCount(1);
    });
    await page.getByRole('button', { name: 'See what changes with Pro' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('You gain 1 feature');
    await expect(dialog.getByRole('button')).toContainText(['Keep Basic', 'Ask for Pro']);
  },
  owner: async ({ page, context, openTenant, check }) => {
    await openTenant(catalog);
    await check(async () => {
      await expect(page.getByText(/Your plan: *Basic since/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeEnabled();
      await expect(page.getByRole('button', { name: /to Basic/ })).toHaveCount(0);
      const blocked = page.getByRole('button', { name: 'Upgrade to Enterprise' });
      await expect(blocked).toHaveAttribute('aria-disabled', 'true');
      await expect(blocked).toHaveAccessibleDescription(/lists no contact address/);
    });
    await checkFailedRefetch({ page, check }, page.getByRole('heading', { name: 'Enterprise' }));
    await goOffline({ page, context });
    await check(async () => {
      await expect(page.getByText('You’re offline. You can keep reading')).toBeVisible();
      const button = page.getByRole('button', { name: 'Upgrade to Pro' });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription('You’re offline. Reconnect to switch plans.');
    });
    // A link would lead to the error page of the browser.
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await expect(page.getByText('Other pages open when you’re connected again.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).not.toHaveAttribute('aria-disabled');
  },
  product: async ({ page, openTenant, check }) => {
    await openTenant(catalog, { role: 'product' });
    await check(async () => {
      const unreleased = page.getByRole('listitem', { name: 'Unreleased' });
      await expect(unreleased.getByText('Not public')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Preview' })).toBeVisible();
    });
  },
  'retired plan': async ({ page, openTenant, check }) => {
    await openTenant(catalog, { account: onVersion('Legacy') });
    await check(async () => {
      const legacy = page.getByRole('listitem', { name: 'Legacy' });
      await expect(legacy.getByText('No longer offered', { exact: true })).toBeVisible();
      await expect(page.getByText('No longer available to new customers. You can keep it')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Upgrade to Basic' })).toBeEnabled();
    });
  },
  'blocked switch': 'Part of the state of an owner.',
  'stale dialog': 'Applies to the switch dialog only.',
  'unknown outcome': 'Applies to the switch dialog only.',
});
