import { z } from 'zod';
import {
  type AccountBody,
  type AccountKeyList,
  type AccountList,
  type AccountResponse,
  type AccountSessionList,
  accountSchema,
  type GrantBody,
  type GrantList,
} from '@/lib/contract/accounts';
import { createSerializer } from '@/lib/contract/field-names';
import { isStorableText } from '@/lib/contract/fields';
import { invalidParameter } from '@/lib/contract/operations/operation';
import type { AccountPosition, HostAccount } from '@/lib/domain/accounts';
import type { KeySummary, SessionSummary } from '@/lib/domain/portal-sessions';
import type { VersionGrant } from '@/lib/domain/version-grants';
import { fieldError } from './parse-request';
import { toEnvelope, toPageFields, toUnixSeconds } from './serializers';
import { type PageQuery, slicePage } from './slice-page';

const pickAccount = createSerializer(accountSchema.shape);

/** An account, in every response that has one. */
export function serializeAccount({ current, createdAt, periodEndsAt, ...account }: HostAccount): AccountBody {
  return pickAccount(account, {
    created_at: millisecondsToSeconds(createdAt),
    version: current && { id: current.versionId, title: current.title, tag: current.tag },
    activated_at: current && millisecondsToSeconds(current.activatedAt),
    billing_period: current?.billingPeriod ?? null,
    period_ends_at: periodEndsAt === null ? null : millisecondsToSeconds(periodEndsAt),
  });
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
  return { ...toEnvelope(accounts.map(serializeAccount)), ...toPageFields(cursor) };
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
  return fieldError([invalidParameter('cursor', 'expected the next_cursor of a response')]);
}

export function serializeGrant({ version, source, createdAt }: VersionGrant): GrantBody {
  const { id, title, tag } = version;
  return { version: { id, title, tag }, source, created_at: toUnixSeconds(createdAt) };
}

/** `GET /api/accounts/:external_id/grants`. */
export function serializeGrants(grants: VersionGrant[], page: PageQuery): GrantList {
  const { items, next } = slicePage(
    grants.map((grant) => ({ id: grant.version.id, grant })),
    page,
  );
  return { ...toEnvelope(items.map(({ grant }) => serializeGrant(grant))), ...toPageFields(next) };
}

/** `GET /api/accounts/:external_id/sessions`. */
export function serializeSessions(sessions: SessionSummary[], page: PageQuery): AccountSessionList {
  const { items, next } = slicePage(sessions, page);
  const data = items.map(({ actorName, actorId, createdAt, expiresAt, ...session }) => ({
    ...session,
    name: actorName,
    user_id: actorId,
    created_at: toUnixSeconds(createdAt),
    expires_at: toUnixSeconds(expiresAt),
  }));
  return { ...toEnvelope(data), ...toPageFields(next) };
}

/** `GET /api/accounts/:external_id/keys`. */
export function serializeKeys(keys: KeySummary[], page: PageQuery): AccountKeyList {
  const { items, next } = slicePage(keys, page);
  const data = items.map(({ id, role, name, prefix, createdAt, expiresAt, revokedAt }) => ({
    id,
    role,
    name,
    prefix,
    created_at: toUnixSeconds(createdAt),
    expires_at: expiresAt && toUnixSeconds(expiresAt),
    revoked_at: revokedAt && toUnixSeconds(revokedAt),
  }));
  return { ...toEnvelope(data), ...toPageFields(next) };
}

function millisecondsToSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
