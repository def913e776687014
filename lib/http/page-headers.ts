import { randomBytes } from 'node:crypto';
import { makeId } from '@/lib/contract/ids';
import { identify } from './identify';
import { beganHeader } from './log-page-failure';
import { writePolicy } from './page-policy';
import { securityHeaders } from './security-headers';

/** How long a page may wait to learn who may frame it. */
const patienceMs = 400;

/** What a browser says it wants of us when the answer can stand in a frame. One that says nothing may want that too. */
const framed = new Set([null, 'iframe', 'frame', 'embed', 'object', 'fencedframe']);

/** What the request of a page is given on its way to Next, and what its answer is given. */
export interface PageHeaders {
  request: Record<string, string>;
  response: Record<string, string>;
}

/** The headers of a page for whoever sent these. */
export async function pageHeaders(
  sent: Headers,
  { development }: { development: boolean },
): Promise<PageHeaders> {
  const began = Date.now();
  const security = securityHeaders(sent);
  const policy = writePolicy({
    nonce: randomBytes(16).toString('base64'),
    development,
    secure: 'Strict-Transport-Security' in security,
    frameOrigins: await findFrameOrigins(sent),
  });
  const both = { 'Content-Security-Policy': policy, 'X-Request-Id': makeId('request') };
  return {
    request: { ...both, [beganHeader]: String(began) },
    response: { ...security, ...both },
  };
}

/** The origins that the page's app allows. Without an answer of the database nobody but ourselves may. */
async function findFrameOrigins(sent: Headers): Promise<string[]> {
  if (!framed.has(sent.get('sec-fetch-dest'))) return [];
  const own = new Headers(sent);
  // As the page itself: whoever sends a key is looked at by the cookie alone.
  own.delete('authorization');
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null).unref());
  const caller = await Promise.race([identify(own), late]).catch(() => null);
  return caller?.app?.frameOrigins ?? [];
}
