// Which subscription pays for an account. Stripe has it, so that nothing is lost with this process:
//
// - The customer has the account in its metadata.
// - The subscription has the change that it was bought for in `change`, and since that change was made, in `confirmed`.

import type Stripe from 'stripe';
import type { Change } from '../client';
import { type Account, approve, appVersions, findChange, refuse, stripe, toId } from './services';
import { toStripeAmount } from './stripe-amount';

/** Customers by account ID. The search of Stripe finds a customer about a minute after it was created. */
const createdCustomers = new Map<string, string>();

export async function findCustomer({ id }: Account): Promise<string | null> {
  const created = createdCustomers.get(id);
  if (created !== undefined) return created;
  const { data } = await stripe.customers.search({ query: `metadata['account_id']:'${id}'` });
  return data[0]?.id ?? null;
}

/** The key returns the customer that another process has just created. */
export async function requireCustomer(account: Account): Promise<string> {
  const found = await findCustomer(account);
  if (found !== null) return found;
  const { id } = await stripe.customers.create(
    { metadata: toMetadata(account) },
    { idempotencyKey: `customer-${account.id}` },
  );
  createdCustomers.set(account.id, id);
  return id;
}

export const toMetadata = ({ id, externalId }: Account) => ({ account: externalId, account_id: id });

/** The subscription that pays for what the account has. Confirms what was paid and is not confirmed, as after a crash. */
export async function findSubscription(
  account: Account,
  customer: string,
): Promise<Stripe.Subscription | null> {
  for await (const each of stripe.subscriptions.list({ customer })) {
    if (isEnded(each)) continue;
    if (each.metadata.confirmed) return each;
    const { data } = await stripe.checkout.sessions.list({ subscription: each.id });
    const confirmed = data[0] && (await confirmPayment(account, data[0]));
    if (confirmed) return confirmed;
  }
  return null;
}

export const isEnded = ({ status }: Stripe.Subscription) =>
  status === 'canceled' || status === 'incomplete_expired';

/** Whether it is paid, or will be after its trial. */
export const isPaying = ({ status }: Stripe.Subscription) => status === 'active' || status === 'trialing';

/**
 * Approves what a session has paid for, once, and returns its subscription. If the change can't be made any more, the payment is
 * returned. Null also for what is not paid. Each step can be repeated: the change is made once, and the cancelation, after which
 * nothing is done any more, is the last one.
 */
export async function confirmPayment(
  account: Account,
  { metadata, status, payment_status, ...session }: Stripe.Checkout.Session,
): Promise<Stripe.Subscription | null> {
  const id = metadata?.change;
  if (!id || status !== 'complete' || payment_status === 'unpaid') return null;
  const subscription = await stripe.subscriptions.retrieve(toId(session.subscription));
  if (!isPaying(subscription)) return null;
  if (subscription.metadata.confirmed) return subscription;
  const change = await findChange(account, id);
  if (change === null) return null;
  const isPaidFor = change.waits_for !== 'host' || (await isChargedFor(account, change, subscription));
  const obstacle = isPaidFor ? await approve(account, id) : 'The price has changed since the payment.';
  if (obstacle === null) return stripe.subscriptions.update(subscription.id, { metadata: { confirmed: id } });
  await refuse(account, id, obstacle);
  if (session.invoice !== null) await refund(toId(session.invoice));
  await cancel(subscription.id);
  return null;
}

/** Returns all that was paid of an invoice, once. */
export async function refund(invoice: string): Promise<void> {
  for await (const { payment } of stripe.invoicePayments.list({ invoice, status: 'paid' })) {
    const paymentIntent = toId(payment.payment_intent ?? null);
    await stripe.refunds.create(
      { payment_intent: paymentIntent },
      { idempotencyKey: `refund-${paymentIntent}` },
    );
  }
}

/** A repeated cancelation is an error. */
export async function cancel(id: string, options?: Stripe.SubscriptionCancelParams): Promise<void> {
  if (!isEnded(await stripe.subscriptions.retrieve(id))) await stripe.subscriptions.cancel(id, options);
}

// What a change costs

type Total = Change['confirmed']['totals']['after'];

export interface Charge {
  total: Total;
  /** When the first payment is due, in Unix seconds. It is null for at once. */
  trialEnd: number | null;
}

/** What is to be paid for a change: after a trial, the plan that follows. It is null if there is no such trial any more. */
export async function getCharge(account: Account, change: Change): Promise<Charge | null> {
  const { version, billing_period, users, quantity } = change;
  if (change.trial !== 'start') return { total: change.confirmed.totals.after, trialEnd: null };
  const query = { billing_period, trial: true, ...(users && { users }), ...(quantity && { quantity }) };
  const preview = await appVersions.call('previewSwitch', {
    ...{ account: account.id, path: { id: version.id }, query },
  });
  const { trial } = preview.body.data;
  return trial && { total: trial.total, trialEnd: trial.ends_at };
}

/** The owner can have confirmed the change again, at another price, after the session was opened. */
async function isChargedFor(account: Account, change: Change, subscription: Stripe.Subscription) {
  const charge = await getCharge(account, change);
  const price = subscription.items.data[0]?.price;
  return (
    charge !== null &&
    price?.unit_amount === toStripeAmount(charge.total.amount, change.version) &&
    price.currency === change.version.currency.toLowerCase() &&
    price.recurring?.interval === charge.total.billing_period &&
    (subscription.trial_end !== null) === (charge.trialEnd !== null)
  );
}
