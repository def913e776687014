import type { PortalSession } from '@/lib/contract/portal-session';
import type { Invitation } from '@/lib/versions/invite-person';
import { unixSeconds } from './unix-seconds';

/** `POST /api/portal/sessions`. */
export function presentPortalSession({ id, link, expiresAt }: Invitation, origin: string): PortalSession {
  return {
    success: true,
    message: 'The link works once, within 5 minutes.',
    data: { session_id: id, url: `${origin}/enter?link=${link}`, expires: unixSeconds(expiresAt) },
  };
}
