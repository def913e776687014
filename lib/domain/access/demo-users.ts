import type { Role } from '@/lib/contract/current-user';
import { findAccountByExternalId } from '@/lib/db/accounts';
import type { App } from '@/lib/db/catalog';
import { readTenant } from '@/lib/db/connection/tenant';
import type { Service } from '../service';

/** A user that the demo's sign-in page offers. */
interface DemoUser {
  id: string;
  name: string;
  role: Role;
  /** External id of the account; null for staff. */
  account: string | null;
  about: string;
}

interface DemoUserOption extends Omit<DemoUser, 'account'> {
  accountId: string | null;
  accountTitle: string | null;
}

export const demoUsers: DemoUser[] = [
  {
    id: 'pia',
    name: 'Pia Moretti',
    role: 'owner',
    account: 'osteria-pia',
    about: 'Owns a restaurant. Has changed plans several times since 2021 and can switch.',
  },
  {
    id: 'lena',
    name: 'Lena Ostermann',
    role: 'member',
    account: 'seehaus',
    about:
      'Works in a seasonal restaurant on a lake. Can view plans and history, and has asked for another plan.',
  },
  {
    id: 'theo',
    name: 'Theo Reuter',
    role: 'owner',
    account: 'seehaus',
    about: 'Owns the restaurant on the lake. Can approve or decline what Lena asks for.',
  },
  {
    id: 'rana',
    name: 'رنا حداد',
    role: 'owner',
    account: 'yasmin',
    about:
      'Owns a restaurant with annual billing. Has scheduled a smaller plan, and can keep the present one.',
  },
  {
    id: 'maren',
    name: 'Maren Lüders',
    role: 'owner',
    account: 'anker',
    about: 'Owns an inn. Has kept Kitchen at the price of 2024 and can switch to what it is today.',
  },
  {
    id: 'ines',
    name: 'Ines Vogt',
    role: 'product',
    account: null,
    about: 'Maintains the price list. Sees plans that are not public yet.',
  },
  {
    id: 'jonas',
    name: 'Jonas Brandt',
    role: 'support',
    account: null,
    about: 'Answers customers. Finds an account, explains its history and changes its plan with a reason.',
  },
];

/** The demo's users whose account exists in this app. */
export async function listDemoUsers({ db }: Service, app: App): Promise<DemoUserOption[]> {
  return readTenant(db, { appId: app.id }, async (queries) => {
    const options: DemoUserOption[] = [];
    for (const { account: externalId, ...user } of demoUsers) {
      const account = externalId === null ? null : await findAccountByExternalId(queries, app.id, externalId);
      if (externalId !== null && account === null) continue;
      options.push({ ...user, accountId: account?.id ?? null, accountTitle: account?.title ?? null });
    }
    return options;
  });
}
