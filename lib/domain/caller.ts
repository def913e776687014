import { isStaff, type Role } from '@/lib/contract/current-user';
import { ApiError } from '@/lib/contract/errors';
import { type Callers, fieldError, missingParameter } from '@/lib/contract/operations/operation';
import type { DecisionState } from '@/lib/db/account-changes';
import type { Account, AccountState, AddOnState } from '@/lib/db/accounts';
import type { App } from '@/lib/db/catalog';
import type { Actor } from '@/lib/db/history';
import type { ChangeOrigin } from '@/lib/db/waiting-changes';

/** The state of an account without its title. An external ID that is removed shows that the account was anonymized. */
export type CallerState = Omit<AccountState, 'account' | 'granted'> & {
  granted: ReadonlySet<string>;
  externalId: string | null;
};

/** A caller without an account has this state. */
export const noCallerState: CallerState = {
  current: null,
  users: 1,
  granted: new Set(),
  hasUsage: false,
  historySequence: 0,
  addOnSequence: 0,
  addOnStates: [],
  changes: [],
  periodEndsAt: null,
  clockAt: null,
  followsAt: null,
  externalId: null,
};

export function toCallerState({
  account: { externalId },
  granted,
  ...state
}: DecisionState['accountState']): CallerState {
  return { ...state, granted: new Set(granted), externalId };
}

/** The add-ons that are on. */
export function listActiveAddOns({ addOnStates }: Pick<CallerState, 'addOnStates'>): AddOnState[] {
  return addOnStates.length === 0 ? addOnStates : addOnStates.filter(({ active }) => active);
}

/** The IDs and quantities of add-ons that are on, as a key of what depends on them. */
export function formatAddOnsKey(active: Pick<AddOnState, 'addOnId' | 'quantity'>[]): string {
  if (active.length === 0) return '';
  return active
    .map(({ addOnId, quantity }) => `${addOnId}*${quantity}`)
    .sort()
    .join(' ');
}

/** Who sent a request, and the account it acts for. */
export interface Caller {
  via: 'visitor' | 'key' | 'session';
  /** It is null only for a visitor whose host name belongs to no app. */
  app: App | null;
  account: Account | null;
  /** Versions of that account. */
  state: CallerState;
  /** Support has the IDs of the versions that the account had, where it can return to them. */
  earlier?: ReadonlySet<string>;
  /** It is null for a visitor, and for an app key without `X-Account-Id`. Staff act for the account of `X-Account-Id`. */
  role: Role | null;
  /** It is null for a visitor. */
  actor: Actor | null;
  /** Whether this is an app key, which acts for any account of the app and creates sign-in links. */
  appKey: boolean;
  /** Whether it is a key that can only send GET requests. */
  readOnly?: boolean;
  /** A session says where its pages lead back to. */
  returnUrl?: string | null;
  /** A session has the language of its pages unless the user chose one, a BCP 47 tag. */
  locale?: string | null;
  /** A session or a token has it, in Unix milliseconds. */
  expiresAt?: number | null;
}

export type AppCaller = Caller & { app: App };
/** A caller that acts for an account. A switch decides on the state that it reads, not on the cached one. */
export type AccountCaller = Omit<AppCaller, 'state'> & { account: Account; role: Role; actor: Actor };
export type AppKeyCaller = AppCaller & { actor: Actor };

/** Throws 401 for a caller without an app. */
export function requireApp(caller: Caller): AppCaller {
  if (caller.app) return caller as AppCaller;
  throw new ApiError('unauthenticated', 'No app is configured for this host. Send an API key or sign in.');
}

/** Throws 401, 400 or 403 for a caller without an account. */
export function requireAccount(caller: Caller): AccountCaller & Pick<Caller, 'state'> {
  if (caller.account) return caller as AccountCaller & Pick<Caller, 'state'>;
  if (!caller.actor) throw new ApiError('unauthenticated', 'Sign in to see and change your plan.');
  if (caller.appKey || caller.role === 'support') {
    throw fieldError(missingParameter('X-Account-Id'));
  }
  throw new ApiError('forbidden', 'You are signed in without an account.');
}

