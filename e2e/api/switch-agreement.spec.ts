import { type APIRequestContext, expect } from '@playwright/test';
import fc from 'fast-check';
import { problems } from '@/lib/contract/errors';
import type { SwitchDecision } from '@/lib/contract/fields';
import type { ProblemBody } from '@/lib/contract/problem';
import { sessionCookieName } from '@/lib/contract/session-cookie';
import type { SwitchPreview, SwitchResult } from '@/lib/contract/switch';
import type { VersionEntry, VersionList } from '@/lib/contract/version-list';
import type { Database } from '@/lib/data/client';
import { buildAccount } from '@/prisma/builders/build-account';
import { buildApp, type VersionSpec } from '@/prisma/builders/build-app';
import { buildKey, buildSession } from '@/prisma/builders/build-credential';
import { test } from '../fixtures';
import { ask } from './ask';
import { expectKept, readNewest } from './switch-promise';

// The list, the preview, the switch and the page can't disagree, whatever the catalogue and whoever asks.

/** `AGREEMENT_SEED` draws the same cases again, `AGREEMENT_RUNS` asks for more of them. */
const seed = Number(process.env.AGREEMENT_SEED ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env.AGREEMENT_RUNS ?? 16);

const price = fc.constantFrom(null, 0, 1000, 2000);
const someFeatures = fc.subarray([1, 2, 3, 4]);
const seldom = (text: string) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(text) });
const often = fc.boolean().chain((yes) => (yes ? fc.constant(true) : fc.boolean()));

const version = fc
  .record({
    active: often,
    public: often,
    fee: price,
    userFee: price,
    entryBlocker: seldom('Talk to us before you come.'),
    exitBlocker: seldom('Talk to us before you leave.'),
    features: someFeatures,
    optional: someFeatures,
  })
  .map(({ entryBlocker, exitBlocker, features, optional, ...plain }): VersionSpec => {
    const offered = optional.filter((feature) => !features.includes(feature)).map((feature) => ({ feature }));
    const guards = { ...(entryBlocker && { entryBlocker }), ...(exitBlocker && { exitBlocker }) };
    return { ...plain, ...guards, features, optional: offered };
  });

const situation = fc.record({
  versions: fc.array(version, { minLength: 2, maxLength: 5 }),
  role: fc.constantFrom(
    'owner' as const,
    'owner' as const,
    'owner' as const,
    'member' as const,
    'product' as const,
  ),
  /** Whole numbers stand for versions, whatever their count. */
  current: fc.option(fc.nat(), { freq: 5 }),
  granted: fc.array(fc.nat(), { maxLength: 2 }),
  steps: fc.array(fc.record({ target: fc.nat(), agreed: fc.boolean() }), { minLength: 2, maxLength: 3 }),
});
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

/** Up and down again with nothing in the way, lest chance draws refusals alone. */
const plainSwitches: Situation = {
  versions: [
    { fee: 0, features: [1] },
    { fee: 1000, features: [2, 3] },
  ],
  role: 'owner',
  current: 0,
  granted: [],
  steps: [
    { target: 1, agreed: true },
    { target: 0, agreed: false },
  ],
};

interface Person {
  request: APIRequestContext;
  key: string;
  session: string;
  role: Situation['role'];
}

test('list, preview, switch and page agree on every switch', async ({ request, db }) => {
  test.setTimeout(120_000);
  let switched = 0;
  const agree = fc.asyncProperty(situation, async (given) => {
    const { person, versionIds } = await enact(request, db, given);
    for (const { target, agreed } of given.steps) {
      const id = versionIds[target % versionIds.length] ?? '';
      if (await compare(person, id, { agreed })) switched += 1;
    }
  });
  await fc.assert(agree, { seed, numRuns, examples: [[plainSwitches]] });
  expect(switched).toBeGreaterThanOrEqual(2);
});

async function enact(request: APIRequestContext, db: Database, given: Situation) {
  const app = await buildApp(db, { versions: given.versions, features: 4 });
  const chosen = (numbers: number[]) =>
    [...new Set(numbers.map((number) => number % app.versions.length))].flatMap(
      (index) => app.versions[index] ?? [],
    );
  const path = chosen(given.current === null ? [] : [given.current]);
  const account = await buildAccount(db, app, { path, granted: chosen(given.granted) });
  const who = { app, account, role: given.role };
  const person = { request, key: await buildKey(db, who), session: await buildSession(db, who) };
  return { person: { ...person, role: given.role }, versionIds: app.versions.map(({ id }) => id) };
}

