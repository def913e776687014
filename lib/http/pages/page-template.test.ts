import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { formatDate, formatIsoTime } from '@/lib/format/date-time';
import { createPlaceholders, listPlaces, type PageValues } from './account-values';
import { fillPage } from './fill-page';
import { type CachedPage, compilePage, type PageTemplate } from './page-template';

const key = createHash('sha256').update('state').digest('hex');
const nonce = 'a+b/c==';
const dates = { locale: 'fr', timeZone: 'Europe/Paris' };
const headers = { 'content-security-policy': `script-src 'nonce-${nonce}'` };

const values: PageValues = {
  name: '$1 O’Brien & "Sons" <script>\u2028\\',
  accountId: 'acc_01kercmcr0e0080000r99qygcd',
  accountTitle: "Léa's",
  planSince: 1_767_225_600,
  newestVersion: 'avh_01kercmcr0e0080000r99qygcd',
  newestOption: null,
  renderedAt: 1_767_225_600_123,
};

/** The data of a page as Next writes it, in scripts that end every few characters. */
function renderData(data: string, size: number): string {
  const text = JSON.stringify(data)
    .slice(1, -1)
    .replace(/[&<>\u2028]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
  const chunks = text.match(new RegExp(`(?:\\\\u.{4}|\\\\.|[^\\\\]){1,${size}}`, 'gs')) ?? [];
  return chunks
    .map((chunk) => `<script nonce="${nonce}">self.__next_f.push([1,"${chunk}"])</script>`)
    .join('');
}

const toHtml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (character) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[character] ?? '#x27'};`,
  );
/** React escapes a dollar sign at the start of a text. */
const toText = (text: string) => text.replace(/^\$/, '$$$$');

/** A page with the values, as it is rendered. */
function renderPage(values: PageValues, size = 7): string {
  const { name, accountId, accountTitle, planSince, newestVersion, newestOption, renderedAt } = values;
  const since = planSince ?? 0;
  const props = [
    toText(name ?? ''),
    `${accountId} owner ${name}`,
    toText(accountTitle ?? ''),
    { version: newestVersion, option: newestOption },
    planSince,
    renderedAt,
  ];
  return [
    `<script nonce="${nonce}" data-user="${accountId} owner ${toHtml(name ?? '')}">session()</script>`,
    `<bdi>${toHtml(name ?? '')}</bdi><bdi>${toHtml(accountTitle ?? '')}</bdi>`,
    `<time dateTime="${formatIsoTime(since)}">${toHtml(formatDate(since, dates))}</time>`,
    renderData(JSON.stringify(props), size),
  ].join('\n');
}

const compile = (body: string, placeholders = createPlaceholders(key, values)) =>
  compilePage({ status: 200, headers, body }, placeholders, dates);

/** The page of the account, as it is sent. */
function fill(page: CachedPage | null | undefined, isCompressed: boolean) {
  const filled = fillPage(page?.content as PageTemplate, values, { dates, isCompressed });
  const body = Buffer.from(filled.response.body as Uint8Array);
  return {
    body: (isCompressed ? gunzipSync(body) : body).toString(),
    headers: filled.response.headers,
    scriptHashes: [...(page?.scriptHashes ?? []), ...filled.scriptHashes],
  };
}

test('a page is filled in as it would have been rendered', async () => {
  const template = await compile(renderPage(createPlaceholders(key, values)));
  const { body, scriptHashes } = fill(template, false);
  // In one script, without the nonce.
  const expected = renderPage(values, 1e6).replaceAll(` nonce="${nonce}"`, '');
  expect(body).toBe(expected);
  const scripts = [...expected.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, content = '']) => content);
  expect(scriptHashes).toEqual(scripts.map((each) => createHash('sha256').update(each).digest('base64')));
  expect(fill(template, true).body).toBe(expected);
});

test('each text that shows a value is filled in', async () => {
  const all = { ...values, newestOption: 'aoh_01kercmcr0e0080000r99qygcd' };
  const render = (shown: PageValues) => {
    const texts = listPlaces(shown, dates).map(({ text, isText }) => (isText ? toText(text) : text));
    return `${texts.map((text) => `<p>${toHtml(text)}</p>`).join('')}${renderData(JSON.stringify(texts), 1e6)}`;
  };
  const placeholders = createPlaceholders(key, all);
  expect(Object.values(placeholders)).not.toContain(null);
  const page = await compile(render(placeholders), placeholders);
  const { response } = fillPage(page?.content as PageTemplate, all, { dates, isCompressed: false });
  expect(Buffer.from(response.body as Uint8Array).toString()).toBe(
    render(all)
      .replaceAll(/<p>\${2}/g, '<p>$')
      .replaceAll(` nonce="${nonce}"`, ''),
  );
});

test('data that the router requests is filled in as JSON', async () => {
  const renderRows = ({ name, accountId, renderedAt }: PageValues) =>
    `1:${JSON.stringify([toText(name ?? ''), `${accountId} owner ${name}`])}\n2:T5,ab:\nc3:[${renderedAt},"${nonce}"]\n`;
  const body = renderRows(createPlaceholders(key, values));
  const page = { status: 200, headers: { ...headers, 'content-type': 'text/x-component' }, body };
  const template = await compilePage(page, createPlaceholders(key, values), dates);
  const filled = fill(template, true);
  expect(filled.headers['Content-Type']).toBe('text/x-component');
  expect(filled.body).toBe(renderRows(values).replace(nonce, ''));
  expect(filled.scriptHashes).toEqual([]);
});

test('a page with a value in a text whose length it has is not shared', async () => {
  const { name, accountId, planSince, renderedAt } = createPlaceholders(key, values);
  const compileRow = (text: string) => {
    const rows = `1:{}\n2:T${Buffer.byteLength(text).toString(16)},${text}3:[${renderedAt}]\n`;
    return compile(`<i>${accountId}</i>${renderData(rows, 50)}`);
  };
  expect(await compileRow(`["${accountId}",\n"${renderedAt}"]`)).not.toBeNull();
  expect(await compileRow(`["${accountId}",\n"${name}"]`)).toBeNull();
  expect(await compileRow(`["${accountId}",\nsince ${formatDate(planSince!, dates)}`)).toBeNull();
});

test('a page of another state, or with a text that was cut or binary data, is not shared', async () => {
  const placeholders = createPlaceholders(key, values);
  const other = createPlaceholders(key.replaceAll('a', 'b'), values);
  expect(await compile(renderPage(other))).toBeUndefined();
  expect(await compile(`${renderPage(placeholders)}${placeholders.accountTitle?.slice(0, 5)}…`)).toBeNull();
  const binary = `<script nonce="${nonce}">self.__next_f.push([3,"AA=="])</script>`;
  expect(await compile(`${renderPage(placeholders)}${binary}`)).toBeNull();
  expect(await compile(renderPage(placeholders))).not.toBeNull();
});

test('what an account does not have has no placeholder', async () => {
  const none = { ...values, name: null, planSince: null };
  const placeholders = createPlaceholders(key, none);
  expect(placeholders).toMatchObject({ name: null, planSince: null, newestOption: null });
});
