import { beforeAll, expect, test } from 'vitest';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { createHostCaller } from '@/tools/testing/callers';
import { openTestService, waitForListeners } from '@/tools/testing/test-service';
import type { AppCaller } from '../caller';
import { identifyCaller } from './identify-caller';
import { createPortalLink, endSessionById, endSessionsOfUser, redeemPortalLink } from './portal-sessions';

// Start and end of sessions, with two servers.

const { owner, service, openServer } = await openTestService();
const servers = [service, openServer()] as const;
let caller: AppCaller;
let foreign: AppCaller;
let accountId: string;

beforeAll(async () => {
  const app = await buildApp(owner, { returnOrigins: ['https://*.larder.example'], sessionHours: 2 });
  caller = createHostCaller(app);
  foreign = createHostCaller(await buildApp(owner));
  accountId = (await buildAccount(owner, app)).id;
  await waitForListeners(...servers);
});

const createLink = (id: string | null, start?: Parameters<typeof createPortalLink>[3]) =>
  createPortalLink(servers[0], caller, { accountId, role: 'owner', id, name: 'Ada' }, start);

async function signIn(id: string | null) {
  const link = await createLink(id);
  const session = await redeemPortalLink(servers[0], link.link);
  if (!session) throw new Error('The link was not redeemed.');
  return { id: link.id, ...session };
}

/** How each server identifies the sender of a request with this session. */
const identify = (sessionSecret: string) =>
  Promise.all(
    servers.map(async (server) => {
      const { app } = caller;
      const request = { authorization: null, accountName: null, host: null, defaultApp: app.slug };
      const { via, role, returnUrl, locale } = await identifyCaller(server, { ...request, sessionSecret });
      return { via, role, returnUrl, locale };
    }),
  );

const user = { via: 'session', role: 'owner', returnUrl: null, locale: null };
const visitor = { via: 'visitor', role: null, returnUrl: undefined, locale: undefined };

test('a session lasts as long as its app says, and has what the link was created with', async () => {
  const start = { returnUrl: 'https://app.larder.example/billing', path: '/compare?seats=3', locale: 'de' };
  const { link } = await createLink(null, start);
  const session = await redeemPortalLink(servers[0], link);
  expect(session?.path).toBe(start.path);
  expect(Math.round((Number(session?.expiresAt) - Date.now()) / 60_000)).toBe(120);
  const started = { ...user, returnUrl: start.returnUrl, locale: 'de' };
  expect(await identify(session?.secret ?? '')).toEqual([started, started]);
  expect((await signIn(null)).path).toBe('/');
});

test.each([
  ['https://larder.example/', 'parameter_invalid'],
  ['https://app.larder.example.evil.example/', 'parameter_invalid'],
  ['http://localhost:4000/', 'parameter_invalid'],
  ['https://app.larder.example/', null],
  ['https://APP.larder.example:443/', null],
])('a session that leads back to %s: %s', async (returnUrl, code) => {
  const created = createLink(null, { returnUrl, path: null, locale: null });
  if (code === null) expect((await created).id).toMatch(/^pse_/);
  else await expect(created).rejects.toMatchObject({ code, errors: [{ field: 'return_url' }] });
});

test('both servers reject a session once it has ended, and others keep working', async () => {
  const [ended, other] = [await signIn('user-1'), await signIn('user-1')];
  expect(await identify(ended.secret)).toEqual([user, user]);
  await expect(endSessionById(servers[0], foreign, ended.id)).rejects.toMatchObject({
    code: 'portal_session_not_found',
  });
  expect(await identify(ended.secret)).toEqual([user, user]);
  await endSessionById(servers[0], caller, ended.id);
  expect(await identify(ended.secret)).toEqual([visitor, visitor]);
  await endSessionById(servers[1], caller, ended.id);
  expect(await identify(other.secret)).toEqual([user, user]);
});

test('both servers reject all sessions and links of a user once they have ended', async () => {
  const sessions = [await signIn('user-2'), await signIn('user-2')];
  const other = await signIn('user-3');
  const { link } = await createLink('user-2');
  for (const { secret } of sessions) expect(await identify(secret)).toEqual([user, user]);
  expect(await endSessionsOfUser(servers[0], foreign, 'user-2')).toBe(0);
  expect(await endSessionsOfUser(servers[0], caller, 'user-2')).toBe(3);
  for (const { secret } of sessions) expect(await identify(secret)).toEqual([visitor, visitor]);
  expect(await redeemPortalLink(servers[1], link)).toBeNull();
  expect(await endSessionsOfUser(servers[0], caller, 'user-2')).toBe(0);
  expect(await identify(other.secret)).toEqual([user, user]);
});

test('a session can’t start once its link has ended', async () => {
  const { id, link } = await createLink(null);
  await endSessionById(servers[0], caller, id);
  expect(await redeemPortalLink(servers[0], link)).toBeNull();
  await expect(endSessionById(servers[0], caller, 'pse_unknown')).rejects.toMatchObject({
    code: 'portal_session_not_found',
  });
});
