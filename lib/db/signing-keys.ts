import type { Queries } from './connection/client';
import type { SigningKeyModel } from './generated/models';

export type SigningKey = SigningKeyModel;

/** Newest first. */
export function readSigningKeys(db: Queries): Promise<SigningKey[]> {
  return db.signingKey.findMany({ orderBy: { version: 'desc' } });
}

/** Nothing happens if another server has inserted the version. */
export async function insertSigningKey(db: Queries, key: SigningKey): Promise<void> {
  await db.signingKey.createMany({ data: key, skipDuplicates: true });
}

/** Deletes the versions before one. */
export async function deleteSigningKeys(db: Queries, before: number): Promise<void> {
  await db.signingKey.deleteMany({ where: { version: { lt: before } } });
}