/** Asks about one switch in each of the ways there are, and then asks to do it. Tells whether it was done. */
async function compare(person: Person, id: string, { agreed }: { agreed: boolean }): Promise<boolean> {
  const { request, key } = person;
  const { body: list } = await ask<VersionList>(request, '/app/versions', { key });
  await comparePage(person, list.data.versions);
  const listed = list.data.versions.find((entry) => entry.id === id);
  const looked = await ask<SwitchPreview>(request, `/app/versions/${id}/preview`, { key });
  const promised = looked.status === 200 ? looked.body.data : null;
  expect(promised !== null || looked.status === 404).toBe(true);
  if (listed) expect(promised && asListed(promised)).toEqual(pickListed(listed));
  // What is not listed can't be had.
  else
    expect(promised?.blockers.map(({ code }) => code) ?? ['version_inactive']).toContain('version_inactive');
  if (listed && promised) compareFeatures(list, promised);

  const before = await readNewest(request, key);
  const answer = await ask<SwitchResult | ProblemBody>(request, '/app/versions', {
    key,
    body: { version_id: id },
    headers: agreed && promised ? { 'If-Match': `"${promised.revision}"` } : {},
  });
  const after = await readNewest(request, key);
  const refusal = refusalOf(person, promised);
  if (refusal) {
    expect(answer.body).toMatchObject({ ...refusal, status: problems[refusal.code].status });
  } else {
    expect(answer.body).toMatchObject({
      success: true,
      data: { history_id: after?.history_id, version_id: id },
    });
  }
  if (refusal || !promised || listed?.current) {
    expect(after).toEqual(before);
    return false;
  }
  expectKept(promised, after);
  expect(after?.sequence).toBe((before?.sequence ?? 0) + 1);
  return true;
}

/** How the switch is to be refused; null where it is not. */
function refusalOf({ role }: Person, promised: SwitchPreview['data'] | null) {
  if (promised) return promised.blockers[0] ?? null;
  // Who may not switch anything is told no more.
  return { code: role === 'owner' ? ('version_not_found' as const) : ('forbidden' as const) };
}

const pickDecision = ({ direction, allowed, blockers }: SwitchDecision) => ({ direction, allowed, blockers });
const asListed = ({ to, ...decision }: SwitchPreview['data']) => ({ to, decision: pickDecision(decision) });
const pickListed = ({ id, title, fee, user_fee, switch: decision }: VersionEntry) => ({
  to: { id, title, fee, user_fee },
  decision,
});

/** Holds gained, lost and kept against the two columns of the matrix. */
function compareFeatures({ data }: VersionList, { from, to, gained, lost, kept }: SwitchPreview['data']) {
  expect(from?.id).toBe(data.versions.find(({ current }) => current)?.id);
  const rows = data.matrix?.features ?? [];
  const has = (version: { id: string } | null, row: (typeof rows)[number]) =>
    version !== null && row.versions[version.id] === true;
  const where = (before: boolean, after: boolean) =>
    rows.filter((row) => has(from, row) === before && has(to, row) === after).map((row) => row.id);
  const ids = (features: { id: string }[]) => features.map((feature) => feature.id);
  expect({ gained: ids(gained), lost: ids(lost), kept: ids(kept) }).toEqual({
    gained: where(false, true),
    lost: where(true, false),
    kept: where(true, true),
  });
}

/** What a page says in words of its own; what the catalogue says stays as it was written. */
const ownWords = new Map([
  ['forbidden', 'Only an owner of the account can switch its plan.'],
  ['version_inactive', 'This plan is no longer offered.'],
  ['price_on_request', 'This plan is priced on request. Talk to us to move to it.'],
]);

/** Holds the buttons of the plans page against the list. */
async function comparePage({ request, session }: Person, versions: VersionEntry[]): Promise<void> {
  const page = await request.get('/', {
    headers: { Cookie: `${sessionCookieName}=${session}`, 'Accept-Language': 'en' },
  });
  const html = await page.text();
  const shown = [
    ...html.matchAll(/<button[^>]*data-switch-to="(\w+)"[^>]*>.*?<\/button>(?:<p [^>]*>(.*?)<\/p>)?/g),
  ];
  expect(
    shown.map(([button, id, reason]) => ({
      id,
      label: /<span>(\w+)/.exec(button)?.[1],
      allowed: !button.includes('aria-disabled="true"'),
      reason: button.includes('aria-describedby') ? reason?.replace(/<[^>]*>/g, '') : undefined,
    })),
  ).toEqual(
    versions
      .filter(({ current }) => !current)
      .map(({ id, switch: decision }) => ({
        id,
        label: decision && { upgrade: 'Upgrade', downgrade: 'Downgrade', none: 'Switch' }[decision.direction],
        allowed: decision?.allowed,
        reason: decision?.blockers.map(({ code, message }) => ownWords.get(code) ?? message)[0],
      })),
  );
}
