import type { Role } from '@/lib/contract/current-user';
import type { AccountState } from './accounts';
import { type App, toApp } from './catalog';
import { callFunction, type Queryable } from './connection/query-json';

/** A key, session or token, valid or not. Times are Unix milliseconds. */
interface Credential {
  id: string;
  /** It is null for an app key, and for a session of the product role without an account. */
  accountId: string | null;
  /** It is null for an app key. */
  role: Role | null;
  /** Recorded in the history as the name of who switched. */
  actorName: string;
  /** A session has the host application's ID of the user. */
  userId: string | null;
  expiresAt: number | null;
  revokedAt: number | null;
  /** A session says where its pages lead back to. */
  returnUrl: string | null;
  /** A session has the language of its pages, a BCP 47 tag. */
  locale: string | null;
  /** A token has the origin of the page with the frame. It is null for a key and a session. */
  origin: string | null;
  /** Of a key: whether it can only send GET requests. */
  readOnly: boolean;
}

/** A credential with its app and the state of the account it acts for. */
export interface ResolvedCredential {
  credential: Credential;
  app: App;
  /** It is null without an account, or if the app has none of that name. */
  accountState: AccountState | null;
}

/**
 * The key or session with this secret hash, or null. `accountName` is the ID or external ID of the account that the
 * request names. It is used if the credential is not bound to an account.
 */
export async function resolveCredential(
  database: Queryable,
  kind: 'key' | 'session',
  secretHash: string,
  accountName: string | null,
): Promise<ResolvedCredential | null> {
  type Resolved = Omit<ResolvedCredential, 'app'> & { app: Record<string, unknown> };
  const values = [kind, secretHash, accountName];
  const result = await callFunction<Resolved | null>(database, 'resolve_credential', values);
  return result && { ...result, app: toApp(result.app) };
}
