import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ApiError } from '@/lib/contract/errors';
import { getConfig } from '@/lib/server/process/config';
import type { RateLimitResult, RequestContext } from '@/lib/server/process/request-context';
import { getRateLimits } from '@/lib/server/process/runtime';
import { findCachedCaller, type RequestHeaders, readCredentials } from './authenticate';
import { memoize } from './memoize';

/**
 * Counts a request against its app key, or else its client address. It is null if limits are off, and rejects with 429. An app
 * key that is not known yet counts against the address. After too many invalid keys, only known keys of the address are
 * accepted. The others are not counted, so that they leave its limit to valid callers.
 */
export function limitBySender(context: RequestContext): Promise<void> | null {
  const limits = getRateLimits();
  if (!limits) return null;
  const { headers } = context;
  const hasKey = headers.get('authorization') !== null;
  if (hasKey) context.known ??= findCachedCaller(readCredentials(headers));
  const { known } = context;
  const isUnknownKey = hasKey && !known;
  // The cache can know the key without the account that the request names.
  const sender = isUnknownKey ? findCachedCaller({ ...readCredentials(headers), accountName: null }) : known;
  const appKey = getAppKey(sender);
  if (appKey !== null) return count(context, async () => [await limits.keys.consume(appKey)]);
  const address = readClientAddress(headers);
  return count(context, async () => {
    const failures = isUnknownKey ? await limits.failures.findReached(address) : null;
    return [failures ?? (await limits.address.consume(address))];
  });
}

/** The ID of the app key that a caller is. */
function getAppKey(caller: RequestContext['caller']): string | null {
  return caller?.appKey ? (caller.actor?.id ?? null) : null;
}

/** Counts an invalid key against its client address. Rejects with 429. */
export async function countFailure(context: RequestContext, headers: RequestHeaders): Promise<void> {
  const limits = getRateLimits();
  if (!limits) return;
  await count(context, async () => [await limits.failures.consume(readClientAddress(headers))]);
}

/** Counts a request against its account, and a switch against the account's switches. Rejects with 429. */
export async function limitByAccount(context: RequestContext, isSwitch: boolean): Promise<void> {
  const limits = getRateLimits();
  const key = accountKey(context);
  if (!limits || key === null) return;
  await count(context, async () => {
    const result = await limits.account.consume(key);
    return isSwitch && !result.exceeded ? [result, await limits.switches.consume(key)] : [result];
  });
}

/**
 * Counts a request of an identified caller against its app key or address, and its account, at once. Returns false, without
 * counting, if a limit is reached, or this process lacks a counter.
 */
export function tryCount(context: RequestContext): boolean {
  const limits = getRateLimits();
  if (!limits) return true;
  const key = accountKey(context);
  const appKey = getAppKey(context.caller);
  const counters = [
    appKey === null
      ? limits.address.findCounter(readClientAddress(context.headers))
      : limits.keys.findCounter(appKey),
  ];
  if (key !== null) counters.push(limits.account.findCounter(key));
  if (counters.includes(null)) return false;
  for (const count of counters) if (count) context.rateLimits.push(count());
  return true;
}

/** The key of the caller's account in the rate limits, or null for a caller without an account. */
function accountKey({ caller }: Pick<RequestContext, 'caller'>): string | null {
  return caller?.app && caller.account ? `${caller.app.id} ${caller.account.id}` : null;
}

/** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). They are empty if nothing was counted. */
export function rateLimitHeaders(results: RateLimitResult[]): Record<string, string> {
  if (results.length === 0) return {};
  let policies = '';
  let states = '';
  for (const { policy, remaining, reset } of results) {
    const separator = policies === '' ? '' : ', ';
    policies += `${separator}"${policy.name}";q=${policy.max};w=${policy.seconds}`;
    states += `${separator}"${policy.name}";r=${remaining};t=${reset}`;
  }
  return { 'RateLimit-Policy': policies, RateLimit: states };
}

/** The client address of a page, of which lib/server/pages/page-queue.mjs bounds the pages. It is null if limits are off. */
export function findPageClient({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  return getConfig().rateLimits && parseForwardedFor(headers['x-forwarded-for']?.toString() ?? '');
}

function readClientAddress(headers: RequestHeaders): string {
  return parseForwardedFor(headers.get('x-forwarded-for') ?? '');
}

const parseForwardedFor = memoize((header) => getClientAddress(header, getConfig().trustedProxies));

/** Throws 429 if a limit is exceeded. A store that fails lets requests pass; the error is logged. */
async function count(context: RequestContext, consume: () => Promise<RateLimitResult[]>): Promise<void> {
  try {
    context.rateLimits.push(...(await consume()));
  } catch (error) {
    context.rateLimitError = error;
  }
  const exceeded = context.rateLimits.find((result) => result.exceeded);
  if (!exceeded) return;
  throw new ApiError('too_many_requests', 'Too many requests. Wait a moment and try again.', {
    retryAfter: exceeded.reset,
  });
}

/**
 * The client of a request, for rate limits and pages: an IPv4 address, the /64 network of an IPv6 address, or
 * "unknown". Each proxy, and this server, appends the address of its peer to `X-Forwarded-For`. Entries before those
 * that the trusted proxies appended can be forged and are ignored.
 */
export function getClientAddress(forwardedFor: string, trustedProxies: number): string {
  const hops = forwardedFor.split(',');
  const hop = withoutPort((hops.at(-1 - trustedProxies) ?? hops[0] ?? '').trim());
  if (!isIP(hop)) return 'unknown';
  // An IPv4 address in an IPv6 one counts as the former.
  const address = ipaddr.process(hop);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Some proxies append `203.0.113.7:4711` and `[2001:db8::7]:4711`. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](:\d+)?$/.exec(hop)?.[1] ?? /^(\d+(\.\d+){3}):\d+$/.exec(hop)?.[1] ?? hop;
}
