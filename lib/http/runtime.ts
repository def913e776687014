import { openRateLimits, type RateLimits } from '@/lib/domain/rate-limits';
import { openService, type Service } from '@/lib/domain/service';
import { getConfig } from './config';
import { logListenerEvent } from './log';

// Pages and API are separate bundles, each with its own modules. The process has one service and one set of limits.
const shared = globalThis as {
  appVersionsService?: Service;
  appVersionsRateLimits?: RateLimits;
};

/** The service of this process, opened on first use. */
export function getService(): Service {
  shared.appVersionsService ??= openService(databaseUrl(), {
    limits: getConfig().database,
    onListenerEvent: logListenerEvent,
  });
  return shared.appVersionsService;
}

/** The rate limits of this process. Null if they are off. */
export function getRateLimits(): RateLimits | null {
  const { rateLimits } = getConfig();
  if (!rateLimits) return null;
  const { store, ...settings } = rateLimits;
  shared.appVersionsRateLimits ??= openRateLimits(settings, store === 'postgres' ? databaseUrl() : null);
  return shared.appVersionsRateLimits;
}

function databaseUrl(): string {
  const { databaseUrl } = getConfig();
  if (databaseUrl === null) throw new Error('DATABASE_URL is not set. `npm start` sets it.');
  return databaseUrl;
}
