import { isSecure } from './identify';

const year = 365 * 24 * 60 * 60;

/** What nothing of ours uses. */
const permissions = [
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

/** Headers of every answer, page or not. HSTS only where people reach us over https: over http it means nothing. */
export function securityHeaders(request: Headers): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': permissions,
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(isSecure(request) && { 'Strict-Transport-Security': `max-age=${year}` }),
  };
}
