import { type APIRequestContext, expect } from '@playwright/test';
import fc from 'fast-check';
import type { AddOnChangeResult, AddOnList } from '@/lib/contract/add-ons';
import { sessionCookieName } from '@/lib/contract/current-user';
import { apiErrors, type ProblemBody } from '@/lib/contract/errors';
import type { SwitchDecision } from '@/lib/contract/fields';
import type { SwitchPreview, SwitchResult } from '@/lib/contract/switch';
import { type VersionEntry, type VersionList, versionContent } from '@/lib/contract/versions';
import type { Database } from '@/lib/db/connection/client';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp, type VersionSpec } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { chooseSeed } from '@/tools/testing/test-scope';
import { test } from '../fixtures';
import { assertEntryMatchesPreview, getLatestHistoryEntry, sendRequest } from './api-client';

// Property-based test: for random catalogs and callers, the list, the preview, the switch and the plans page are
// consistent.

/** `CONSISTENCY_SEED` repeats a run, `CONSISTENCY_RUNS` sets the number of cases. */
const seed = chooseSeed(process.env.CONSISTENCY_SEED);
const numRuns = Number(process.env.CONSISTENCY_RUNS ?? 16);

const price = fc.constantFrom(null, 0, 1000, 2000);
const someFeatures = fc.subarray([1, 2, 3, 4]);
const amount = fc.constantFrom(undefined, 0, 20, 100, 'unlimited' as const);
const rarely = (text: string) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(text) });
const mostlyTrue = fc.boolean().chain((yes) => (yes ? fc.constant(true) : fc.boolean()));

const version = fc
  .record({
    active: mostlyTrue,
    public: mostlyTrue,
    fee: price,
    userFee: price,
    entryBlocker: rarely('Talk to us before you come.'),
    exitBlocker: rarely('Talk to us before you leave.'),
    features: someFeatures,
    optional: someFeatures,
    /** Content of each feature. Undefined is a check mark. */
    amounts: fc.tuple(amount, amount, amount, amount),
  })
  .map(({ entryBlocker, exitBlocker, features, optional, amounts, ...plain }): VersionSpec => {
    // Odd ones are priced on request.
    const offered = optional
      .filter((feature) => !features.includes(feature))
      .map((feature) => ({ feature, fee: feature % 2 === 0 ? 100 : null }));
    const blockers = { ...(entryBlocker && { entryBlocker }), ...(exitBlocker && { exitBlocker }) };
    const included = amounts.flatMap((value, index) =>
      value !== undefined && features.includes(index + 1) ? [[index + 1, value] as const] : [],
    );
    return { ...plain, ...blockers, features, optional: offered, amounts: Object.fromEntries(included) };
  });

