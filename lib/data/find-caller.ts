import type { Soon } from '@/lib/contract/soon';
import { ask } from './ask';
import type { KnownCaller } from './known-caller';
import { hashSecret, looksLikeSecret } from './secret';
import type { Store } from './store';
import { topics } from './topics';

const findCallerOf = { name: 'find_caller', text: 'SELECT find_caller($1, $2, $3)::text AS json' };

/**
 * Who has this secret: of a key (`avk`) or a session (`avs`). `accountId` is the account that is asked for, where the
 * credential names none. Remembered until something of it changes; an unknown one is not remembered.
 */
export function findCaller(
  { pool, memory }: Store,
  kind: 'avk' | 'avs',
  secret: string,
  accountId: string | null,
): Soon<KnownCaller | null> {
  const hash = hashSecret(secret);
  const key = `${kind} ${hash} ${accountId ?? ''}`;
  const known = memory.callers.peek(key);
  if (known) return known;
  if (!looksLikeSecret(kind, secret)) return null;
  return memory.callers.get(key, async () => {
    const found = await ask<KnownCaller>(pool, findCallerOf, [
      kind === 'avk' ? 'key' : 'session',
      hash,
      accountId,
    ]);
    return { value: found?.value ?? null, topics: found && topicsOf(found.value, accountId) };
  });
}

function topicsOf({ app, credential, standing }: KnownCaller, asked: string | null): string[] | null {
  const own = [topics.app(app.id), topics.catalog(app.id), topics.credential(app.id, credential.id)];
  if (standing) return [...own, topics.account(app.id, standing.account.id)];
  // Nobody tells of an account that is made.
  return (credential.accountId ?? asked) === null ? own : null;
}
