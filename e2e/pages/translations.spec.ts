import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { checkPage } from './check-page';

const source = `syntaxVersion: "3.1"
saasName: Larder
currency: USD
features:
  search: { valueType: BOOLEAN, defaultValue: true, type: DOMAIN, tag: Core }
  support: { valueType: TEXT, defaultValue: Mail, type: SUPPORT }
usageLimits:
  projectsLimit: { valueType: NUMERIC, defaultValue: 3, unit: project }
plans:
  FREE:
    description: For one
    price: 0
  TEAM:
    description: For teams
    price: 10
    unit: user/month
`;
const extension = `app: { language: en }
texts:
  # German
  de:
    plans: { TEAM: { title: Mannschaft } } # "Team"
`;

const getTextsPath = ({ id }: { id: string }) => `/catalog/${id}/edit?view=texts`;

/** The cell of a text in a language. */
async function getText(page: Page, row: string, language: string): Promise<Locator> {
  const columns = await page.getByRole('columnheader').allTextContents();
  const shown = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: row, exact: true }) });
  return shown
    .first()
    .getByRole('gridcell')
    .nth(columns.indexOf(language) - 1);
}

/** Other alphabets than the Latin one have no keys here. */
async function write(page: Page, cell: Locator, text: string): Promise<void> {
  await cell.click();
  await page.keyboard.press('F2');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
}

async function download(page: Page, name: string): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const file = await started;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const upload = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('texts are translated beside those of the list', async ({ page, signIn, catalog }) => {
  const draft = await catalog.create(source, { extension });
  await signIn({ app: catalog.app, role: 'product', name: 'Ada' }, getTextsPath(draft));
  const languages = page.getByRole('group', { name: 'Languages' });
  await expect(languages).toContainText('German 12 missing');
  await expect(page.getByRole('columnheader')).toHaveText(['Row', 'English', 'German']);
  await expect(page.getByRole('rowgroup', { name: 'Units' }).getByRole('rowheader')).toHaveText([
    'project: one',
    'project: other',
  ]);

  // The text of the list is edited in other sheets.
  const original = await getText(page, 'Team: Title', 'English');
  await expect(original).toHaveText('Team');
  await original.click();
  await page.keyboard.type('x');
  await expect(page.getByRole('grid').getByRole('textbox')).toHaveCount(0);
  const title = await getText(page, 'Team: Title', 'German');
  await page.keyboard.press('ArrowRight');
  await expect(title).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const description = await getText(page, 'Team: Description', 'German');
  await expect(description).toBeFocused();
  await expect(description).toHaveAccessibleName('Missing');
  await page.keyboard.type('Für Teams');
  await page.keyboard.press('Enter');
  await expect(description).toHaveText('Für Teams');
  await expect(languages).toContainText('German 11 missing');

  // Arabic has six forms of a unit.
  await page.getByRole('button', { name: 'Add language' }).click();
  const tag = page.getByRole('textbox', { name: 'Language tag' });
  await expect(tag).toBeFocused();
  await tag.fill('x_y');
  await tag.press('Enter');
  await expect(page.getByText('Not a language tag of BCP 47')).toBeVisible();
  await expect(tag).toBeFocused();
  await tag.fill('DE');
  await expect(page.getByText('The list already has this language.')).toBeVisible();
  await tag.fill('AR');
  await expect(page.getByRole('form', { name: 'Add language' }).getByRole('status')).toHaveText('Arabic');
  await tag.press('Enter');
  await expect(page.getByRole('columnheader')).toHaveText(['Row', 'English', 'German', 'Arabic']);
  await expect(languages).toContainText('Arabic 13 missing');
  await expect(await getText(page, 'Team: Title', 'Arabic')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('[role=gridcell]:focus')).toHaveAttribute('lang', 'ar');
  await write(page, await getText(page, 'project: other', 'Arabic'), 'مشروع');
  const few = await getText(page, 'project: few', 'Arabic');
  await expect(few).toHaveText('مشروع');
  await few.click();
  await expect(page.getByText('For numbers such as 3, 4, 5, 6.')).toBeVisible();
  await write(page, few, 'مشاريع');
  await expect(few).toHaveText('مشاريع');
  await expect(await getText(page, 'project: few', 'German')).toHaveAttribute('aria-readonly', 'true');
  await checkPage(page, { visible: few, axe: true });

  // A row stays while it is filled in.
  await languages.getByRole('checkbox', { name: /Arabic/ }).uncheck();
  await page.getByRole('checkbox', { name: 'Only missing texts' }).check();
  await expect(page.getByRole('rowheader', { name: 'Team: Title' })).toHaveCount(0);
  const core = await getText(page, 'Core', 'German');
  await core.click();
  await page.keyboard.type('Kern');
  await page.keyboard.press('Enter');
  await expect(languages).toContainText('German 10 missing');
  await expect(core).toHaveText('Kern');
  await page.getByRole('checkbox', { name: 'Only missing texts' }).uncheck();

  // Without its last text, a language stays.
  await title.click();
  await page.keyboard.press('Delete');
  await expect(title).toHaveAccessibleName('Missing');
  await save(page);
  expect(await catalog.read(draft.id)).toEqual(
    expect.objectContaining({
      source,
      extension: `${extension.replace('title: Mannschaft', 'description: Für Teams')}    groups:
      Core: Kern
  ar:
    units:
      project:
        few: مشاريع
        other: مشروع
`,
    }),
  );
});

