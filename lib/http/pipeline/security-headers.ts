import { randomBytes } from 'node:crypto';
import { makeRequestId } from '@/lib/contract/ids';
import { toApiError } from '@/lib/domain/to-api-error';
import { startedAtHeader } from '@/lib/server/process/log';
import { authenticatePage, getEmbeddedApp, isSecure } from './authenticate';
import { formatContentSecurityPolicy } from './content-security-policy';

const yearSeconds = 365 * 24 * 60 * 60;

/** Browser features that neither pages nor API use. */
const permissionsPolicy =
  'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
  'microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()';

/** A request header of pages with their path and query string, which the proxy sets. */
export const pagePathHeader = 'x-page-path';

/** Headers of every page and API response. HSTS is sent over https only: over http it has no effect. */
export function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': permissionsPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(secure && { 'Strict-Transport-Security': `max-age=${yearSeconds}` }),
  };
}

/** Headers of `/embed`, with which pages that require COEP or CORP can frame it. */
export const embedHeaders = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * Headers of pages of one user, and of all that are rendered for each request. The back/forward cache can restore such a page.
 * Without it, `no-cache` does not apply when the user goes back, but `Vary: *` does: the page is requested again.
 */
export const userPageHeaders = { 'Cache-Control': 'private, no-cache', Vary: '*' };

/** Headers that the proxy sets on a page's request and on its response. */
interface PageHeaders {
  request: Record<string, string>;
  response: Record<string, string>;
  /** Why the database is not available; null if it is. */
  databaseError: unknown;
}

/** The headers of a page. */
export async function createPageHeaders(
  requestHeaders: Headers,
  { development }: { development: boolean },
): Promise<PageHeaders> {
  const startedAt = Date.now();
  const secure = isSecure(requestHeaders.get('x-forwarded-proto'));
  const { databaseError, ...ofApp } = await findAppSettings(requestHeaders);
  const isEmbedded = getEmbeddedApp(requestHeaders) !== null;
  const policy = formatContentSecurityPolicy({
    inline: { nonce: randomBytes(16).toString('base64') },
    development,
    secure,
    ...ofApp,
  });
  const shared = { 'Content-Security-Policy': policy, 'X-Request-Id': makeRequestId() };
  return {
    request: { ...shared, [startedAtHeader]: String(startedAt) },
    response: { ...securityHeaders(secure), ...(isEmbedded && embedHeaders), ...shared },
    databaseError,
  };
}

/** What the Content-Security-Policy of an app's pages depends on. */
interface AppSettings {
  frameOrigins: string[];
  brandLogo: string | null;
}

const noSettings: AppSettings = { frameOrigins: [], brandLogo: null };

/** The settings of the page's app. There are none if the user can't be identified. */
async function findAppSettings(requestHeaders: Headers) {
  try {
    const { app } = await authenticatePage(requestHeaders);
    return { ...(app ? getAppSettings(app) : noSettings), databaseError: null };
  } catch (error) {
    const isUnavailable = toApiError(error).code === 'service_unavailable';
    return { ...noSettings, databaseError: isUnavailable ? error : null };
  }
}

export function getAppSettings({ frameOrigins, brandLogo }: AppSettings): AppSettings {
  return { frameOrigins, brandLogo };
}
