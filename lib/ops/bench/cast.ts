import type { Database } from '@/lib/data/client';
import { makeSecret } from '@/lib/data/secret';
import { buildKey } from '@/prisma/builders/build-credential';
import type { Cast } from './compare-answers';
import { accountId, loadAccounts } from './data/load-accounts';
import { makeApp } from './data/make-app';

/** Makes an app of its own, and everybody who can ask it, also those who may not. */
export async function makeCast(db: Database, databaseUrl: string): Promise<Cast> {
  const app = await makeApp(db, 'answers', { versions: 6, features: 40 });
  await loadAccounts(databaseUrl, { appId: app.id, from: 1, to: 20, entries: 24 }, () => {});
  const account = { id: accountId(1) };
  const past = new Date(Date.now() - 60_000);
  const key = async (more: Partial<Parameters<typeof buildKey>[1]>) =>
    bearer(await buildKey(db, { app, ...more }));
  const owner = await key({ account });
  const ofTheApp = bearer(app.key);
  return {
    headers: {
      owner,
      member: await key({ account, role: 'member' }),
      product: await key({ account, role: 'product' }),
      'the back end': ofTheApp,
      'the back end for an account': { ...ofTheApp, 'X-Account-Id': accountId(2) },
      'the back end for nobody': { ...ofTheApp, 'X-Account-Id': 'acc_unknown' },
      'an owner for another': { ...owner, 'X-Account-Id': accountId(2) },
      'a revoked key': await key({ account, revokedAt: past }),
      'an expired key': await key({ account, expiresAt: past }),
      'an unknown key': bearer(makeSecret('avk')),
      'no key at all': { Authorization: 'Basic abc' },
    },
    versionIds: app.versionIds,
    // As many versions apart as there are: their histories are the same.
    accounts: [accountId(3), accountId(3 + app.versionIds.length)],
    appKey: app.key,
  };
}

function bearer(secret: string): Record<string, string> {
  return { Authorization: `Bearer ${secret}` };
}