test('a text that the list does not have any more is removed', async ({ page, signIn, catalog }) => {
  const gone = `${extension}    values: { Phone: Telefon }\n`;
  const draft = await catalog.create(source, { extension: gone });
  await signIn({ app: catalog.app, role: 'product', name: 'Ada' }, getTextsPath(draft));
  await expect(page.getByRole('group', { name: 'Languages' })).toContainText('German 12 missing');
  await page.getByRole('list', { name: '1 problem' }).getByRole('button').click();
  const value = await getText(page, 'Phone', 'German');
  await expect(value).toBeFocused();
  await expect(value).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('rowheader', { name: 'Phone' })).toHaveCount(0);
  await expect(page.getByText('No problems.')).toBeVisible();
  await save(page);
  expect((await catalog.read(draft.id)).extension).toBe(extension);
});

test('files of translators are downloaded and uploaded', async ({ page, signIn, catalog }) => {
  const draft = await catalog.create(source, { extension });
  await signIn({ app: catalog.app, role: 'product', name: 'Ada' }, getTextsPath(draft));
  const languages = page.getByRole('group', { name: 'Languages' });
  await expect(languages).toContainText('German 12 missing');
  const xliff = await download(page, 'Download XLIFF');
  expect(xliff.name).toBe(`edition-${draft.number}.de.xlf`);
  expect(xliff.text).toContain('srcLang="en" trgLang="de"');
  await upload(page, xliff.name, xliff.text);
  await expect(page.getByText('the file has the texts of the list. Nothing was changed.')).toBeVisible();
  await expect(page.getByText('Unsaved')).toHaveCount(0);

  const awkward = '<Suche> & "mehr"\n– 🔎';
  const escaped = awkward.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const translated = xliff.text.replace('<source>Search</source>', `$&<target>${escaped}</target>`);
  await upload(page, xliff.name, translated);
  await expect(page.getByText('German: 1 text changed.')).toBeVisible();
  await expect(await getText(page, 'Search: Title', 'German')).toHaveText(awkward);
  await expect(languages).toContainText('German 11 missing');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(languages).toContainText('German 12 missing');
  await page.getByRole('button', { name: 'Redo' }).click();

  // All or nothing.
  const alert = page.getByRole('alert').filter({ hasText: 'Nothing was changed.' });
  await upload(page, 'bad.xlf', translated.replace('</xliff>', ''));
  await expect(alert).toContainText(/bad\.xlf: Nothing was changed\.Line \d+: The file is not XML/);
  await upload(page, 'gone.xlf', translated.replace('id="plans.FREE.title"', 'id="plans.GONE.title"'));
  await expect(alert).toContainText('plans.GONE.title: The price list has no such text.');
  const override = translated.replace(escaped, 'a<cp hex="202E"/>b');
  await upload(page, 'override.xlf', override);
  await expect(alert).toContainText(
    /Line \d+: features\.search\.title: The text contains a control character/,
  );
  await upload(page, 'fr.xlf', translated.replace('trgLang="de"', 'trgLang="fr"'));
  await expect(alert).toContainText('The price list has no texts in the language "fr".');
  await checkPage(page, { visible: alert, axe: true });

  // What was translated from an earlier text is shown.
  const csv = await download(page, 'Download CSV');
  expect(csv.text.startsWith('\ufeffkey,context,source,de\r\n')).toBe(true);
  const changed = csv.text
    .replace(',For one,', ',For you,Für dich')
    .replace(',For teams,', ',For teams,Für Teams');
  await upload(page, csv.name, changed);
  const outdated = page.getByRole('alert').filter({ hasText: 'nothing was changed yet' });
  await expect(outdated).toContainText('Plan "Free", description');
  await expect(outdated).toContainText('Für dich');
  await checkPage(page, { visible: outdated, axe: true });
  await page.getByRole('button', { name: 'Use the other text' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Upload translations' })).toBeFocused();
  await expect(page.getByText('German: 1 text changed.')).toBeVisible();
  await expect(await getText(page, 'Team: Description', 'German')).toHaveText('Für Teams');
  await expect(await getText(page, 'Free: Description', 'German')).toHaveAccessibleName('Missing');
  await save(page);
  expect((await catalog.read(draft.id)).extension).toContain('# "Team"');

  // Its last text is removed with the language.
  await page.getByRole('button', { name: 'Remove language' }).click();
  await expect(page.getByText('The list has no texts in other languages yet.')).toBeVisible();
});

test('700 features are translated into ten languages', { tag: '@full' }, async ({
  page,
  signIn,
  catalog,
}) => {
  const names = Array.from({ length: 700 }, (_, index) => `feature${index}`);
  const explain = (name: string) => `What ${name} does for those who use it. `.repeat(8).trim();
  const features = names.map(
    (name) =>
      `  ${name}: { valueType: BOOLEAN, defaultValue: true, type: DOMAIN, description: "${explain(name)}" }\n`,
  );
  const big = `syntaxVersion: "3.1"\nsaasName: Big\ncurrency: USD\nfeatures:\n${features.join('')}plans:\n  PRO: { price: 1 }\n`;
  const tags = ['ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'zh'];
  const texts = tags.map((tag) => {
    const translated = names.map(
      (name) => `      ${name}: { title: "${tag} ${name}", description: "${explain(name)}" }\n`,
    );
    return `  ${tag}:\n    features:\n${translated.join('')}`;
  });
  const draft = await catalog.create(big, { extension: `app: { language: en }\ntexts:\n${texts.join('')}` });
  await signIn({ app: catalog.app, role: 'product', name: 'Ada' }, getTextsPath(draft));
  const languages = page.getByRole('group', { name: 'Languages' });
  await expect(languages).toContainText('Chinese 3 missing');
  await page.getByRole('searchbox', { name: 'Find a row' }).fill('feature699');
  const last = await getText(page, 'Feature 699: Title', 'German');
  await last.click();
  await page.keyboard.type('Letzte');
  await page.keyboard.press('Enter');
  await expect(last).toHaveText('Letzte');
  // The worker has written the text.
  const unsaved = page.getByRole('button', { name: 'Save', exact: true });
  await expect(unsaved).not.toHaveAttribute('aria-disabled');
});
