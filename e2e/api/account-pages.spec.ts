import { expect } from '@playwright/test';
import { roles, sessionCookieName } from '@/lib/contract/current-user';
import type { NoticeList } from '@/lib/contract/notices';
import type { VersionList } from '@/lib/contract/versions';
import type { Database } from '@/lib/db/connection/client';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { publishChange } from '@/prisma/factories/publish-change';
import { sampleSize } from '@/tools/testing/test-scope';
import { routerHeaders, test, toRouterPath } from '../fixtures';

// Accounts in the same state share a page (docs/decisions/0025-page-workers-and-page-cache.md). Each sees its own values, and
// what a page that is rendered for it alone shows.

/** `ACCOUNT_PAGE_REQUESTS` sets the number of requests. */
const requestCount = Number(process.env.ACCOUNT_PAGE_REQUESTS ?? sampleSize({ quick: 160, full: 1000 }));
const accountCount = sampleSize({ quick: 8, full: 50 });
/** French is one of the catalog only: the pages are in English then. */
const languages = ['en-GB', 'de', 'ar', 'fr'];
const themes = ['light', 'dark'];
/** Another one is what Next's router requests for a link on the page of the history. */
const forms = ['html', 'html', 'data'];
const historyPath = '/history';
const paths = ['/', '/compare', '/optional-features', historyPath, '/?seats=3', '/compare?seats=7'];
/** One of these is rendered for the account alone too, and compared. */
const compared = Math.max(2, Math.round(requestCount / 2000));
/** After so many requests, the page and the theme change. People who request the same share pages. */
const renewed = 30;
/** Before one of these, an account or the catalog changes. */
const changed = 12;

/** A linear congruential generator, so that a run can be repeated. */
function createRandom(seed: number) {
  let state = seed;
  return <T>(values: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return values[Math.floor((state / 2 ** 31) * values.length)] as T;
  };
}

interface Person {
  account: { id: string; title: string };
  name: string;
  role: (typeof roles)[number];
  cookie: string;
  /** Key of an owner of the account. */
  ownerKey: string;
  memberKey: string;
}

const url = (path: string) => new URL(path, process.env.BASE_URL);

async function read(path: string, cookie: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url(path), { headers: { ...headers, cookie } });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  return response.text();
}

test('accounts that share pages see their own values, and what they would see alone', async ({ db }) => {
  test.setTimeout(1_800_000);
  const pick = createRandom(7);
  const isOneOf = (count: number) => pick([...Array(count).keys()]) === 0;
  const app = await buildApp(db, {
    features: ['Core', 'SSO', 'Storage'],
    versions: [
      {
        title: 'Basic',
        fee: 0,
        features: [1],
        optional: [{ feature: 2, addOn: 'SSO', fee: 300, userFee: 50 }],
      },
      { title: 'Pro', fee: 3000, annualFee: 30_000, features: [1, 2] },
      { title: 'Max', fee: 9000, userFee: 100, features: [1, 2, 3] },
    ],
  });
  await addTexts(db, app, ['de', 'fr']);
  const people = await createPeople(db, app);
  const pickVariant = () => ({ path: pick(paths), theme: pick(themes), form: pick(forms) });
  let variant = pickVariant();
  for (let request = 0; request < requestCount; request += 1) {
    const person = pick(people);
    if (isOneOf(changed)) await change(db, app, person, pick);
    if (isOneOf(renewed)) variant = pickVariant();
    const { path, theme, form } = variant;
    const headers: Record<string, string> = { 'accept-language': pick(languages) };
    let target = path;
    if (form === 'data') {
      Object.assign(headers, routerHeaders);
      target = toRouterPath(path);
    }
    const cookie = `${person.cookie}; theme=${theme}`;
    const page = await read(target, cookie, headers);
    if (form === 'html') assertOwn(page, person, path);
    else assertNoOther(page, person);
    if (!isOneOf(compared)) continue;
    const alone = await read(target, cookie, { ...headers, 'cache-control': 'no-store' });
    expect(describePage(page), `${request}: ${target} ${person.role}`).toEqual(describePage(alone));
  }
});

