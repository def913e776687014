import { failureToProblem } from '@/lib/versions/failure-to-problem';
import { enterPortal } from '@/lib/versions/portal-session';
import { type Answer, seeOther } from './answer';
import { getService } from './config';
import type { Exchange } from './exchange';
import { sessionCookie } from './session-cookie';

/** Exchanges a one-time link for a session and leads on to the plans; a link that does not hold, to the sign-in. */
export async function enterByLink(request: Request, _: unknown, exchange: Exchange): Promise<Answer> {
  // Whoever only looks where a link leads must not use it up.
  if (request.method === 'HEAD') return seeOther('/', noStore);
  const link = new URL(request.url).searchParams.get('link') ?? '';
  try {
    await exchange.addressCounted;
    const service = getService();
    const session = await service.pulse.watch(enterPortal(service, link));
    if (!session) return seeOther('/enter/expired', noStore);
    const cookie = sessionCookie(session.secret, session.expiresAt);
    return seeOther('/', { ...noStore, 'Set-Cookie': cookie });
  } catch (error) {
    // Nothing is lost: the link holds still and can be opened again.
    const { code, cause } = failureToProblem(error);
    if (code !== 'too_many_requests') exchange.failure = cause;
    return seeOther('/enter/later', noStore);
  }
}

const noStore = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
