import { z } from 'zod';
import {
  type AccountBody,
  type AccountKeyList,
  type AccountList,
  type AccountResponse,
  type AccountSessionList,
  accountKeySchema,
  accountSchema,
  accountSessionSchema,
  type GrantBody,
  type GrantList,
  type OwnAccountBody,
  ownAccountSchema,
} from '@/lib/contract/accounts';
import { createSerializer } from '@/lib/contract/field-names';
import { isStorableText } from '@/lib/contract/fields';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import type { TermsBody, TermsResult } from '@/lib/contract/terms';
import type { CreatedKey, KeySummary } from '@/lib/domain/access/account-keys';
import type { SessionSummary } from '@/lib/domain/access/portal-sessions';
import type { AgreedTerms, SetTerms } from '@/lib/domain/accounts/account-terms';
import type { AccountPosition, HostAccount } from '@/lib/domain/accounts/accounts';
import type { VersionGrant } from '@/lib/domain/accounts/version-grants';
import { serializeTerms } from '@/lib/domain/catalog/terms';
import { serializeActor } from '@/lib/domain/history/actors';
import { type PageQuery, serializeSlice, toEnvelope, toPageEnvelope, toUnixSeconds } from './serializers';

const pickAccount = createSerializer(accountSchema.shape);
const pickOwnAccount = createSerializer(ownAccountSchema.shape);

/** An account, for the host application and staff. */
export function serializeAccount(account: HostAccount): AccountBody {
  return pickAccount(account, serializeState(account));
}

/** `GET /api/account`. */
export function serializeOwnAccount(account: HostAccount): OwnAccountBody {
  return pickOwnAccount(account, serializeState(account));
}

function serializeState({ current, createdAt, periodEndsAt, deletesAt }: HostAccount) {
  return {
    created_at: toUnixSeconds(createdAt),
    version: current && { id: current.versionId, title: current.title, tag: current.tag },
    activated_at: current && toUnixSeconds(current.activatedAt),
    plan_since: current && toUnixSeconds(current.planSince),
    billing_period: current?.billingPeriod ?? null,
    period_ends_at: toUnixSeconds(periodEndsAt),
    deletes_at: toUnixSeconds(deletesAt),
    trial_ends_at: toUnixSeconds(current?.trialEndsAt ?? null),
  };
}

export function serializeAgreedTerms({ terms, agreed }: AgreedTerms): TermsBody {
  return {
    ...serializeTerms(terms),
    history_id: terms.id,
    agreed_at: toUnixSeconds(agreed.activatedAt),
    agreed_by: serializeActor(agreed.actor),
  };
}

/** `PUT` and `DELETE /api/accounts/:external_id/terms`. */
export function serializeSetTerms({ agreed, problems }: SetTerms): TermsResult['data'] {
  return { terms: agreed && serializeAgreedTerms(agreed), problems };
}

/** `PUT /api/accounts/:external_id`. */
export function serializeUpsertedAccount(account: HostAccount & { created: boolean }): AccountResponse {
  const { id, title, created, current } = account;
  return toEnvelope(
    { ...serializeAccount(account), account_id: id, created, version_id: current?.versionId ?? null },
    created ? `${title} was created.` : '',
  );
}

/** `GET /api/accounts`. */
export function serializeAccounts(accounts: HostAccount[], next: AccountPosition | null): AccountList {
  const cursor = next && Buffer.from(JSON.stringify(next)).toString('base64url');
  return toPageEnvelope(accounts.map(serializeAccount), cursor);
}

const position = z.tuple([z.int().min(0).max(2), z.string(), z.string()]);

/** Parses a cursor of `serializeAccounts`. Throws 400 for another, also for one of a list with or without a search. */
export function parseAccountCursor(cursor: string, { search }: { search: string | null }): AccountPosition {
  const [phase, key, id] = parsePosition(cursor);
  if (phase > 0 === (search !== null) && isStorableText(key) && isStorableText(id)) return [phase, key, id];
  throw invalidCursor();
}

function parsePosition(cursor: string): AccountPosition {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw invalidCursor();
  }
}

function invalidCursor() {
  return fieldError(invalidParameter('cursor', 'expected the next_cursor of a response'));
}

export function serializeGrant({ version, source, createdAt }: VersionGrant): GrantBody {
  const { id, title, tag } = version;
  return { version: { id, title, tag }, source, created_at: toUnixSeconds(createdAt) };
}

/** `GET /api/accounts/:external_id/grants`. */
export function serializeGrants(grants: VersionGrant[], page: PageQuery): GrantList {
  const rows = grants.map((grant) => ({ ...grant, id: grant.version.id }));
  return serializeSlice(rows, page, serializeGrant);
}

const pickSession = createSerializer(accountSessionSchema.shape);

/** `GET /api/accounts/:external_id/sessions`. */
export function serializeSessions(sessions: SessionSummary[], page: PageQuery): AccountSessionList {
  return serializeSlice(sessions, page, ({ actorName, actorId, ...session }) =>
    pickSession(session, { name: actorName, user_id: actorId }),
  );
}

const pickKey = createSerializer(accountKeySchema.shape);

/** `DELETE /api/accounts/:external_id/keys/:key_id`. */
export function serializeKey(key: KeySummary) {
  return pickKey(key);
}

/** `POST /api/accounts/:external_id/keys`. */
export function serializeCreatedKey({ secret, ...key }: CreatedKey) {
  return { ...pickKey(key), secret };
}

/** `GET /api/accounts/:external_id/keys`. */
export function serializeKeys(keys: KeySummary[], page: PageQuery): AccountKeyList {
  return serializeSlice(keys, page, (key) => pickKey(key));
}
