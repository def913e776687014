import { Problem } from '@/lib/contract/errors';
import type { Role } from '@/lib/contract/role';
import type { App } from '@/lib/data/find-app';
import type { Account } from '@/lib/data/read-account';
import type { Actor } from '@/lib/data/record-activation';
import type { AccountState } from './account-state';

/** Who is asking, and for whom. */
export interface Caller {
  via: 'visitor' | 'key' | 'session';
  /** Null only for a visitor of an address that names no app. */
  app: App | null;
  account: Account | null;
  /** How that account stands. */
  state: AccountState;
  /** Null for a visitor, and for an app key that names no account. */
  role: Role | null;
  /** Null for a visitor. */
  actor: Actor | null;
  /** Whether it is a key of the app's own back end, which may act for every account and let people in. */
  appKey: boolean;
}

export type AppCaller = Caller & { app: App };
/** Whoever acts for an account, however that stands. */
export type AccountCaller = Omit<AppCaller, 'state'> & { account: Account; role: Role; actor: Actor };
export type AppKeyCaller = AppCaller & { actor: Actor };

/** Refuses a caller of no app. */
export function requireApp(caller: Caller): AppCaller {
  if (caller.app) return caller as AppCaller;
  throw new Problem('unauthenticated', 'No app is known under this address. Send a key, or sign in.');
}

/** Refuses a caller who acts for no account. */
export function requireAccount(caller: Caller): AccountCaller {
  if (caller.account) return caller as AccountCaller;
  if (!caller.actor) throw new Problem('unauthenticated', 'Sign in to see and change your plan.');
  if (caller.appKey) {
    const message = 'Name the account this is for in X-Account-Id.';
    throw new Problem('parameter_missing', message, {
      errors: [{ field: 'X-Account-Id', code: 'parameter_missing', message }],
    });
  }
  throw new Problem('forbidden', 'You are signed in without an account.');
}

/** Refuses a caller who may not switch. */
export function requireOwner(caller: Caller): AccountCaller {
  const known = requireAccount(caller);
  if (known.role === 'owner') return known;
  throw new Problem('forbidden', ownersOnly);
}

/** Refuses a caller who may not see what is not public. */
export function requireProduct(caller: Caller): AppCaller {
  if (!caller.actor) throw new Problem('unauthenticated', 'Sign in to see this.');
  if (caller.role === 'product') return requireApp(caller);
  throw new Problem('forbidden', 'This is for the product team.');
}

/** Refuses whoever is not the app's own back end. */
export function requireAppKey(caller: Caller): AppKeyCaller {
  if (!caller.actor) throw new Problem('unauthenticated', 'Send a key of the app.');
  if (caller.appKey) return requireApp(caller) as AppKeyCaller;
  throw new Problem('forbidden', 'This takes a key of the app, without an account of its own.');
}

export const ownersOnly = 'Only an owner of the account can switch its plan.';
