import { Problem } from '@/lib/contract/errors';
import { type Soon, soon } from '@/lib/contract/soon';
import { findCaller } from '@/lib/data/find-caller';
import { findVisitedApp } from '@/lib/data/find-visited-app';
import type { KnownCaller } from '@/lib/data/known-caller';

import { noAccount, stateOf } from './account-state';
import type { Caller } from './caller';
import type { Service } from './service';

export interface Credentials {
  /** Host name the request was sent to, without its port; asked for only where it counts, as the session is. */
  host: () => string | null;
  /** Slug of the app that answers where no host name fits. */
  defaultApp: string | null;
  /** Content of `Authorization`; if present, the session is not looked at. */
  authorization: string | null;
  sessionSecret: () => string | null;
  /** Account an app key acts for. */
  accountId: string | null;
}

/** Tells who is asking (DESIGN: Callers). A key that does not hold is refused; a session that does not is a visitor. */
export function identifyCaller(service: Service, credentials: Credentials): Soon<Caller> {
  const { authorization, accountId } = credentials;
  if (authorization !== null) return identifyKey(service, authorization, accountId);
  const sessionSecret = credentials.sessionSecret();
  const session = sessionSecret === null ? null : identifySession(service, sessionSecret);
  return soon(session, (caller) => caller ?? identifyVisitor(service, credentials));
}

function identifyKey(service: Service, authorization: string, accountId: string | null): Soon<Caller> {
  const secret = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  const found = secret ? findCaller(service, 'avk', secret, accountId) : null;
  return soon(found, (known) => callerOfKey(service, known, accountId));
}

function callerOfKey(service: Service, known: KnownCaller | null, accountId: string | null): Caller {
  if (!known || !holds(known, service.now)) throw new Problem('unauthenticated', 'This key is not valid.');

  const { app, credential } = known;
  if (credential.accountId !== null && accountId !== null && credential.accountId !== accountId) {
    throw new Problem('forbidden', 'This key belongs to another account than X-Account-Id names.');
  }
  const standing = standingOf(known, credential.accountId ?? accountId);
  const role = credential.role ?? (standing.account ? 'owner' : null);
  const actor = { kind: 'key', id: credential.id, name: credential.actorName } as const;
  return { via: 'key', app, ...standing, role, actor, appKey: credential.role === null };
}

function identifySession(service: Service, secret: string): Soon<Caller | null> {
  return soon(findCaller(service, 'avs', secret, null), (known) => callerOfSession(service, known));
}

function callerOfSession(service: Service, known: KnownCaller | null): Caller | null {
  if (!known || !holds(known, service.now)) return null;
  const { app, credential } = known;
  const standing = standingOf(known, credential.accountId);
  const actor = { kind: 'session', id: credential.id, name: credential.actorName } as const;
  return { via: 'session', app, ...standing, role: credential.role, actor, appKey: false };
}

function identifyVisitor(service: Service, credentials: Credentials): Soon<Caller> {
  const host = credentials.host();
  const { defaultApp } = credentials;
  const found = host === null && defaultApp === null ? null : findVisitedApp(service, host, defaultApp);
  return soon(found, (app) => ({
    via: 'visitor',
    app,
    account: null,
    state: noAccount,
    role: null,
    actor: null,
    appKey: false,
  }));
}

function holds({ credential: { expiresAt, revokedAt } }: KnownCaller, now: () => Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now().getTime());
}

function standingOf({ standing }: KnownCaller, accountId: string | null): Pick<Caller, 'account' | 'state'> {
  if (accountId === null) return { account: null, state: noAccount };
  if (!standing) throw new Problem('account_not_found', 'There is no such account.');
  return { account: standing.account, state: stateOf(standing) };
}
