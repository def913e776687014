import { makeId } from '@/lib/contract/ids';
import type { Role } from '@/lib/contract/role';
import type { Database } from '@/lib/data/client';
import { hashSecret, makeSecret, shownLength } from '@/lib/data/secret';
import { withTenant } from '@/lib/data/tenant';

interface KeySpec {
  app: { id: string };
  /** Without an account it is a key of the app. */
  account?: { id: string };
  role?: Role;
  expiresAt?: Date;
  revokedAt?: Date;
}

/** Makes an API key and answers with its secret. */
export async function buildKey(db: Database, { app, account, role, ...ends }: KeySpec): Promise<string> {
  const secret = makeSecret('avk');
  await withTenant(db, { appId: app.id, accountId: account?.id }, (queries) =>
    queries.apiKey.create({
      data: {
        appId: app.id,
        id: makeId('key'),
        accountId: account?.id ?? null,
        role: account ? (role ?? 'owner') : null,
        name: 'Test key',
        prefix: secret.slice(0, shownLength),
        secretHash: hashSecret(secret),
        ...ends,
      },
    }),
  );
  return secret;
}

interface SessionSpec {
  app: { id: string };
  account?: { id: string };
  role: Role;
  name?: string;
  expiresAt?: Date;
  revokedAt?: Date;
}

/** Makes a portal session that has begun and answers with the secret of its cookie. */
export async function buildSession(db: Database, spec: SessionSpec): Promise<string> {
  const { app, account, role, name = 'Robin Test', revokedAt } = spec;
  const secret = makeSecret('avs');
  const expiresAt = spec.expiresAt ?? new Date(Date.now() + 60 * 60 * 1000);
  await withTenant(db, { appId: app.id, accountId: account?.id }, (queries) =>
    queries.portalSession.create({
      data: {
        appId: app.id,
        id: makeId('session'),
        accountId: account?.id ?? null,
        role,
        actorName: name,
        secretHash: hashSecret(secret),
        expiresAt,
        revokedAt: revokedAt ?? null,
      },
    }),
  );
  return secret;
}
