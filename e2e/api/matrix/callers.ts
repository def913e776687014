import { sessionCookieName } from '@/lib/contract/session-cookie';
import { makeSecret } from '@/lib/data/secret';
import { buildKey, buildSession } from '@/prisma/builders/build-credential';
import type { Stage } from './stage';

/** Headers by which each caller of the table says who is asking. */
export async function buildCallers({ db, ours, theirs }: Stage): Promise<Record<string, HeadersOf>> {
  const { app, account, neighbour } = ours;
  const past = new Date(Date.now() - 1000);
  const key = async (spec: Omit<Parameters<typeof buildKey>[1], 'app'>, of: { id: string } = app) =>
    bearer(await buildKey(db, { app: of, ...spec }));
  const session = async (spec: Omit<Parameters<typeof buildSession>[1], 'app'>, site = 'same-origin') => ({
    Cookie: `${sessionCookieName}=${await buildSession(db, { app, ...spec })}`,
    'Sec-Fetch-Site': site,
    Host: app.host,
  });
  const appKey = await key({});
  return {
    visitor: { Host: app.host, 'Sec-Fetch-Site': 'same-origin' },
    member: await session({ account, role: 'member' }),
    owner: await session({ account, role: 'owner' }),
    product: await session({ account, role: 'product' }),
    'product, no account': await session({ role: 'product' }),
    'member key': await key({ account, role: 'member' }),
    'owner key': await key({ account, role: 'owner' }),
    'product key': await key({ account, role: 'product' }),
    'app key': appKey,
    'app key for account': { ...appKey, 'X-Account-Id': account.id },
    'app key for foreign': { ...appKey, 'X-Account-Id': theirs.account.id },
    'key for neighbour': { ...(await key({ account })), 'X-Account-Id': neighbour.id },
    neighbour: await key({ account: neighbour }),
    'other app': await key({ account: theirs.account }, theirs.app),
    'other app key': await key({}, theirs.app),
    revoked: await key({ account, revokedAt: past }),
    expired: await key({ account, expiresAt: past }),
    malformed: { Authorization: 'Bearer me', Host: app.host },
    'wrong checksum': { ...bearer(withWrongChecksum(await buildKey(db, { app, account }))), Host: app.host },
    'never made': { ...bearer(makeSecret('avk')), Host: app.host },
    'from another site': await session({ account, role: 'owner' }, 'cross-site'),
    'session expired': await session({ account, role: 'owner', expiresAt: past }),
    'session revoked': await session({ account, role: 'owner', revokedAt: past }),
  };
}

export type HeadersOf = Record<string, string>;

function bearer(key: string): HeadersOf {
  return { Authorization: `Bearer ${key}` };
}

function withWrongChecksum(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
}
