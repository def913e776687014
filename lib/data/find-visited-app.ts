import type { Soon } from '@/lib/contract/soon';
import { ask } from './ask';
import type { App } from './find-app';
import type { Store } from './store';
import { topics } from './topics';

const findVisited = {
  name: 'find_visited',
  text: `SELECT describe_app(a)::text AS json FROM apps a WHERE a.host = $1 OR a.slug = $2
    ORDER BY a.host = $1 DESC NULLS LAST LIMIT 1`,
};

/** The app that a host name (without its port) names, or else the one with this slug. */
export function findVisitedApp(
  { pool, memory }: Store,
  host: string | null,
  slug: string | null,
): Soon<App | null> {
  return memory.visited.get(`${host} ${slug}`, async () => {
    const found = await ask<App>(pool, findVisited, [host, slug]);
    return { value: found?.value ?? null, topics: found && [topics.hosts, topics.catalog(found.value.id)] };
  });
}
