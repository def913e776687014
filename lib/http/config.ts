import type { Service } from '@/lib/versions/service';
import { openService } from '@/lib/versions/service';

/** What the server takes from its environment, read once a process. */
export const config = {
  /** Slug of the app that answers where no host name fits. */
  defaultApp: process.env.DEFAULT_APP || null,
  /** Set by the start command alone, with the embedded database and no other configuration. */
  demo: process.env.APP_VERSIONS_DEMO === '1',
  /** Where people reach the server, if that is not what `Host` says: `https://plans.example.com`. */
  publicOrigin: process.env.PUBLIC_ORIGIN || null,
};

// Next evaluates modules once a bundle; the pool of connections is to be one a process.
const shared = globalThis as { appVersionsService?: Service };

/** The service of this process, opened at its first use. */
export function getService(): Service {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is not set. `npm start` sets it.');
  shared.appVersionsService ??= openService(url);
  return shared.appVersionsService;
}
