import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'pg';
import { ApiError } from '@/lib/contract/errors';
import { toApp } from '@/lib/db/catalog';
import { type AppCaller, noAccountVersions } from '@/lib/domain/caller';

export type BaselineCaller = AppCaller & {
  /** Throws 404 if X-Account-Id names no account. Called after the request is parsed, because field errors come first. */
  assertAccountExists(): void;
};

const findCaller = {
  name: 'find-caller',
  text: `
    SELECT to_jsonb(k) AS key, k.expires_at <= now() OR k.revoked_at IS NOT NULL AS inactive, to_jsonb(a) AS app,
      to_jsonb(c) AS account,
      (SELECT to_jsonb(h) FROM activations h WHERE h.app_id = c.app_id AND h.account_id = c.id
        ORDER BY h.sequence DESC LIMIT 1) AS current,
      ARRAY(SELECT g.version_id FROM version_grants g WHERE g.app_id = c.app_id AND g.account_id = c.id) AS granted
    FROM api_keys k
    JOIN apps a ON a.id = k.app_id
    LEFT JOIN accounts c ON c.app_id = k.app_id AND c.id = coalesce(k.account_id, $2)
    WHERE k.secret_hash = $1`,
};

/** Reads the key, its app and the account's state in one round trip. */
export async function authenticateKey(pool: Pool, headers: IncomingHttpHeaders): Promise<BaselineCaller> {
  const secret = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const requestedId = headers['x-account-id'] === undefined ? null : String(headers['x-account-id']);
  const hash = createHash('sha256').update(secret).digest('hex');
  const { rows } = await pool.query({ ...findCaller, values: [hash, requestedId] });
  const [row] = rows;
  if (!row || row.inactive) throw new ApiError('unauthenticated', 'Invalid API key.');
  const { key, app, account, current, granted } = row;
  if (key.account_id !== null && requestedId !== null && key.account_id !== requestedId) {
    throw new ApiError('forbidden', 'The API key belongs to a different account than X-Account-Id.');
  }
  return {
    via: 'key',
    app: toApp(app),
    account,
    state: { ...noAccountVersions, current: current && toCurrent(current), granted: new Set(granted) },
    role: key.role ?? (account ? 'owner' : null),
    actor: { kind: 'key', id: key.id, name: key.name },
    appKey: key.role === null,
    assertAccountExists() {
      if (requestedId !== null && !account) throw new ApiError('account_not_found', 'Account not found.');
    },
  };
}

/** The current activation from its row as JSON. */
export function toCurrent(row: Record<string, never>) {
  return {
    id: row.id,
    sequence: row.sequence,
    versionId: row.version_id,
    activatedAt: Date.parse(row.activated_at ?? ''),
    snapshotDigest: row.snapshot_digest,
    billingPeriod: row.billing_period,
  };
}
