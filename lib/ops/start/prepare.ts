import { migrate } from '@/lib/ops/migrate';
import type { OpenDatabase } from '@/lib/ops/postgres';
import { say } from '@/lib/ops/progress.mjs';
import { demoAppSlug, seed } from '@/prisma/seed';

/** Brings the data up to date. Returns the environment that the server is to have. */
export async function prepare({ url, embedded, dataDir }: OpenDatabase): Promise<Record<string, string>> {
  const { DATABASE_URL, DEFAULT_APP, PUBLIC_ORIGIN } = process.env;
  await migrate(url);
  if (embedded) await seed(url, say);
  const demo = embedded && !DATABASE_URL && !DEFAULT_APP && !PUBLIC_ORIGIN;
  // Always set, so that a value from outside is never believed.
  return {
    DATABASE_URL: url,
    EMBEDDED_DATA_DIR: dataDir ?? '',
    APP_VERSIONS_DEMO: demo ? '1' : '0',
    ...(demo && { DEFAULT_APP: demoAppSlug }),
  };
}
