import { Problem } from '@/lib/contract/errors';
import type { Count } from '@/lib/versions/rate-limits';
import { clientAddress } from './client-address';
import { config, getRateLimits } from './config';
import type { Exchange } from './exchange';

/** Counts a request against its address, also one that is refused for something else. Undefined where limits are off. */
export function countAddress(exchange: Exchange, headers: Headers): Promise<void> | undefined {
  const limits = getRateLimits();
  const address = () => clientAddress(headers, config.trustedProxies);
  return limits ? count(exchange, async () => [await limits.countAddress(address())]) : undefined;
}

/** Counts a request against its caller's account, and a switch against what switches may. */
export function countCaller(exchange: Exchange, asked: { switches: boolean }): Promise<void> | undefined {
  const limits = getRateLimits();
  const { caller } = exchange;
  return limits && caller ? count(exchange, () => limits.countCaller(caller, asked)) : undefined;
}

/** `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers; nothing where nothing was counted. */
export function rateLimitHeaders({ counts }: Exchange): Record<string, string> {
  if (counts.length === 0) return {};
  return {
    'RateLimit-Policy': counts
      .map(({ allowance: { name, most, seconds } }) => `"${name}";q=${most};w=${seconds}`)
      .join(', '),
    RateLimit: counts
      .map(({ allowance, remaining, reset }) => `"${allowance.name}";r=${remaining};t=${reset}`)
      .join(', '),
  };
}

/** Refuses what exceeds. A store that fails lets requests through; the log tells. */
async function count(exchange: Exchange, work: () => Promise<Count[]>): Promise<void> {
  try {
    exchange.counts.push(...(await work()));
  } catch (error) {
    exchange.countFailure = error;
  }
  refuseExceeded(exchange);
}

function refuseExceeded({ counts }: Exchange): void {
  const exceeded = counts.find((each) => each.exceeded);
  if (!exceeded) return;
  throw new Problem('too_many_requests', 'Too many requests. Wait a moment and try again.', {
    retryAfter: exceeded.reset,
  });
}
