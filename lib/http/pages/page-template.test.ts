import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { formatDate, formatIsoTime } from '@/lib/format/date-time';
import type { PageValues } from './page-state';
import { compilePage, createPlaceholders, fillPage } from './page-template';

const key = createHash('sha256').update('state').digest('hex');
const nonce = 'a+b/c==';
const dates = { locale: 'fr', timeZone: 'Europe/Paris' };
const headers = { 'content-security-policy': `script-src 'nonce-${nonce}'` };

const values: PageValues = {
  name: '$1 O’Brien & "Sons" <script>\u2028\\',
  account: { id: 'acc_01kercmcr0e0080000r99qygcd', title: "Léa's" },
  planSince: 1_767_225_600,
  newest: { version: 'avh_01kercmcr0e0080000r99qygcd', option: null },
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
function renderPage({ name, account, planSince, newest, renderedAt }: PageValues, size = 7): string {
  const since = planSince ?? 0;
  const props = [
    toText(name ?? ''),
    `${account.id} owner ${name}`,
    toText(account.title),
    newest,
    planSince,
    renderedAt,
  ];
  return [
    `<script nonce="${nonce}" data-user="${account.id} owner ${toHtml(name ?? '')}">session()</script>`,
    `<bdi>${toHtml(name ?? '')}</bdi><bdi>${toHtml(account.title)}</bdi>`,
    `<time dateTime="${formatIsoTime(since)}">${toHtml(formatDate(since, dates))}</time>`,
    renderData(JSON.stringify(props), size),
  ].join('\n');
}

const compile = (body: string, placeholders = createPlaceholders(key, values)) =>
  compilePage({ status: 200, headers, body }, placeholders, dates);

test('a page is filled in as it would have been rendered', async () => {
  const template = await compile(renderPage(createPlaceholders(key, values)));
  const { body, scriptHashes } = fillPage(template!, values, dates, false);
  // In one script, without the nonce.
  const expected = renderPage(values, 1e6).replaceAll(` nonce="${nonce}"`, '');
  expect(body.toString()).toBe(expected);
  const scripts = [...expected.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, content = '']) => content);
  expect(scriptHashes).toEqual(scripts.map((each) => createHash('sha256').update(each).digest('base64')));
  expect(gunzipSync(fillPage(template!, values, dates, true).body).toString()).toBe(expected);
});

test('data that the router requests is filled in as JSON', async () => {
  const renderRows = ({ name, account, renderedAt }: PageValues) =>
    `1:${JSON.stringify([toText(name ?? ''), `${account.id} owner ${name}`])}\n2:T5,ab:\nc3:[${renderedAt},"${nonce}"]\n`;
  const body = renderRows(createPlaceholders(key, values));
  const page = { status: 200, headers: { ...headers, 'content-type': 'text/x-component' }, body };
  const template = await compilePage(page, createPlaceholders(key, values), dates);
  expect(template?.contentType).toBe('text/x-component');
  const { body: filled, scriptHashes } = fillPage(template!, values, dates, true);
  expect(gunzipSync(filled).toString()).toBe(renderRows(values).replace(nonce, ''));
  expect(scriptHashes).toEqual([]);
});

test('a page with a value in a text whose length it has is not shared', async () => {
  const { name, account, renderedAt } = createPlaceholders(key, values);
  const compileRow = (text: string) => {
    const rows = `1:{}\n2:T${Buffer.byteLength(text).toString(16)},${text}3:[${renderedAt}]\n`;
    return compile(`<i>${account.id}</i>${renderData(rows, 50)}`);
  };
  expect(await compileRow(`["${account.id}",\n"${renderedAt}"]`)).not.toBeNull();
  expect(await compileRow(`["${account.id}",\n"${name}"]`)).toBeNull();
  expect(
    await compileRow(`since ${formatDate(createPlaceholders(key, values).planSince!, dates)}`),
  ).toBeNull();
});

test('a page of another state, or with a text that was cut or binary data, is not shared', async () => {
  const placeholders = createPlaceholders(key, values);
  const other = createPlaceholders(key.replaceAll('a', 'b'), values);
  expect(await compile(renderPage(other))).toBeNull();
  expect(await compile(`${renderPage(placeholders)}${placeholders.account.title.slice(0, 5)}…`)).toBeNull();
  const binary = `<script nonce="${nonce}">self.__next_f.push([3,"AA=="])</script>`;
  expect(await compile(`${renderPage(placeholders)}${binary}`)).toBeNull();
  expect(await compile(renderPage(placeholders))).not.toBeNull();
});

test('what an account does not have has no placeholder', async () => {
  const none = { ...values, name: null, planSince: null };
  const placeholders = createPlaceholders(key, none);
  expect(placeholders).toMatchObject({ name: null, planSince: null, newest: { option: null } });
});
