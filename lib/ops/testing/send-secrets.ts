import { randomBytes } from 'node:crypto';
import { openClient } from '@/lib/data/client';
import { buildAccount } from '@/prisma/builders/build-account';
import { buildApp } from '@/prisma/builders/build-app';
import { buildKey } from '@/prisma/builders/build-credential';
import type { TestServer } from './test-server';

export interface SentSecrets {
  /** What stands neither in the logs nor in the database. */
  secrets: string[];
  /** What somebody sent to be kept, or by mistake: the logs have it not. */
  texts: string[];
  /** Of a request that was answered meanwhile, and so is in the log. */
  requestId: string;
  /** An account that is in the database. */
  accountId: string;
}

/** Sends the server one of each kind of secret, where it belongs and where it doesn't, and tells which. */
export async function sendSecrets({ origin, databaseUrl }: TestServer): Promise<SentSecrets> {
  const db = openClient(databaseUrl, { as: 'owner' });
  try {
    const app = await buildApp(db);
    const account = await buildAccount(db, app);
    const key = await buildKey(db, { app, account });
    const appKey = await buildKey(db, { app });
    const [reason, retryKey, mistyped, misplaced, password] = Array.from({ length: 5 }, () =>
      randomBytes(12).toString('hex'),
    ) as [string, string, string, string, string];
    const send = (path: string, headers: Record<string, string>, body?: string) =>
      fetch(`${origin}${path}`, {
        redirect: 'manual',
        headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
        ...(body !== undefined && { method: 'POST', body }),
      });
    const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });

    const order = JSON.stringify({ version_id: app.versions[1]?.id, reason });
    const switched = await send('/api/app/versions', { ...bearer(key), 'Idempotency-Key': retryKey }, order);
    const person = JSON.stringify({ account_id: account.id, role: 'owner', name: 'Robin Test' });
    const invited = await send('/api/portal/sessions', bearer(appKey), person);
    const link = new URL((await invited.json()).data.url);
    const entered = await send(link.pathname + link.search, {});
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    for (const path of ['/', '/history', '/api/account/versions', `/compare?search=${misplaced}`]) {
      await send(path, { Cookie: cookie });
    }
    await send(`/nowhere?link=${misplaced}`, { Cookie: cookie });
    await send(`/api/nowhere?key=${misplaced}`, bearer(misplaced));
    await send('/api/app/versions', { Authorization: `Basic ${password}` });
    await send('/api/app/versions', bearer(key), `{"${mistyped}": "${mistyped}`);
    await send('/api/app/versions', bearer(key), JSON.stringify({ [mistyped]: mistyped }));

    const session = cookie.split('=')[1] ?? '';
    const secrets = [
      key,
      appKey,
      link.searchParams.get('link') ?? '',
      session,
      misplaced,
      mistyped,
      password,
    ];
    if (secrets.includes('')) throw new Error('The server gave no link or no session.');
    const requestId = switched.headers.get('x-request-id') ?? '';
    return { secrets, texts: [reason, retryKey], requestId, accountId: account.id };
  } finally {
    await db.$disconnect();
  }
}
