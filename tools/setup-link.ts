import { setupPath } from '@/lib/contract/setup';
import { hashSecret, makeSecret } from '@/lib/db/secret';
import { runSql } from './postgres/scratch-database';

/**
 * Creates a link that is valid for a day, with which someone creates the first app in the browser. Null if there is an app. `url`
 * is of the owner. Every server prints a link of its own, and accepts those of the others.
 */
export async function createSetupLink(url: string, origin: string): Promise<string | null> {
  const secret = makeSecret('avl');
  const created = await runSql(
    url,
    `WITH ended AS (DELETE FROM setup_links WHERE expires_at < now() OR EXISTS (SELECT FROM apps))
     INSERT INTO setup_links (secret_hash, expires_at) SELECT $1, now() + interval '1 day' WHERE NOT EXISTS (SELECT FROM apps)
     RETURNING secret_hash`,
    [hashSecret(secret)],
  );
  return created.length > 0 ? `${origin}${setupPath}?link=${secret}` : null;
}
