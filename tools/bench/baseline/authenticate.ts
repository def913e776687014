import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'pg';
import type { Role } from '@/lib/contract/current-user';
import { ApiError } from '@/lib/contract/errors';

/** The authenticated caller, with the account state that responses depend on. */
export interface BaselineCaller {
  app: {
    id: string;
    title: string;
    currency: string;
    billingPeriod: 'month' | 'year';
    contactUrl: string | null;
    signInUrl: string | null;
    signUpUrl: string | null;
  };
  accountId: string | null;
  /** Whether X-Account-Id names an account that does not exist. */
  accountNotFound: boolean;
  role: Role | null;
  key: { id: string; name: string; isAppKey: boolean };
  currentVersionId: string | null;
  granted: string[];
}

export type BaselineAccountCaller = BaselineCaller & { accountId: string };

const findCaller = {
  name: 'find-caller',
  text: `
    SELECT k.id AS key_id, k.name AS key_name, k.role, k.account_id AS key_account_id, k.expires_at, k.revoked_at,
      a.id AS app_id, a.title, a.currency, a.billing_period, a.contact_url, a.sign_in_url, a.sign_up_url,
      c.id AS account_id,
      (SELECT h.version_id FROM activations h WHERE h.app_id = c.app_id AND h.account_id = c.id
        ORDER BY h.sequence DESC LIMIT 1) AS current_version_id,
      ARRAY(SELECT g.version_id FROM version_grants g
        WHERE g.app_id = c.app_id AND g.account_id = c.id) AS granted
    FROM api_keys k
    JOIN apps a ON a.id = k.app_id
    LEFT JOIN accounts c ON c.app_id = k.app_id AND c.id = coalesce(k.account_id, $2)
    WHERE k.secret_hash = $1`,
};

/** Reads the key, its app and the account's state in one round trip. */
export async function authenticateKey(pool: Pool, headers: IncomingHttpHeaders): Promise<BaselineCaller> {
  const secret = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const requestedAccountId = headers['x-account-id'] === undefined ? null : String(headers['x-account-id']);
  const hash = secret && createHash('sha256').update(secret).digest('hex');
  const { rows } = hash
    ? await pool.query({ ...findCaller, values: [hash, requestedAccountId] })
    : { rows: [] };
  const [row] = rows;
  const isInactive =
    row && (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= new Date()));
  if (!row || isInactive) throw new ApiError('unauthenticated', 'Invalid API key.');
  if (
    row.key_account_id !== null &&
    requestedAccountId !== null &&
    row.key_account_id !== requestedAccountId
  ) {
    throw new ApiError('forbidden', 'The API key belongs to a different account than X-Account-Id.');
  }
  return {
    app: {
      id: row.app_id,
      title: row.title,
      currency: row.currency,
      billingPeriod: row.billing_period,
      contactUrl: row.contact_url,
      signInUrl: row.sign_in_url,
      signUpUrl: row.sign_up_url,
    },
    accountId: row.account_id,
    accountNotFound: requestedAccountId !== null && row.account_id === null,
    role: row.role ?? (row.account_id === null ? null : 'owner'),
    key: { id: row.key_id, name: row.key_name, isAppKey: row.role === null },
    currentVersionId: row.current_version_id,
    granted: row.granted,
  };
}

/** Rejects members. */
export function assertOwner(caller: BaselineCaller): void {
  if (caller.role === 'owner' || caller.accountId === null) return;
  throw new ApiError('forbidden', 'Only account owners can switch plans.');
}

/** Rejects an unknown X-Account-Id. Called after the request is parsed, because field errors come first. */
export function assertAccountExists(caller: BaselineCaller): void {
  if (caller.accountNotFound) throw new ApiError('account_not_found', 'Account not found.');
}

/** Rejects callers without an account. */
export function assertAccount(caller: BaselineCaller): BaselineAccountCaller {
  assertAccountExists(caller);
  if (caller.accountId !== null) return caller as BaselineAccountCaller;
  if (!caller.key.isAppKey) throw new ApiError('forbidden', 'You are signed in without an account.');
  const message = 'X-Account-Id is required.';
  throw new ApiError('parameter_missing', message, {
    errors: [{ field: 'X-Account-Id', code: 'parameter_missing', message }],
  });
}