const scenario = fc.record({
  versions: fc.array(version, { minLength: 2, maxLength: 5 }),
  role: fc.constantFrom(
    'owner' as const,
    'owner' as const,
    'owner' as const,
    'member' as const,
    'product' as const,
  ),
  /** Versions are numbers modulo the number of versions. */
  current: fc.option(fc.nat(), { freq: 5 }),
  granted: fc.array(fc.nat(), { maxLength: 2 }),
  steps: fc.array(fc.record({ target: fc.nat(), withRevision: fc.boolean() }), {
    minLength: 2,
    maxLength: 3,
  }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/** An upgrade and a downgrade without blockers, so that every run includes successful switches. */
const allowedSwitches: Scenario = {
  versions: [
    { fee: 0, features: [1] },
    { fee: 1000, features: [2, 3] },
  ],
  role: 'owner',
  current: 0,
  granted: [],
  steps: [
    { target: 1, withRevision: true },
    { target: 0, withRevision: false },
  ],
};

interface TestCaller {
  request: APIRequestContext;
  key: string;
  session: string;
  role: Scenario['role'];
}

test('list, preview, switch and plans page are consistent for every switch', async ({ request, db }) => {
  let switched = 0;
  const consistency = fc.asyncProperty(scenario, async (given) => {
    const { caller, versionIds } = await createScenario(request, db, given);
    for (const { target, withRevision } of given.steps) {
      const id = versionIds[target % versionIds.length] ?? '';
      if (await checkSwitch(caller, id, { withRevision })) switched += 1;
    }
  });
  await fc.assert(consistency, { seed, numRuns, examples: [[allowedSwitches]] });
  expect(switched).toBeGreaterThanOrEqual(2);
});

async function createScenario(request: APIRequestContext, db: Database, given: Scenario) {
  const app = await buildApp(db, { versions: given.versions, features: 4 });
  const select = (numbers: number[]) =>
    [...new Set(numbers.map((number) => number % app.versions.length))].flatMap(
      (index) => app.versions[index] ?? [],
    );
  const history = select(given.current === null ? [] : [given.current]);
  const account = await buildAccount(db, app, { history, granted: select(given.granted) });
  const spec = { app, account, role: given.role };
  const caller = { request, key: await buildKey(db, spec), session: await buildSession(db, spec) };
  return { caller: { ...caller, role: given.role }, versionIds: app.versions.map(({ id }) => id) };
}

/** Compares list, page and preview of one switch, then requests the switch. Returns whether the account switched. */
async function checkSwitch(
  caller: TestCaller,
  id: string,
  { withRevision }: { withRevision: boolean },
): Promise<boolean> {
  const { request, key } = caller;
  await toggleAddOns(caller);
  const { body: list } = await sendRequest<VersionList>(request, '/app/versions', { key });
  await assertPageMatchesList(caller, list.data.versions);
  const listed = list.data.versions.find((entry) => entry.id === id);
  const previewResponse = await sendRequest<SwitchPreview>(request, `/app/versions/${id}/preview`, { key });
  const preview = previewResponse.status === 200 ? previewResponse.body.data : null;
  expect(preview !== null || previewResponse.status === 404).toBe(true);
  if (listed) expect(preview && pickFromPreview(preview)).toEqual(pickFromList(listed));
  // A version that is not listed is not available.
  else
    expect(preview?.blockers.map(({ code }) => code) ?? ['version_inactive']).toContain('version_inactive');
  if (listed && preview) assertFeaturesMatchMatrix(list, preview);

  const before = await getLatestHistoryEntry(request, key);
  const response = await sendRequest<SwitchResult | ProblemBody>(request, '/app/versions', {
    key,
    body: { version_id: id },
    headers: withRevision && preview ? { 'If-Match': `"${preview.revision}"` } : {},
  });
  const after = await getLatestHistoryEntry(request, key);
  const error = getExpectedError(caller, preview);
  if (error) {
    expect(response.body).toMatchObject({ ...error, status: apiErrors[error.code].status });
  } else {
    expect(response.body).toMatchObject({
      success: true,
      data: { history_id: after?.history_id, version_id: id },
    });
  }
  if (error || !preview || listed?.current) {
    expect(after).toEqual(before);
    return false;
  }
  assertEntryMatchesPreview(preview, after);
  const summarize = (options: { id: string; outcome: string }[]) =>
    options.map(({ id: addOnId, outcome }) => `${addOnId} ${outcome}`);
  expect(summarize(after?.options ?? [])).toEqual(summarize(preview.options));
  const kept = preview.options.filter(({ outcome }) => outcome === 'kept').map((option) => option.id);
  const { optional_features: options } = await readOptions(caller);
  expect(options.flatMap(({ id: addOnId, active }) => (active ? [addOnId] : []))).toEqual(kept);
  expect(after?.sequence).toBe((before?.sequence ?? 0) + 1);
  return true;
}

async function readOptions({ request, key }: TestCaller): Promise<AddOnList['data']> {
  return (await sendRequest<AddOnList>(request, '/app/optional-features', { key })).body.data;
}

/** Turns each add-on on or off, and compares the result with the decision of the list. */
async function toggleAddOns(caller: TestCaller): Promise<void> {
  const { optional_features: options } = await readOptions(caller);
  for (const { id, active, change } of options) {
    const path = `/account/optional-features/${id}`;
    const { body } = await sendRequest<AddOnChangeResult | ProblemBody>(caller.request, path, {
      key: caller.key,
      body: { active: !active },
    });
    const [blocker] = change?.blockers ?? [];
    const forbidden = { code: 'forbidden' };
    const expected = caller.role === 'owner' ? blocker && { code: blocker.code } : forbidden;
    expect(body).toMatchObject(expected ?? { success: true, data: { id, active: !active } });
  }
}

/** The error that the switch must fail with; null if it must succeed. */
function getExpectedError({ role }: TestCaller, preview: SwitchPreview['data'] | null) {
  if (preview) return preview.blockers[0] ?? null;
  // Without the owner role the error does not depend on the version.
  return { code: role === 'owner' ? ('version_not_found' as const) : ('forbidden' as const) };
}

const pickDecision = ({ direction, pays, gets, allowed, blockers }: SwitchDecision) => ({
  ...{ direction, pays, gets, allowed, blockers },
});
const pickFromPreview = ({ to, ...decision }: SwitchPreview['data']) => ({
  to,
  decision: pickDecision(decision),
});
const contentNames = Object.keys(versionContent) as (keyof typeof versionContent)[];
const pickFromList = ({ id, title, switch: decision, replaced_by, ...entry }: VersionEntry) => {
  const content = Object.fromEntries(contentNames.map((name) => [name, entry[name]]));
  return { to: { id, title, ...content, replaced_by }, decision };
};

/** Asserts that the changed features match the columns of both versions in the matrix. */
function assertFeaturesMatchMatrix(
  { data }: VersionList,
  { from, to, gained, lost, kept, raised, lowered, changed }: SwitchPreview['data'],
) {
  expect(from?.id).toBe(data.versions.find(({ current }) => current)?.id);
  const rows = data.matrix?.features ?? [];
  const has = (version: { id: string } | null, row: (typeof rows)[number]) =>
    version !== null && row.versions[version.id] === true;
  const filterRows = (before: boolean, after: boolean) =>
    rows.filter((row) => has(from, row) === before && has(to, row) === after).map((row) => row.id);
  const ids = (features: { id: string }[]) => features.map((feature) => feature.id);
  expect({ gained: ids(gained), lost: ids(lost), kept: ids(kept) }).toEqual({
    gained: filterRows(false, true),
    lost: filterRows(true, false),
    kept: filterRows(true, true),
  });
  const rank = (row: (typeof rows)[number], version: { id: string } | null) => {
    const content = row.amounts[version?.id ?? ''];
    return content && (content.unlimited ? Number.POSITIVE_INFINITY : content.amount);
  };
  const filterAmounts = (
    matches: (before: number | null | undefined, after: number | null | undefined) => boolean,
  ) =>
    rows
      .filter((row) => has(from, row) && has(to, row) && matches(rank(row, from), rank(row, to)))
      .map((row) => row.id);
  expect({ raised: ids(raised), lowered: ids(lowered), changed: ids(changed) }).toEqual({
    raised: filterAmounts((before, after) => before != null && after != null && after > before),
    lowered: filterAmounts((before, after) => before != null && after != null && after < before),
    changed: filterAmounts((before, after) => (before == null) !== (after == null)),
  });
}

/** Blocker messages of the UI by code. For other codes the page shows the message of the API. */
const uiMessages = new Map([
  ['forbidden', 'Only account owners can switch plans.'],
  ['version_inactive', 'This plan is no longer offered.'],
  ['price_on_request', 'Acme lists no contact address.'],
]);

/** Whether only the role blocks a switch. The button then opens its preview. */
const isPreview = (decision: VersionEntry['switch']) =>
  decision !== null && !decision.allowed && decision.blockers.every(({ code }) => code === 'forbidden');

/** Asserts that the switch buttons of the plans page match the list. */
async function assertPageMatchesList(
  { request, session }: TestCaller,
  versions: VersionEntry[],
): Promise<void> {
  const page = await request.get('/', {
    headers: { Cookie: `${sessionCookieName}=${session}`, 'Accept-Language': 'en' },
  });
  const html = await page.text();
  const shown = [
    ...html.matchAll(/<button[^>]*data-switch-to="(\w+)"[^>]*>.*?<\/button>(?:<p [^>]*>(.*?)<\/p>)?/g),
  ];
  // A reason that keeps the account from all plans is stated once.
  const shared = /id="shared-blocker"[^>]*>(.*?)<\/p>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '');
  const getReason = (button: string, reason: string | undefined) => {
    if (button.includes('aria-describedby="shared-blocker"')) return shared;
    return button.includes('aria-describedby') ? reason?.replace(/<[^>]*>/g, '') : undefined;
  };
  expect(
    shown.map(([button, id, reason]) => ({
      id,
      isPreview: /<span>(\w+)/.exec(button)?.[1] === 'See',
      allowed: !button.includes('aria-disabled="true"'),
      reason: getReason(button, reason),
    })),
  ).toEqual(
    versions
      .filter(({ current }) => !current)
      .map(({ id, switch: decision }) => {
        const reasons = decision?.blockers.map(({ code, message }) => uiMessages.get(code) ?? message) ?? [];
        return {
          id,
          isPreview: isPreview(decision),
          allowed: decision?.allowed || isPreview(decision),
          reason: reasons.find((reason) => reason !== shared) ?? reasons[0],
        };
      }),
  );
}
