import type { Queries } from './client';

// All advisory locks, in the order in which a transaction takes them. Those of an app or an account come before those
// of an endpoint.
//
//   migrationLockKey          tools/migrate/migration-lock.ts: one migration of the database at a time
//   'catalog SLUG'            changes of a catalog, also of an app that does not exist yet
//   (rows)                    the edition or the account, FOR NO KEY UPDATE
//   accountChanges            of an app: changes of its accounts in shared mode; a publication, while it writes, exclusively
//   'catalog editions APP'    the next number of an edition
//   listener                  of a number: the connection of a listener, for as long as it lives
//   'webhook endpoints APP'   the number of endpoints of an app
//   webhookEndpoint           of an endpoint: settling a delivery in shared mode; what adds deliveries exclusively, so
//   that none is added to a
//                             lane while its next one is determined. Several are locked in the order of their keys.

/** The first number of locks with two. The second one is a hash of an ID, or as above. prisma/sql uses the numbers. */
export const lockClasses = {
  listener: 1481003077,
  accountChanges: 1481003079,
  webhookEndpoint: 1481003080,
} as const;

/** Takes a lock exclusively until the end of the transaction. `id` is of an app or an endpoint. */
export async function takeLock(
  queries: Queries,
  name: 'accountChanges' | 'webhookEndpoint',
  id: string,
): Promise<void> {
  await queries.$queryRaw`SELECT pg_advisory_xact_lock(${lockClasses[name]}::integer, hashtext(${id}))::text`;
}

/** Takes the lock in shared mode. */
export async function takeSharedLock(queries: Queries, name: 'accountChanges', id: string): Promise<void> {
  await queries.$queryRaw`SELECT pg_advisory_xact_lock_shared(${lockClasses[name]}::integer, hashtext(${id}))::text`;
}

/** Takes a lock with a name exclusively until the end of the transaction. `id` is the slug of an app, or its ID. */
export async function takeNamedLock(
  queries: Queries,
  name: 'catalog' | 'catalog editions' | 'webhook endpoints',
  id: string,
): Promise<void> {
  await queries.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${name} ${id}`}, 0))::text`;
}
