// What the account has since its payment, and whether it still pays.

import type Stripe from 'stripe';
import { cancel, findCustomer, findSubscription, isEnded, isPaying } from './confirm-payment';
import { toPrice, withCard } from './pay';
import { type Account, appVersions, findChange, settings, stripe, toId } from './services';
import { toStripeAmount } from './stripe-amount';

/** Makes the subscription that of what the account has: after a change of seats, add-ons, a trial, or at a time. */
export async function reconcile(account: Account): Promise<void> {
  const subscription = await findPayment(account);
  const total = subscription && (await getTotal(account));
  if (!total) return;
  if (total.amount === 0) {
    await cancel(subscription.id, { invoice_now: true, prorate: true });
    return setPeriodEnd(account, null);
  }
  const { trialEndsAt } = account;
  const [item] = subscription.items.data;
  if (!item) throw new Error('The subscription has no item.');
  const { price } = item;
  const { body } = await appVersions.call('listVersions', { account: account.id });
  const amount = toStripeAmount(total.amount, body.data.app);
  if (amount === null)
    throw new Error(`Stripe can't charge ${total.amount} of ${account.externalId} exactly.`);
  const isPriced = price.unit_amount === amount && price.recurring?.interval === total.billing_period;
  const trialEnd = subscription.status === 'trialing' ? subscription.trial_end : null;
  if (isPriced && trialEnd === trialEndsAt) return;
  const next = toPrice(toId(price.product), price.currency, amount, total.billing_period);
  await stripe.subscriptions.update(subscription.id, {
    ...(!isPriced && { items: [{ id: item.id, price_data: next }] }),
    ...(trialEnd !== trialEndsAt && { ...withCard, trial_end: trialEndsAt ?? 'now' }),
    proration_behavior: 'create_prorations',
  });
}

async function findPayment(account: Account): Promise<Stripe.Subscription | null> {
  const customer = await findCustomer(account);
  return customer === null ? null : findSubscription(account, customer);
}

/** What the account pays, in a trial after it. It is null without a plan, and if it is not known. */
async function getTotal({ id, versionId, trialEndsAt }: Account) {
  if (versionId === null) return null;
  const { totals } = await appVersions.previewSwitch(id, versionId);
  if (trialEndsAt === null) return totals.before;
  for await (const { trial, version, confirmed } of appVersions.listAll('listChanges', {
    account: id,
    query: { state: 'open' },
  })) {
    // Seats and add-ons can be others than at the start, whose total is that of another plan.
    if (trial === 'end') return version.id === versionId ? totals.before : confirmed.totals.after;
  }
  return null;
}

async function setPeriodEnd({ externalId }: Account, end: number | null): Promise<void> {
  await appVersions.call('updateAccount', {
    path: { external_id: externalId },
    body: { period_ends_at: end },
  });
}

/** Follows the subscription as Stripe has it now: events can arrive in another order. */
export async function followSubscription(account: Account, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const { status, items, metadata } = subscription;
  if (isEnded(subscription)) return endSubscription(account, metadata);
  if (!metadata.confirmed) return;
  // The last attempt to charge the card has failed. Stripe can keep such a subscription: the event of its end follows.
  if (status === 'unpaid') return cancel(id);
  const [item] = items.data;
  if (item && isPaying(subscription)) await setPeriodEnd(account, item.current_period_end);
}

/** The account gets the free plan, unless it has it, or another subscription, or the subscription never was for a plan. */
async function endSubscription(account: Account, { change, confirmed }: Stripe.Metadata): Promise<void> {
  if (!change) return;
  // The bridge can have ended between the change and the mark.
  if (!confirmed && (await findChange(account, change))?.state !== 'applied') return;
  if (await findPayment(account)) return;
  await setPeriodEnd(account, null);
  const free = (await appVersions.listVersions(account.id)).find(({ tag }) => tag === settings.freeTag);
  if (!free) throw new Error(`There is no plan with the tag ${settings.freeTag}.`);
  if (free.current) return;
  await appVersions.switchVersion(account.id, { versionId: free.id, reason: 'The subscription has ended.' });
}
