import type { Role } from '@/lib/contract/current-user';
import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/db/connection/client';
import { displayedPrefixLength, hashSecret, makeSecret } from '@/lib/db/connection/secret';
import { withTenant } from '@/lib/db/connection/tenant';

interface KeySpec {
  app: { id: string };
  /** Without an account and a role, it is an app key. */
  account?: { id: string };
  role?: Role;
  expiresAt?: Date;
  revokedAt?: Date;
}

/** Creates an API key and returns its secret. */
export async function buildKey(db: Database, { app, account, role, ...ends }: KeySpec): Promise<string> {
  const secret = makeSecret('avk');
  await withTenant(db, { appId: app.id, accountId: account?.id }, (queries) =>
    queries.apiKey.create({
      data: {
        appId: app.id,
        id: makeId('key'),
        accountId: account?.id ?? null,
        role: role ?? (account ? 'owner' : null),
        name: 'Test key',
        prefix: secret.slice(0, displayedPrefixLength),
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
  id?: string;
  name?: string;
  userId?: string;
  returnUrl?: string;
  locale?: string;
  /** Makes it a token for frames in pages of this origin. */
  origin?: string;
  expiresAt?: Date;
  revokedAt?: Date;
}

/** Creates an active portal session and returns the secret for its cookie, or a token. */
export async function buildSession(db: Database, spec: SessionSpec): Promise<string> {
  const { app, account, role, id = makeId('session'), name = 'Robin Test' } = spec;
  const { userId = null, returnUrl = null, locale = null, origin = null, revokedAt = null } = spec;
  const secret = makeSecret(origin === null ? 'avs' : 'avt');
  await withTenant(db, { appId: app.id, accountId: account?.id }, (queries) =>
    queries.portalSession.create({
      data: {
        appId: app.id,
        id,
        accountId: account?.id ?? null,
        role,
        actorId: userId,
        actorName: name,
        secretHash: hashSecret(secret),
        returnUrl,
        locale,
        origin,
        expiresAt: spec.expiresAt ?? new Date(Date.now() + 60 * 60 * 1000),
        revokedAt,
      },
    }),
  );
  return secret;
}
