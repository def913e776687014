import type { Queries } from './client';

/** The first answer to a key, within 24 hours. */
export interface RememberedAnswer {
  requestHash: string;
  historyId: string;
  changed: boolean;
}

interface KeyOfAccount {
  appId: string;
  accountId: string;
  key: string;
}

const day = 24 * 60 * 60 * 1000;

/** The answer kept under this key, unless its 24 hours are over at `now`. */
export async function findAnswer(
  queries: Queries,
  of: KeyOfAccount,
  now: Date,
): Promise<RememberedAnswer | null> {
  return queries.idempotencyRecord.findFirst({
    where: { ...of, expiresAt: { gt: now } },
    select: { requestHash: true, historyId: true, changed: true },
  });
}

/** Keeps the answer for 24 hours from `now`, in the caller's transaction; drops this account's expired ones. */
export async function rememberAnswer(
  queries: Queries,
  { appId, accountId, key }: KeyOfAccount,
  answer: RememberedAnswer,
  now: Date,
): Promise<void> {
  await queries.idempotencyRecord.deleteMany({ where: { appId, accountId, expiresAt: { lte: now } } });
  await queries.idempotencyRecord.create({
    data: { appId, accountId, key, ...answer, createdAt: now, expiresAt: new Date(now.getTime() + day) },
  });
}