test('a page that was rendered for another account shows no value of it', async ({ db }) => {
  const app = await buildApp(db, {
    versions: [
      { title: 'Basic', fee: 0 },
      { title: 'Pro', fee: 3000 },
    ],
  });
  const [basic, pro] = app.versions;
  if (!basic || !pro) throw new Error('The app has no versions.');
  /** An owner of an account. All that does not change the state of a page differs. */
  const signIn = async (name: string, history: (typeof pro)[], daysAgo: number) => {
    const spec = { title: `${name} Ltd`, externalId: `external ${name}`, history, daysAgo };
    const account = await buildAccount(db, app, spec);
    const secret = await buildSession(db, { app, account, role: 'owner', name, userId: `user ${name}` });
    return `${sessionCookieName}=${secret}`;
  };
  const first = await signIn('Ada', [basic, pro], 40);
  const second = await signIn('Ben', [basic, pro, basic, pro], 3);
  for (const path of ['/', '/compare', '/optional-features', '/compare?seats=7']) {
    for (const [target, headers] of [
      [path, {}],
      [toRouterPath(path), routerHeaders],
    ] as const) {
      await read(target, first, headers);
      const shared = await read(target, second, headers);
      const alone = await read(target, second, { ...headers, 'cache-control': 'no-store' });
      expect(describePage(shared), target).toEqual(describePage(alone));
    }
  }
});

/** Gives versions a title in these languages. */
function addTexts(db: Database, app: BuiltApp, codes: string[]) {
  return publishChange(db, app, async (queries) => {
    await queries.app.update({ where: { id: app.id }, data: { language: 'en', languages: codes } });
    for (const language of codes) {
      const plans = Object.fromEntries(
        app.versions.map(({ id, title }) => [id, { title: `${title} (${language})` }]),
      );
      const texts = { app: {}, plans, features: {}, addOns: {}, groups: {}, units: {}, values: {} };
      const publishedAt = new Date();
      await queries.catalogTexts.create({ data: { appId: app.id, language, publishedAt, texts } });
    }
  });
}

async function createPeople(db: Database, app: BuiltApp): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < accountCount; index += 1) {
    const title = `${['$', '<b>', '"', '&', "'", '\u2028', 'ü'][index % 7]} Title${index}x`;
    const account = await buildAccount(db, app, {
      title,
      // Two of each are in the same state in a quick run.
      users: index % 4 < 2 ? 1 : 5,
      daysAgo: 1 + index,
      history: index < 8 ? app.versions.slice(0, 2 + (index % 2)) : app.versions.slice(0, index % 4),
    });
    const ownerKey = await buildKey(db, { app, account });
    const memberKey = await buildKey(db, { app, account, role: 'member' });
    for (const role of roles) {
      const name = `${['$1', '', '</script>', '\\"'][index % 4]}Name${index}${role}`;
      const secret = await buildSession(db, { app, account, role, name });
      people.push({ account, name, role, cookie: `${sessionCookieName}=${secret}`, ownerKey, memberKey });
    }
  }
  return people;
}

/** Switches an account, sets its users, turns an add-on on or off, asks for a plan, dismisses a notice, or publishes. */
async function change(
  db: Parameters<typeof buildApp>[0],
  app: BuiltApp,
  { ownerKey, memberKey }: Person,
  pick: <T>(values: readonly T[]) => T,
): Promise<void> {
  const kind = pick(['switch', 'users', 'option', 'request', 'dismiss', 'publish']);
  if (kind === 'publish') {
    const where = { id: pick(app.versions).id };
    const data = pick([{ fee: pick([1000, 2000]) }, { title: pick(['Plan A', 'Plan B']) }]);
    await publishChange(db, app, (queries) => queries.version.updateMany({ where, data }));
    return;
  }
  const send = async (path: string, body: object | null, key = ownerKey) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await fetch(url(path), { ...init, headers });
    expect([200, 201, 202, 404, 422]).toContain(response.status);
    return response.json();
  };
  const version_id = pick(app.versions).id;
  if (kind === 'switch') {
    await send('/app/versions', { version_id, ...(pick([true, false]) && { billing_period: 'year' }) });
  } else if (kind === 'users') {
    const list: VersionList = await send('/app/versions', null);
    const current = list.data.versions.find((version) => version.current);
    if (current) await send('/app/versions', { version_id: current.id, users: pick([1, 2, 5]) });
  } else if (kind === 'option') {
    await send(`/api/account/optional-features/${app.addOns[0]?.id}`, { active: pick([true, false]) });
  } else if (kind === 'request') {
    await send('/api/account/changes', { version_id }, memberKey);
  } else {
    const notices: NoticeList = await send('/api/account/notices', null);
    const [notice] = notices.payload;
    if (notice) await send(`/api/account/notices/${notice.id}/dismiss`, {});
  }
}

/** What the router requests has none of the frame, and no value of another account. */
function assertNoOther(data: string, { account }: Person): void {
  const index = account.title.match(/\d+/)?.[0];
  expect(data).not.toContain('<html');
  for (const [, own] of data.matchAll(/(?:Title|Name)(\d+)/g)) expect(own).toBe(index);
  for (const [id] of data.matchAll(/acc_[0-9a-z]{26}/g)) expect(id).toBe(account.id);
  expect(data).not.toMatch(/[\uE000\uE001]/);
}

