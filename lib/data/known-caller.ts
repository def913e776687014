import type { Role } from '@/lib/contract/role';
import type { App } from './find-app';
import type { Standing } from './read-account';

/** What a key or session, valid or not, was made for. Times are Unix milliseconds. */
export interface Credential {
  id: string;
  accountId: string | null;
  /** Null for an app key. */
  role: Role | null;
  /** Who acts, for the history. */
  actorName: string;
  expiresAt: number | null;
  revokedAt: number | null;
}

/** A credential, and how the account stands that it is for. */
export interface KnownCaller {
  credential: Credential;
  app: App;
  /** Null where no account is named, or there is none of that name. */
  standing: Standing | null;
}
