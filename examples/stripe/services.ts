// App Versions and Stripe, and what both call the same account.

import Stripe from 'stripe';
import { AppVersions, AppVersionsError, type Change } from '../client';

/** `FREE_TAG` is the tag of the plan of accounts that do not pay. `STRIPE_URL` is for tests. */
const {
  APP_VERSIONS_URL = 'http://localhost:3000',
  FREE_TAG = 'free',
  ORIGIN = 'http://localhost:4100',
  STRIPE_URL,
} = process.env;

export const settings = {
  appVersionsUrl: APP_VERSIONS_URL,
  freeTag: FREE_TAG,
  origin: ORIGIN,
  webhookSecret: requireVariable('WEBHOOK_SECRET'),
  stripeWebhookSecret: requireVariable('STRIPE_WEBHOOK_SECRET'),
};
export const appVersions = new AppVersions(APP_VERSIONS_URL, requireVariable('APP_KEY'));
export const stripe = new Stripe(
  requireVariable('STRIPE_KEY'),
  STRIPE_URL ? toAddress(new URL(STRIPE_URL)) : {},
);

function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name} as in the README.`);
  return value;
}

function toAddress({ hostname, port, protocol }: URL) {
  return { host: hostname, port, protocol: protocol === 'https:' ? 'https' : 'http' } as const;
}

export interface Account {
  id: string;
  /** The ID that your application gave the account. */
  externalId: string;
  versionId: string | null;
  /** Unix seconds. It is null if the account is in no trial. */
  trialEndsAt: number | null;
}

/** The last work for each account. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Runs what reads and changes the subscription of an account one after the other. With several processes, lock a row. Returns
 * null without such an account, or if it has another ID: another app can use the same account at Stripe, and the same external
 * IDs.
 */
export async function withAccount<T>(
  { account: externalId, account_id: id }: { account?: string; account_id?: string },
  work: (account: Account) => Promise<T>,
): Promise<T | null> {
  if (!externalId || !id) return null;
  const workOnAccount = async () => {
    const account = await findAccount(externalId);
    return account?.id === id ? work(account) : null;
  };
  const turn = (turns.get(externalId) ?? Promise.resolve()).then(workOnAccount, workOnAccount);
  turns.set(externalId, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(externalId) === turn) turns.delete(externalId);
  }
}

async function findAccount(externalId: string): Promise<Account | null> {
  try {
    const { data } = (await appVersions.call('getAccount', { path: { external_id: externalId } })).body;
    return {
      ...{ id: data.id, externalId },
      ...{ versionId: data.version?.id ?? null, trialEndsAt: data.trial_ends_at },
    };
  } catch (error) {
    if (error instanceof AppVersionsError && error.status === 404) return null;
    throw error;
  }
}

/** Null for one of another account, or that ended more than 90 days ago. */
export async function findChange(account: Account, id: string): Promise<Change | null> {
  try {
    return await appVersions.getChange(account.id, id);
  } catch (error) {
    if (error instanceof AppVersionsError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Returns why the change can't be made: its price has changed, or it has ended. Returns null if it was made, also before: a
 * change is made once.
 */
export async function approve(account: Account, id: string): Promise<string | null> {
  try {
    await appVersions.approveChange(account.id, id);
    return null;
  } catch (error) {
    if (error instanceof AppVersionsError && (error.status === 412 || error.status === 422))
      return error.message;
    throw error;
  }
}

/** One that has ended stays as it is. */
export async function refuse(account: Account, id: string, message: string): Promise<null> {
  try {
    await appVersions.declineChange(account.id, id, message);
  } catch (error) {
    if (!(error instanceof AppVersionsError) || error.status !== 422) throw error;
  }
  return null;
}

export function toId(object: { id: string } | string | null): string {
  if (object === null) throw new Error('Stripe has sent no ID.');
  return typeof object === 'string' ? object : object.id;
}