/** The page has the values of the person, and none of others. A history has the names of all who changed the account. */
function assertOwn(page: string, { account, name }: Person, path: string): void {
  const titles = new Set(page.match(/Title\d+x/g));
  expect([...titles]).toEqual([account.title.match(/Title\d+x/)?.[0]]);
  const names = new Set(page.match(/Name\d+[a-z]+/g));
  const [own = '', ofAccount] = name.match(/(Name\d+)[a-z]+/) ?? [];
  expect(names).toContain(own);
  const others = [...names].filter(
    (each) => path !== historyPath || each.replace(/[a-z]+$/, '') !== ofAccount,
  );
  expect(others).toEqual(path === historyPath ? [] : [own]);
  const ids = new Set(page.match(/acc_[0-9a-z]{26}/g));
  expect([...ids]).toEqual([account.id]);
  expect(page).not.toMatch(/[\uE000\uE001]/);
}

/** What a page shows, without what differs between two renderings: the nonce, times, and the order of the data. */
function describePage(html: string) {
  if (!html.startsWith('<')) {
    // Next gives the metadata of each response keys of their own.
    const data = html.replaceAll(/"nonce":"[^"]*"/g, '').replaceAll(/"[\w-]{21}[mv]"/g, '"key"');
    return { markup: '', data: resolveRows(data).replaceAll(/\b1[78]\d{11}\b/g, 'time') };
  }
  const nonce = /nonce="([^"]+)"/.exec(html)?.[1];
  const plain = nonce ? html.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, '') : html;
  const dataScript = /<script[^>]*>self\.__next_f\.push\(\[1,(".*?")\]\)<\/script>/gs;
  const data = [...plain.matchAll(dataScript)].map(([, text = '']) => JSON.parse(text)).join('');
  // Order and scripts of the head, and comments after texts, depend on when the data arrives.
  const markup = plain
    .replaceAll(dataScript, '')
    .replaceAll('<!-- -->', '')
    .replaceAll(/<script src="[^"]+" async=""><\/script>/g, '')
    .replace(/<head>.*?<script/s, (head) => head.split(/(?=<)/).sort().join(''));
  return { markup, data: resolveRows(data).replaceAll(/\b1[78]\d{11}\b/g, 'time') };
}

/** The first row of the data, with the rows that it refers to in place of the references. Any part can be a row. */
function resolveRows(data: string): string {
  const bytes = Buffer.from(data);
  const rows = new Map<string, string>();
  for (let position = 0; position < bytes.length; ) {
    const idEnd = bytes.indexOf(':', position);
    const id = bytes.toString('utf8', position, idEnd);
    const text = /^T([0-9a-f]+),/.exec(bytes.toString('latin1', idEnd + 1, idEnd + 12));
    const start = idEnd + 1 + (text?.[0].length ?? 0);
    const end = text ? start + Number.parseInt(text[1] ?? '', 16) : bytes.indexOf('\n', start);
    if (id !== '') rows.set(id, bytes.toString('utf8', start, end));
    position = text ? end : end + 1;
  }
  const resolved = new Map<string, string>();
  const resolve = (id: string): string => {
    const known = resolved.get(id);
    if (known !== undefined) return known;
    resolved.set(id, 'above');
    const row = rows.get(id) ?? '';
    const text = resolveText(row);
    resolved.set(id, text);
    return text;
  };
  const resolveText = (text: string): string =>
    text.replaceAll(/"\$[L@]?([0-9a-f]+)((?::\w+)*)"/g, (reference, next: string, path: string) => {
      if (!rows.has(next)) return reference;
      return path === ''
        ? resolve(next)
        : resolveText(JSON.stringify(follow(next, path.split(':').slice(1))));
    });
  /** A part of a row, by the names that lead to it. */
  const follow = (id: string, path: string[]): unknown =>
    path.reduce<unknown>(
      (value, name) => {
        const row = typeof value === 'string' ? /^\$[L@]?([0-9a-f]+)$/.exec(value)?.[1] : undefined;
        const parent = (row === undefined ? value : follow(row, [])) as Record<string, unknown>;
        const isElement = Array.isArray(parent) && parent[0] === '$';
        return parent[isElement ? (elementParts[name] ?? name) : name];
      },
      JSON.parse(rows.get(id) ?? 'null'),
    );
  return resolve('0');
}

/** The places of an element's parts in the data. */
const elementParts: Record<string, string> = { type: '1', key: '2', props: '3' };
