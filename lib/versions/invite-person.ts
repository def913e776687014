import { Problem } from '@/lib/contract/errors';
import { findAccount } from '@/lib/data/read-account';
import { readTenant } from '@/lib/data/tenant';
import type { AppCaller } from './caller';
import { inviteToPortal, type SessionPerson } from './portal-session';
import type { Service } from './service';

export interface Invitation {
  id: string;
  /** Secret of the link, told once. */
  link: string;
  expiresAt: Date;
}

/** Lets a person into the portal of the caller's app: for an account of it, or as its product team. */
export async function invitePerson(
  service: Service,
  { app }: AppCaller,
  person: Omit<SessionPerson, 'appId'>,
): Promise<Invitation> {
  const { accountId } = person;
  if (accountId !== null) {
    const tenant = { appId: app.id, accountId };
    const account = await readTenant(service.db, tenant, (queries) =>
      findAccount(queries, app.id, accountId),
    );
    if (!account) throw new Problem('account_not_found', 'There is no such account.');
  }
  return inviteToPortal(service, { ...person, appId: app.id });
}
