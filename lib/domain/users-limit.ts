import type { Blocker } from '@/lib/contract/fields';
import type { App, CatalogVersion } from '@/lib/db/catalog';
import { pluralizeUnit } from '@/lib/format/amount';
import { type AddOnContext, decideSwitchedAddOns, isOnAfter } from './decide-add-on';
import { linkFeatures } from './entitlements';

/** How many users an account can have. `unit` is what the price list calls a user, in the singular; null for "user". */
interface UsersLimit {
  allowed: number;
  unit: string | null;
}

/** The number of users before and after a switch. */
export interface UsersChange {
  before: number;
  after: number;
  /** Of the version, with the add-ons that stay on. Null if it allows any number. */
  limit: UsersLimit | null;
}

/** How many users an account can have with a version. Null if the app has no such limit, or the version allows any number. */
export function getUsersLimit(context: AddOnContext, target: CatalogVersion): UsersLimit | null {
  const { catalog, billingPeriod, active } = context;
  const { app, features } = catalog;
  if (app.usersLimit === null) return null;
  const rows = features.filter(({ limitKey }) => limitKey === app.usersLimit);
  const addOns =
    active.size === 0
      ? []
      : decideSwitchedAddOns(context, target, billingPeriod)
          .filter(isOnAfter)
          .flatMap(({ addOn, quantity }) => (addOn ? [{ addOn, quantity }] : []));
  const { links } = linkFeatures(features, target, addOns);
  const row = rows.find(({ id }) => links.has(id));
  const link = row && links.get(row.id);
  if (!link || link.unlimited || link.amount === null) return null;
  return { allowed: Math.floor(link.amount), unit: row.unit };
}

/**
 * Why a switch, or a change of the number of users alone, can't have this number of users. An account that has more users than its
 * version allows, as the host application has set them, can keep or reduce them.
 */
export function findUsersBlockers(
  { before, after, limit }: UsersChange,
  {
    target,
    isCurrent,
    app,
    isHost,
  }: {
    target: CatalogVersion;
    isCurrent: boolean;
    app: Pick<App, 'title' | 'usersManagedBy'>;
    isHost: boolean;
  },
): Blocker[] {
  const blockers: Blocker[] = [];
  if (after !== before && app.usersManagedBy === 'host' && !isHost) blockers.push(createHostBlocker(app));
  if (limit && after > limit.allowed && (!isCurrent || after > before)) {
    const { allowed, unit } = limit;
    const allowance = `${target.title} allows ${allowed} ${pluralizeUnit(unit ?? 'user', allowed)}.`;
    const message = `${allowance} You ${after === before ? 'have' : 'chose'} ${after}.`;
    blockers.push({
      code: 'users_limit_exceeded',
      message,
      users: { allowed, requested: after, current: before, unit },
    });
  }
  return blockers;
}

export function createHostBlocker({ title }: Pick<App, 'title'>): Blocker {
  const message = `The number of users is managed in ${title}. Add or remove users there.`;
  return { code: 'users_managed_by_host', message };
}
