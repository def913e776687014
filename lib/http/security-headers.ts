import { randomBytes } from 'node:crypto';
import { makeId } from '@/lib/contract/ids';
import { authenticatePage, isSecure } from './authenticate';
import { formatContentSecurityPolicy } from './content-security-policy';
import { startedAtHeader } from './log';

const yearSeconds = 365 * 24 * 60 * 60;

/** Browser features that neither pages nor API use. */
const permissionsPolicy = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
  'xr-spatial-tracking',
]
  .map((name) => `${name}=()`)
  .join(', ');

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

/** Milliseconds that a page waits for the list of origins that may frame it. */
const frameOriginsTimeoutMs = 400;

/** Values of `Sec-Fetch-Dest` for which the response may be shown in a frame. Null for browsers that do not send it. */
const frameDestinations = new Set([null, 'iframe', 'frame', 'embed', 'object', 'fencedframe']);

/** Headers that the proxy sets on a page's request and on its response. */
interface PageHeaders {
  request: Record<string, string>;
  response: Record<string, string>;
}

/** The headers of a page. */
export async function createPageHeaders(
  requestHeaders: Headers,
  { development }: { development: boolean },
): Promise<PageHeaders> {
  const startedAt = Date.now();
  const secure = isSecure(requestHeaders.get('x-forwarded-proto'));
  const policy = formatContentSecurityPolicy({
    nonce: randomBytes(16).toString('base64'),
    development,
    secure,
    frameOrigins: await findFrameOrigins(requestHeaders),
  });
  const shared = { 'Content-Security-Policy': policy, 'X-Request-Id': makeId('request') };
  return {
    request: { ...shared, [startedAtHeader]: String(startedAt) },
    response: { ...securityHeaders(secure), ...shared },
  };
}

/** The origins that the page's app allows to frame it. Empty if the database does not respond in time. */
async function findFrameOrigins(requestHeaders: Headers): Promise<string[]> {
  if (!frameDestinations.has(requestHeaders.get('sec-fetch-dest'))) return [];
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, frameOriginsTimeoutMs, null).unref());
  const caller = await Promise.race([authenticatePage(requestHeaders), timeout]).catch(() => null);
  return caller?.app?.frameOrigins ?? [];
}
