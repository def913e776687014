// Changes that an owner has confirmed in the pages of App Versions.

import Stripe from 'stripe';
import type { Change } from '../client';
import {
  type Charge,
  findSubscription,
  getCharge,
  isEnded,
  isPaying,
  refund,
  requireCustomer,
  toMetadata,
} from './confirm-payment';
import { type Account, approve, findChange, refuse, settings, stripe, toId } from './services';
import { toStripeAmount } from './stripe-amount';

/** Without a card at the end of a trial, the subscription ends, and the account gets the free plan. */
export const withCard = {
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
} as const;

/** Checkout accepts no earlier end of a trial. The subscription gets the end that the account has when the trial has begun. */
const minTrialS = 48 * 3600 + 600;

/**
 * Takes the payment for a change, and approves it, or refuses it with a message to the owner. Returns the page of Stripe to
 * continue at, or null if the change is decided.
 */
export async function pay(account: Account, id: string, returnUrl: string): Promise<string | null> {
  const customer = await requireCustomer(account);
  const subscription = await findSubscription(account, customer);
  const change = await findChange(account, id);
  if (change?.waits_for !== 'host') return null;
  const charge = await getCharge(account, change);
  if (charge === null) return refuse(account, id, 'This plan has no trial any more.');
  const { not_included: notIncluded } = charge.total;
  const amount = toStripeAmount(charge.total.amount, change.version);
  if (amount === null || notIncluded.length > 0) {
    return refuse(account, id, 'This is not sold online. Write to us.');
  }
  // Nothing is due now, and after a trial nothing either.
  if (amount === 0 || keepsTrial(account, change)) return approveUnpaid(account, id);
  if (!subscription) {
    if (change.effective_at !== null) return refuse(account, id, 'Choose "now" for the first payment.');
    return startCheckout({ account, customer, change, charge, amount, returnUrl });
  }
  if (!isPaying(subscription)) {
    return refuse(account, id, 'The last payment has failed. Pay the open invoice first.');
  }
  // Nothing is due now. The event changes the subscription when the account has it.
  if (change.effective_at !== null || charge.trialEnd !== null) return approveUnpaid(account, id);
  return payWithCard(account, change, amount, subscription);
}

async function approveUnpaid(account: Account, id: string): Promise<null> {
  const obstacle = await approve(account, id);
  return obstacle === null ? null : refuse(account, id, obstacle);
}

/** Users, quantity and add-ons of a plan on trial change what follows. */
function keepsTrial({ trialEndsAt, versionId }: Account, change: Change): boolean {
  if (trialEndsAt === null || change.trial !== null) return false;
  if (change.optional_feature !== null) return true;
  const { before, after } = change.confirmed.totals;
  const setsNumber = change.users !== null || change.quantity !== null;
  return setsNumber && change.version.id === versionId && before?.billing_period === after.billing_period;
}

interface Purchase {
  account: Account;
  customer: string;
  change: Change;
  charge: Charge;
  /** Amount in the digits of Stripe. */
  amount: number;
  returnUrl: string;
}

/** Two tabs get the same page, and no change is paid twice. */
async function startCheckout(purchase: Purchase): Promise<string | null> {
  const { account, customer, change, charge, amount, returnUrl } = purchase;
  const { trialEnd } = charge;
  const price = toPriceKey(charge, amount);
  const { data } = await stripe.checkout.sessions.list({ customer, limit: 100 });
  const earlier = data.filter(({ metadata }) => metadata?.change === change.id);
  for (const { id, status, subscription, metadata, url } of earlier) {
    if (status === 'complete') {
      // The payment is on its way, as with direct debit.
      if (!isEnded(await stripe.subscriptions.retrieve(toId(subscription)))) return null;
    } else if (status === 'open') {
      if (metadata?.price === price) return url;
      await stripe.checkout.sessions.expire(id);
    }
  }
  const metadata = { ...toMetadata(account), change: change.id };
  const earliest = Math.floor(Date.now() / 1000) + minTrialS;
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      line_items: [{ price_data: await createPrice(change, charge, amount), quantity: 1 }],
      // This is done with a trial too. Nothing else asks for a card later.
      payment_method_collection: 'always',
      success_url: `${settings.origin}/checkout/done?session={CHECKOUT_SESSION_ID}`,
      cancel_url: returnUrl,
      metadata: { ...metadata, price, return_url: returnUrl },
      subscription_data: {
        metadata,
        ...(trialEnd !== null && { ...withCard, trial_end: Math.max(trialEnd, earliest) }),
      },
    },
    { idempotencyKey: `checkout-${change.id}-${earlier.length}` },
  );
  return session.url;
}

const toPriceKey = ({ total, trialEnd }: Charge, amount: number) =>
  [amount, total.billing_period, ...(trialEnd === null ? [] : ['trial'])].join(' ');

/** A product for each version, and the confirmed total as its price. */
async function createPrice({ version }: Change, { total }: Charge, amount: number) {
  const { id } = await stripe.products.create(
    { name: version.title, metadata: { version: version.id } },
    { idempotencyKey: `product-${version.id}` },
  );
  return toPrice(id, version.currency, amount, total.billing_period);
}

export const toPrice = (product: string, currency: string, amount: number, interval: 'month' | 'year') => ({
  ...{ product, currency: currency.toLowerCase(), unit_amount: amount },
  recurring: { interval },
});

/** Charges the difference to the card of the subscription. A trial ends with it. */
async function payWithCard(
  account: Account,
  change: Change,
  amount: number,
  { id, items, status, trial_end: trialEnd }: Stripe.Subscription,
): Promise<null> {
  const [item] = items.data;
  if (!item) throw new Error('The subscription has no item.');
  const charge = { total: change.confirmed.totals.after, trialEnd: null };
  const isTrial = status === 'trialing';
  let paid: Stripe.Subscription;
  try {
    paid = await stripe.subscriptions.update(
      id,
      {
        items: [{ id: item.id, price_data: await createPrice(change, charge, amount) }],
        ...(isTrial && { trial_end: 'now' }),
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey: `change-${change.id}-${toPriceKey(charge, amount)}${isTrial ? ' now' : ''}` },
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    return refuse(account, change.id, error.message);
  }
  const obstacle = await approve(account, change.id);
  if (obstacle === null) return null;
  await stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: item.price.id }],
    ...(isTrial && trialEnd !== null && { trial_end: trialEnd }),
    proration_behavior: 'none',
  });
  await refund(toId(paid.latest_invoice));
  return refuse(account, change.id, obstacle);
}
