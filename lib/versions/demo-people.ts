import type { Role } from '@/lib/contract/role';
import type { App } from '@/lib/data/find-app';
import { findAccountByExternalId } from '@/lib/data/read-account';
import { readTenant } from '@/lib/data/tenant';
import type { Service } from './service';

/** Somebody the demo's sign-in offers. */
export interface DemoPerson {
  id: string;
  name: string;
  role: Role;
  /** External id of the account; null for the product manager. */
  account: string | null;
  about: string;
}

export interface DemoChoice extends Omit<DemoPerson, 'account'> {
  accountId: string | null;
  accountTitle: string | null;
}

export const demoPeople: DemoPerson[] = [
  {
    id: 'pia',
    name: 'Pia Moretti',
    role: 'owner',
    account: 'osteria-pia',
    about: 'Owns a restaurant that has been up and down the list since 2021, and may switch.',
  },
  {
    id: 'lena',
    name: 'Lena Ostermann',
    role: 'member',
    account: 'seehaus',
    about: 'Cooks in a house on a lake that changes with the seasons; she may look, not switch.',
  },
  {
    id: 'ines',
    name: 'Ines Vogt',
    role: 'product',
    account: null,
    about: 'Works on the price list itself, and sees what is not public yet.',
  },
];

/** The demo's people with their accounts in this app; those whose account is missing are left out. */
export async function findDemoPeople({ db }: Service, app: App): Promise<DemoChoice[]> {
  return readTenant(db, { appId: app.id }, async (queries) => {
    const choices: DemoChoice[] = [];
    for (const { account: externalId, ...person } of demoPeople) {
      const account = externalId === null ? null : await findAccountByExternalId(queries, app.id, externalId);
      if (externalId !== null && account === null) continue;
      choices.push({ ...person, accountId: account?.id ?? null, accountTitle: account?.title ?? null });
    }
    return choices;
  });
}
