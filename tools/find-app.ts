import { findAppBySlug } from '@/lib/db/catalog';
import type { Database } from '@/lib/db/client';
import { resolveTimeZone } from '@/lib/format/time-zone';
import { CliError } from './cli';

/** The error for an app that does not exist. It says how an app is created. */
export const createMissingAppError = (slug: string) =>
  new CliError(
    `There is no app "${slug}". Publishing a price list creates it: npm run catalog -- init --app ${slug}\n` +
      'The first app can also be created in the browser, with the set-up link that the server prints when it starts.',
  );

/** The app with this slug. Throws a `CliError`. */
export async function findApp(db: Database, slug: string) {
  const app = await findAppBySlug(db, slug);
  if (!app) throw createMissingAppError(slug);
  return app;
}

/** Where the days of an app's promises begin and end. */
export const getTimeZone = ({ timeZone }: { timeZone: string | null }) => resolveTimeZone(timeZone) ?? 'UTC';
