import { failureToProblem } from '@/lib/versions/failure-to-problem';
import { enterPortal } from '@/lib/versions/portal-session';
import { getService } from './config';
import { seeOther } from './respond';
import { sessionCookie } from './session-cookie';

/** Exchanges a one-time link for a session and leads on to the plans; a link that does not hold, to the sign-in. */
export async function enterByLink(request: Request): Promise<Response> {
  const link = new URL(request.url).searchParams.get('link') ?? '';
  try {
    const session = await enterPortal(getService(), link);
    if (!session) return seeOther('/enter/expired', noStore);
    const cookie = sessionCookie(session.secret, session.expiresAt);
    return seeOther('/', { ...noStore, 'Set-Cookie': cookie });
  } catch (error) {
    // Nothing is lost: the link holds still and can be opened again.
    const { code } = failureToProblem(error);
    return seeOther(code === 'service_unavailable' ? '/enter/later' : '/enter/expired', noStore);
  }
}

const noStore = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
