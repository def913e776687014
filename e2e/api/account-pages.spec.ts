import { expect } from '@playwright/test';
import { sessionCookieName } from '@/lib/contract/current-user';
import type { VersionList } from '@/lib/contract/versions';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { publishChange } from '@/prisma/factories/publish-change';
import { sampleSize } from '@/tools/testing/test-scope';
import { test } from '../fixtures';

// Accounts in the same state share a page (docs/decisions/0046-pages-by-state.md). Each sees its own values, and what a page that
// is rendered for it alone shows.

/** `ACCOUNT_PAGE_REQUESTS` sets the number of requests. */
const requestCount = Number(process.env.ACCOUNT_PAGE_REQUESTS ?? sampleSize({ quick: 400, full: 4000 }));
const accountCount = sampleSize({ quick: 12, full: 50 });
const roles = ['owner', 'member', 'support', 'product'] as const;
const languages = ['en-GB', 'de', 'ar'];
const themes = ['light', 'dark'];
const paths = ['/', '/compare', '/optional-features', '/?seats=3', '/compare?seats=7'];
/** Of the requests: rendered for the account alone too, and compared. */
const compared = 0.1;
/** Before each of these, an account or the catalog changes. */
const changed = 0.05;

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
  const appKey = await buildKey(db, { app });
  const people = await createPeople(db, app);
  for (let request = 0; request < requestCount; request += 1) {
    if (pick([...Array(1 / changed).keys()]) === 0)
      await change(db, app, appKey, pick(people).account.id, pick);
    const person = pick(people);
    const path = pick(paths);
    const headers = { 'accept-language': pick(languages) };
    const cookie = `${person.cookie}; theme=${pick(themes)}`;
    const page = await read(path, cookie, headers);
    assertOwn(page, person);
    if (pick([...Array(1 / compared).keys()]) !== 0) continue;
    const alone = await read(path, cookie, { ...headers, 'cache-control': 'no-store' });
    expect(describePage(page), `${request}: ${path} ${person.role}`).toEqual(describePage(alone));
  }
});

async function createPeople(db: Parameters<typeof buildApp>[0], app: BuiltApp): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < accountCount; index += 1) {
    const title = `${['$', '<b>', '"', '&', "'", '\u2028', 'ü'][index % 7]} Title${index}x`;
    const account = await buildAccount(db, app, {
      title,
      history: index % 5 === 0 ? [] : app.versions.slice(0, 1 + (index % 2)),
    });
    for (const role of roles) {
      const name = `${['$1', '', '</script>', '\\"'][index % 4]}Name${index}${role}`;
      const secret = await buildSession(db, { app, account, role, name });
      people.push({ account, name, role, cookie: `${sessionCookieName}=${secret}` });
    }
  }
  return people;
}

/** Switches an account, turns an add-on on or off, or publishes a price or a title. */
async function change(
  db: Parameters<typeof buildApp>[0],
  app: BuiltApp,
  appKey: string,
  accountId: string,
  pick: <T>(values: readonly T[]) => T,
): Promise<void> {
  const kind = pick(['switch', 'switch', 'option', 'publish']);
  if (kind === 'publish') {
    const where = { id: pick(app.versions).id };
    const data = pick([{ fee: pick([1000, 2000]) }, { title: pick(['Plan A', 'Plan B']) }]);
    await publishChange(db, app, (queries) => queries.version.updateMany({ where, data }));
    return;
  }
  const headers = {
    Authorization: `Bearer ${appKey}`,
    'X-Account-Id': accountId,
    'Content-Type': 'application/json',
  };
  const list: VersionList = await (await fetch(url('/app/versions'), { headers })).json();
  const [option] = app.addOns;
  const target = kind === 'switch' ? '/app/versions' : `/account/optional-features/${option?.id}`;
  const body =
    kind === 'switch' ? { version_id: pick(list.data.versions).id } : { active: pick([true, false]) };
  const response = await fetch(url(target), { method: 'POST', headers, body: JSON.stringify(body) });
  expect([200, 201, 422]).toContain(response.status);
}

/** The page has the values of the person, and none of others. */
function assertOwn(page: string, { account, name }: Person): void {
  const titles = new Set(page.match(/Title\d+x/g));
  expect([...titles]).toEqual([account.title.match(/Title\d+x/)?.[0]]);
  const names = new Set(page.match(/Name\d+[a-z]+/g));
  expect([...names]).toEqual([name.match(/Name\d+[a-z]+/)?.[0]]);
  const ids = new Set(page.match(/acc_[0-9a-z]{26}/g));
  expect([...ids]).toEqual([account.id]);
  expect(page).not.toMatch(/[\uE000\uE001]/);
}

/** What a page shows, without what differs between two renderings: the nonce, times, and the order of the data. */
function describePage(html: string) {
  const nonce = /nonce="([^"]+)"/.exec(html)?.[1];
  const plain = nonce ? html.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, '') : html;
  const dataScript = /<script[^>]*>self\.__next_f\.push\(\[1,(".*?")\]\)<\/script>/gs;
  const data = [...plain.matchAll(dataScript)].map(([, text = '']) => JSON.parse(text)).join('');
  // Which scripts are named in the head depends on when the data arrives.
  const markup = plain.replaceAll(dataScript, '').replaceAll(/<script src="[^"]+" async=""><\/script>/g, '');
  return { markup, data: resolveRows(data).replaceAll(/\b1[78]\d{11}\b/g, 'time') };
}

/** The first row of the data, with the rows that it refers to in place of the references. */
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
  const resolve = (id: string, above: string[]): string =>
    (rows.get(id) ?? '').replaceAll(/"\$[L@]?([0-9a-f]+)"/g, (reference, next: string) =>
      rows.has(next) && !above.includes(next) ? resolve(next, [...above, next]) : reference,
    );
  return resolve('0', ['0']);
}
