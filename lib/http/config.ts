import { openRateLimits, type RateLimits } from '@/lib/versions/rate-limits';
import { openService, type Service } from '@/lib/versions/service';
import { readConfig } from './read-config';

/** What the server takes from its environment, read once a process. */
export const config = readConfig(process.env, { terminal: process.stdout.isTTY === true });

// Next evaluates modules once a bundle; connections and counts are to be there once a process.
const shared = globalThis as {
  appVersionsService?: Service;
  appVersionsRateLimits?: RateLimits;
};

/** The service of this process, opened at its first use. */
export function getService(): Service {
  shared.appVersionsService ??= openService(databaseUrl(), config.database);
  return shared.appVersionsService;
}

/** The rate limits of this process, null where they are off. */
export function getRateLimits(): RateLimits | null {
  if (!config.rateLimits) return null;
  const { store, ...settings } = config.rateLimits;
  shared.appVersionsRateLimits ??= openRateLimits(settings, store === 'postgres' ? databaseUrl() : null);
  return shared.appVersionsRateLimits;
}

function databaseUrl(): string {
  if (config.databaseUrl === null) throw new Error('DATABASE_URL is not set. `npm start` sets it.');
  return config.databaseUrl;
}
