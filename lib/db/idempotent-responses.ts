import type { Queries } from './connection/client';
import type { IdempotentResponseModel } from './generated/models';

type ResponseKey = Pick<IdempotentResponseModel, 'appId' | 'credentialId' | 'key'>;

export type IdempotentResponse = Pick<IdempotentResponseModel, 'requestHash' | 'status' | 'body'>;

/** The response under a key, unless it has expired. */
export async function findResponse(
  queries: Queries,
  key: ResponseKey,
  now: Date,
): Promise<IdempotentResponse | null> {
  return queries.idempotentResponse.findFirst({
    where: { ...key, expiresAt: { gt: now } },
    select: { requestHash: true, status: true, body: true },
  });
}

/**
 * Stores a response, or the key alone, until `expiresAt`. Waits for a transaction that stores the same key. False if there is
 * one already.
 */
export async function insertResponse(
  queries: Queries,
  key: ResponseKey,
  { now, ...data }: IdempotentResponse & { now: Date; expiresAt: Date },
): Promise<boolean> {
  await queries.idempotentResponse.deleteMany({ where: { ...key, expiresAt: { lte: now } } });
  const { count } = await queries.idempotentResponse.createMany({
    data: { ...key, ...data },
    skipDuplicates: true,
  });
  return count > 0;
}

/** Adds the response to its key. */
export async function completeResponse(
  queries: Queries,
  key: ResponseKey,
  response: Pick<IdempotentResponse, 'status' | 'body'>,
): Promise<void> {
  await queries.idempotentResponse.updateMany({ where: { ...key }, data: response });
}