/** Throws 401 or 403 for a caller without the product role. */
export function requireProduct(caller: Caller): AppCaller {
  if (!caller.actor) throw new ApiError('unauthenticated', 'Sign in to see this page.');
  if (caller.role === 'product') return requireApp(caller);
  throw new ApiError('forbidden', 'Only the product team can access this page.');
}

/** Throws 401 or 403 for a caller without an app key. */
function requireAppKey(caller: Caller): AppKeyCaller {
  if (!caller.actor) throw new ApiError('unauthenticated', 'Send an app key.');
  if (caller.appKey) return requireApp(caller) as AppKeyCaller;
  throw new ApiError('forbidden', 'This operation requires an app key that is not bound to an account.');
}

/** Throws 401 or 403 for a caller that may not manage the app: neither an app key nor one of `roles`. */
export function requireAppManager(
  caller: Caller,
  roles: readonly Role[] = ['product'],
): AppCaller & { actor: Actor } {
  if (!caller.actor) throw new ApiError('unauthenticated', 'Send an app key.');
  if (caller.appKey || (caller.role !== null && isStaff(caller.role) && roles.includes(caller.role))) {
    return requireApp(caller) as AppKeyCaller;
  }
  throw new ApiError(
    'forbidden',
    `This operation requires an app key or the ${roles.toSorted().join(' or ')} role.`,
  );
}

/** The caller with the rights of a member of its account: what it asks for waits for an owner. */
export function asMember<C extends Caller | AccountCaller>(caller: C): C {
  return { ...caller, role: 'member', appKey: false };
}

/** Whether the role may switch the account's version. */
export function canSwitch(role: Role | null): boolean {
  return role === 'owner' || role === 'support';
}

/** Where a caller makes a change. */
export function getChannel({ via, role }: Pick<Caller, 'via' | 'role'>): 'api' | 'portal' | 'support' {
  if (role === 'support') return 'support';
  return via === 'session' ? 'portal' : 'api';
}

/** Who decides what a caller changes. */
export function toOrigin({ role, appKey }: Pick<Caller, 'role' | 'appKey'>): ChangeOrigin {
  if (appKey) return 'host';
  return role === 'owner' || role === 'support' ? role : 'member';
}

export const ownersOnly = 'Only account owners can switch plans.';

/** The check of an operation, by what it needs. */
const callerChecks = {
  catalog: requireApp,
  account: requireRole,
  account_item: (caller: Caller, roles: readonly Role[], message?: string) =>
    caller.appKey && !caller.account ? requireAppKey(caller) : requireRole(caller, roles, message),
  app: (caller: Caller, roles: readonly Role[]) =>
    roles.length === 0 ? requireAppKey(caller) : requireAppManager(caller, roles),
} satisfies Record<Callers['scope'], (caller: Caller, roles: readonly Role[], message?: string) => unknown>;

/** A caller of an operation. */
export type CallerOf<C extends Callers> = ReturnType<(typeof callerChecks)[C['scope']]>;

/** Throws 401, 400 or 403, with `message` if given, for a caller who may not call an operation. */
export function requireCaller<C extends Callers>(caller: Caller, callers: C, message?: string): CallerOf<C> {
  const roles = callers.scope === 'catalog' ? [] : callers.roles;
  return callerChecks[callers.scope](caller, roles, message) as CallerOf<C>;
}

/** Does as `requireAccount`, and throws 403 for a caller with none of the roles. */
function requireRole(caller: Caller, roles: readonly Role[], message?: string) {
  const { role } = caller;
  const isIncluded = role !== null && roles.includes(role);
  if (roles.includes('member') && isStaff(role) && !isIncluded) {
    throw new ApiError('forbidden', message ?? `The ${role} role can’t do this for an account.`);
  }
  const known = requireAccount(caller);
  if (isIncluded) return known;
  throw new ApiError('forbidden', message ?? ownersOnly);
}
