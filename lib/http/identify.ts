import { Problem } from '@/lib/contract/errors';
import type { Soon } from '@/lib/contract/soon';
import type { Caller } from '@/lib/versions/caller';
import { identifyCaller } from '@/lib/versions/identify-caller';
import { config, getService } from './config';
import { readSessionCookie } from './session-cookie';

/** Tells from a request's headers who is asking. */
export function identify(headers: Headers): Soon<Caller> {
  const service = getService();
  const caller = identifyCaller(service, {
    authorization: headers.get('authorization'),
    sessionSecret: () => readSessionCookie(headers),
    host: () => hostName(headers),
    defaultApp: config.defaultApp,
    accountId: headers.get('x-account-id'),
  });
  return service.pulse.watch(caller);
}

/**
 * Refuses an unsafe request that another site made a browser send. A key is not sent by itself, a cookie is:
 * `Sec-Fetch-Site` must be `same-origin`, or without it `Origin` must be ours.
 */
export function refuseCrossSite(headers: Headers): void {
  if (headers.has('authorization') || readSessionCookie(headers) === null) return;
  requireSameOrigin(headers);
}

/** Refuses a request that does not come from a page of this origin. */
export function requireSameOrigin(headers: Headers): void {
  const site = headers.get('sec-fetch-site');
  const ours = site === null ? isOwnOrigin(headers) : site === 'same-origin';
  if (!ours) throw new Problem('cross_site', 'This request came from another site.');
}

/** Where people reach this server: as configured, else as the request names it. */
export function originOf(headers: Headers): string {
  if (config.publicOrigin !== null) return config.publicOrigin;
  return `${isSecure(headers) ? 'https' : 'http'}://${headers.get('host') ?? 'localhost'}`;
}

/** Whether people reach this server over https. */
export function isSecure(headers: Headers): boolean {
  if (config.publicOrigin !== null) return config.publicOrigin.startsWith('https:');
  return headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https';
}

function isOwnOrigin(headers: Headers): boolean {
  const origin = headers.get('origin');
  if (origin === null) return false;
  if (config.publicOrigin !== null) return origin === config.publicOrigin;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}

function hostName(headers: Headers): string | null {
  const host = headers.get('host');
  return host === null ? null : host.toLowerCase().replace(/:\d+$/, '');
}
