import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'pg';
import { Problem } from '@/lib/contract/errors';
import type { Role } from '@/lib/contract/role';

/** Who asks, with what an answer depends on of the account. */
export interface Caller {
  app: {
    id: string;
    title: string;
    currency: string;
    billingPeriod: 'month' | 'year';
    contactUrl: string | null;
  };
  accountId: string | null;
  /** Whether an account was named that is not there. */
  unknownAccount: boolean;
  role: Role | null;
  key: { id: string; name: string; ofTheApp: boolean };
  currentVersionId: string | null;
  granted: string[];
}

export type AccountCaller = Caller & { accountId: string };

const findCaller = {
  name: 'find-caller',
  text: `
    SELECT k.id AS key_id, k.name AS key_name, k.role, k.account_id AS key_account_id, k.expires_at, k.revoked_at,
      a.id AS app_id, a.title, a.currency, a.billing_period, a.contact_url,
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

/** Finds in one round trip whom the key names, and in what state the account is. */
export async function signIn(pool: Pool, headers: IncomingHttpHeaders): Promise<Caller> {
  const secret = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const named = headers['x-account-id'] === undefined ? null : String(headers['x-account-id']);
  const hash = secret && createHash('sha256').update(secret).digest('hex');
  const { rows } = hash ? await pool.query({ ...findCaller, values: [hash, named] }) : { rows: [] };
  const [row] = rows;
  const over = row && (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= new Date()));
  if (!row || over) throw new Problem('unauthenticated', 'This key is not valid.');
  if (row.key_account_id !== null && named !== null && row.key_account_id !== named) {
    throw new Problem('forbidden', 'This key belongs to another account than X-Account-Id names.');
  }
  return {
    app: {
      id: row.app_id,
      title: row.title,
      currency: row.currency,
      billingPeriod: row.billing_period,
      contactUrl: row.contact_url,
    },
    accountId: row.account_id,
    unknownAccount: named !== null && row.account_id === null,
    role: row.role ?? (row.account_id === null ? null : 'owner'),
    key: { id: row.key_id, name: row.key_name, ofTheApp: row.role === null },
    currentVersionId: row.current_version_id,
    granted: row.granted,
  };
}

/** Refuses who may not switch. */
export function requireOwner(caller: Caller): void {
  if (caller.role === 'owner' || caller.accountId === null) return;
  throw new Problem('forbidden', 'Only an owner of the account can switch its plan.');
}

/** Refuses who names an account that is not there: only once the fields of the request were read. */
export function requireKnown(caller: Caller): void {
  if (caller.unknownAccount) throw new Problem('account_not_found', 'There is no such account.');
}

/** Refuses who acts for no account. */
export function requireAccount(caller: Caller): AccountCaller {
  requireKnown(caller);
  if (caller.accountId !== null) return caller as AccountCaller;
  if (!caller.key.ofTheApp) throw new Problem('forbidden', 'You are signed in without an account.');
  const message = 'Name the account this is for in X-Account-Id.';
  throw new Problem('parameter_missing', message, {
    errors: [{ field: 'X-Account-Id', code: 'parameter_missing', message }],
  });
}
