import type { trialChanges } from '@/lib/contract/enums';
import type { Pays } from '@/lib/contract/fields';
import type { Total } from '@/lib/contract/switch';
import {
  callFunction,
  fromTenant,
  type Queryable,
  queryJson,
  toSnakeCase,
  type WithMilliseconds,
} from './connection/query-json';
import type { ActorKind, ChangeOrigin, ChangeOutcome } from './generated/enums';
import type { AccountChangeModel } from './generated/models';

export type { ChangeOrigin, ChangeOutcome };

/** Who did something, as JSON has it. */
export interface StoredActor {
  kind: ActorKind;
  id: string | null;
  name: string;
  userId: string | null;
  channel: string;
}

/** What was confirmed: a preview. */
export interface ConfirmedChange {
  /** The revision of the preview. */
  revision: string;
  /** Digests of the snapshots of the version before, null for none, and of the target. */
  from: string | null;
  to: string;
  /** What the preview said about each add-on that was on, and its price after the switch. */
  addOns: {
    id: string;
    title: string;
    /** 0 if it is off then. */
    quantity: number;
    isOnAfter: boolean;
    price: Record<string, unknown>;
  }[];
  /** What the account has then. `quantity` is null if the version is not sold per unit. */
  users: number;
  quantity: number | null;
  totals: { before: Total | null; after: Total };
  /** It is absent in what was confirmed before this field. */
  pays?: Pays;
  /** The ID of what was agreed with the account and would end. It is absent if there is nothing. */
  endedTerms?: string;
  /** At the end of a trial, what the account had since its start. It is absent if it goes on with the plan. */
  started?: { users: number; quantity: number | null; addOnSequence: number };
}

/** A change of an account that waits, or has ended (`AccountChange` in the schema). Times are in Unix milliseconds. */
export type WaitingChange = WithMilliseconds<
  Omit<
    AccountChangeModel,
    'appId' | 'accountId' | 'dueAt' | 'trial' | 'addOns' | 'confirmed' | 'blockers' | 'decidedBy'
  >
> & {
  /**
   * Add-ons that are lowered together with the switch or the add-on, or return with the end of a trial. It is null if there is
   * none.
   */
  addOns: { addOnId: string; quantity: number }[] | null;
  trial: (typeof trialChanges)[number] | null;
  confirmed: ConfirmedChange;
  /** Why it could not be applied when it was due. */
  blockers: { code: string; message: string }[];
  decidedBy: StoredActor | null;
};

type AccountOfChange = Pick<AccountChangeModel, 'appId' | 'accountId'>;

/** What is written of a change. */
export type WrittenChange = Omit<WaitingChange, 'createdAt' | 'expiresAt' | 'endedAt' | 'revision'> & {
  /** It is null for one that is inserted. */
  createdAt: number | null;
  /** How long it waits for consent, in milliseconds, or null for a change that does not wait for consent. */
  expiresIn: number | null;
};

/** The row for `write_account_changes`. */
export function toWrittenRow({
  createdAt,
  effectiveAt,
  remindsAt,
  historyEntryId: activationId,
  ...change
}: WrittenChange): Record<string, unknown> {
  return toSnakeCase({
    ...change,
    activationId,
    effectiveAt: effectiveAt === null ? null : new Date(effectiveAt),
    remindsAt: remindsAt === null ? null : new Date(remindsAt),
    createdAt: createdAt === null ? undefined : new Date(createdAt),
  });
}

const requestSql = `json_build_object('change', account_change_json(c), 'open', (
      SELECT coalesce(json_agg(account_change_json(o)), '[]') FROM account_changes o
      WHERE o.app_id = c.app_id AND o.account_id = c.account_id AND o.outcome IS NULL AND o.waits_for IS NOT NULL),
      'account', (SELECT json_build_object('id', a.id, 'externalId', a.external_id, 'title', a.title) FROM accounts a
        WHERE a.app_id = c.app_id AND a.id = c.account_id))`;

const findQuery = {
  name: 'find_waiting_change',
  text: `SELECT (SELECT ${requestSql} FROM account_changes c
    WHERE c.app_id = $1 AND ($2 = '' OR c.account_id = $2) AND c.id = $3 AND t IS NOT NULL)::text AS json
    ${fromTenant}`,
};

const listQuery = {
  name: 'list_waiting_changes',
  text: `SELECT (SELECT coalesce(json_agg(account_change_json(c) ORDER BY c.id DESC), '[]') FROM (
      SELECT * FROM account_changes c
      WHERE c.app_id = $1 AND c.account_id = $2 AND t IS NOT NULL AND ($3::text IS NULL OR c.id < $3)
        AND ($4::boolean IS NULL OR (c.outcome IS NULL) = $4)
      ORDER BY c.id DESC LIMIT $5) AS c)::text AS json
    ${fromTenant}`,
};

// A bound after all IDs instead of null can be one of the index. The account is not joined: PostgreSQL can't estimate the rows
// that policies leave, and would read all accounts.
const listRequestsQuery = {
  name: 'list_waiting_requests',
  text: `SELECT (SELECT coalesce(json_agg(${requestSql} ORDER BY c.id DESC), '[]')
    FROM (SELECT * FROM account_changes c
      WHERE c.app_id = $1 AND t IS NOT NULL AND c.id < coalesce($3, 'chh')
        AND c.outcome IS NULL AND c.waits_for IS NOT NULL AND ($4::change_approver IS NULL OR c.waits_for = $4)
      ORDER BY c.id DESC LIMIT $5) AS c)::text AS json
    ${fromTenant}`,
};

/** A change, its account, and what waits for consent there. */
export interface WaitingRequest {
  change: WaitingChange;
  account: { id: string; externalId: string | null; title: string };
  /** What waits for consent in the account. */
  open: WaitingChange[];
}

/** What waits for consent in all accounts of an app, before the ID `before`, newest first. Null means anyone’s consent. */
export function listWaitingRequests(
  database: Queryable,
  appId: string,
  { before, waitsFor, limit }: { before: string | null; waitsFor: WaitingChange['waitsFor']; limit: number },
): Promise<WaitingRequest[]> {
  return queryJson(database, listRequestsQuery, [appId, '', before, waitsFor, limit]);
}

/** The change with an ID, or null. `accountId` is empty for any account of the app. */
export function findWaitingChange(
  database: Queryable,
  { appId, accountId }: AccountOfChange,
  id: string,
): Promise<WaitingRequest | null> {
  return queryJson(database, findQuery, [appId, accountId, id]);
}

/** Changes of an account before the one with the ID `before`, newest first. Null means all, open and ended ones. */
export function listWaitingChanges(
  database: Queryable,
  { appId, accountId }: AccountOfChange,
  { before, isOpen, limit }: { before: string | null; isOpen: boolean | null; limit: number },
): Promise<WaitingChange[]> {
  return queryJson(database, listQuery, [appId, accountId, before, isOpen, limit]);
}

/**
 * Moves the clock of an account forward to a time, but not past an open change that is due or expires until then.
 * Returns the new time and the IDs of the changes that are due, or a time after `target` if the clock is ahead of it.
 * It is null if there is no such account.
 */
export function advanceAccountClock(
  database: Queryable,
  { appId, accountId }: AccountOfChange,
  target: number,
  recordTime: number | null,
): Promise<{ now: number; due: string[]; termsDue: boolean; followDue: boolean } | null> {
  return callFunction(database, 'advance_clock', [appId, accountId, target, recordTime]);
}
