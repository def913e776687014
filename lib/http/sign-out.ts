import { endSession } from '@/lib/versions/portal-session';
import { type Answer, seeOther } from './answer';
import { getService } from './config';
import type { Exchange } from './exchange';
import { identify, requireSameOrigin } from './identify';
import { noSessionCookie, readSessionCookie } from './session-cookie';

/** Ends the session and leads back to the plans; a form may post it. */
export async function signOut({ headers }: Request, _: unknown, exchange: Exchange): Promise<Answer> {
  requireSameOrigin(headers);
  await exchange.addressCounted;
  const secret = readSessionCookie(headers);
  if (secret !== null) await endSession(getService(), await identify(headers), secret);
  return seeOther('/', { 'Set-Cookie': noSessionCookie });
}
