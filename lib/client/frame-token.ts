import { embeddingOriginHeader } from '@/lib/contract/embedding';
import type { CredentialUser } from '@/lib/contract/portal-sessions';
import { frameHooks } from './frame-hooks';

// The token of a frame. It is in memory only: not in a cookie, the storage or a URL.

export type FrameUser = CredentialUser['data'];

/** Before a token expires, another one is asked for. */
const renewalMs = 60_000;
const maxLifetimeMs = 15 * 60_000;
/** To verify a token, and the delay before the second attempt. */
const maxAttempts = 4;
const retryDelayMs = 500;
/** How long a request with an expired token waits for another one. */
const renewalTimeoutMs = 10_000;

interface FrameTokenOptions {
  /** The origin of the page around the frame. */
  origin: string;
  /** Asks the page for a token. */
  onNeeded: () => void;
  /** Shows the account. It is called once. */
  onUser: (user: FrameUser) => void;
  /** Hides what is shown while it is not known whose token a new one is. */
  onVerifying: (isVerifying: boolean) => void;
  /** Loads the frame again, for another user or none. */
  onReset: () => void;
}

/** Returns what takes the tokens of the page. Requests of the frame have the last valid one. */
export function createFrameToken({ origin, onNeeded, onUser, onVerifying, onReset }: FrameTokenOptions) {
  let token: string | null = null;
  let user: FrameUser | null = null;
  /** The last one that the page has set. */
  let latest: string | null = null;
  let isAsked = false;
  let timers: ReturnType<typeof setTimeout>[] = [];
  /** Settles when the last token has been verified. */
  let verified: Promise<unknown> = Promise.resolve();
  let waiting: ((isRenewed: boolean) => void)[] = [];

  function ask(): void {
    if (isAsked) return;
    isAsked = true;
    onNeeded();
  }

  function reset(): void {
    token = null;
    for (const timer of timers) clearTimeout(timer);
    if (user) onReset();
  }

  const createHeaders = (candidate: string): Record<string, string> => ({
    Authorization: `Bearer ${candidate}`,
    [embeddingOriginHeader]: origin,
  });

  async function fetchUser(candidate: string): Promise<FrameUser> {
    const options: RequestInit = { credentials: 'omit', cache: 'no-store' };
    for (let attempt = 1; ; attempt += 1) {
      // No response: the network can be back in a moment.
      const response = await fetch('/api/portal/tokens', {
        headers: createHeaders(candidate),
        ...options,
      }).catch(() => null);
      const body = await response?.json().catch(() => null);
      if (response?.ok && body) return (body as CredentialUser).data;
      if (attempt === maxAttempts || (response && response.status < 500)) {
        throw new Error(body?.message ?? 'The token could not be verified.');
      }
      await new Promise((resolve) => setTimeout(resolve, attempt * retryDelayMs));
    }
  }

  function accept(candidate: string, next: FrameUser): void {
    token = candidate;
    isAsked = false;
    for (const timer of timers) clearTimeout(timer);
    const lifetimeMs = (next.expires ?? 0) * 1000 - Date.now();
    // The clock of the device can be wrong.
    const validMs = lifetimeMs > 0 && lifetimeMs <= maxLifetimeMs ? lifetimeMs : maxLifetimeMs;
    timers = [setTimeout(ask, Math.max(0, validMs - renewalMs)), setTimeout(reset, validMs)];
    for (const resolve of waiting) resolve(true);
    waiting = [];
    if (user) return;
    user = next;
    onUser(next);
  }

  async function verify(candidate: string): Promise<void> {
    if (candidate !== latest) return;
    try {
      const next = await fetchUser(candidate);
      if (candidate !== latest) return;
      if (user && !isSameUser(user, next)) return reset();
      accept(candidate, next);
      onVerifying(false);
    } catch (error) {
      if (candidate !== latest) return;
      console.warn(`app-versions-plans: ${error instanceof Error ? error.message : error}`);
      ask();
      reset();
    }
  }

  frameHooks.authorization = {
    getHeaders: async () => {
      await verified;
      return token === null ? {} : createHeaders(token);
    },
    renew: () =>
      new Promise((resolve) => {
        if (!user) return resolve(false);
        waiting.push(resolve);
        setTimeout(resolve, renewalTimeoutMs, false);
        ask();
      }),
  };

  return (candidate: string | null): void => {
    if (candidate === latest) return;
    latest = candidate;
    if (candidate === null) {
      reset();
      return;
    }
    onVerifying(user !== null);
    verified = verified.then(() => verify(candidate));
  };
}

const isSameUser = (one: FrameUser, other: FrameUser) =>
  one.account_id === other.account_id &&
  one.role === other.role &&
  one.user_id === other.user_id &&
  one.name === other.name;
