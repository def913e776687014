// Payments by Stripe for the plans of an app. App Versions decides what an account has and what it costs, Stripe takes the money.
//
// 1. An owner confirms a plan in the pages.      GET  /checkout, the `checkout_url` of the app
// 2. The first payment is made with Checkout.    GET  /checkout/done, POST /stripe
//    Later changes use the same card.
// 3. Renewals set the end of the period.         POST /stripe, PATCH /api/accounts/:external_id
// 4. Seats, add-ons, changes that were           POST /app-versions
//    scheduled and new prices change the
//    subscription.
// 5. Without payment, the account gets the       POST /stripe, POST /app/versions
//    free plan.
//
// A subscription has one item: the total that App Versions shows, with users and add-ons. So this file computes no price. The
// customer and the subscription of an account are kept in memory. A real application stores them in its database.

import fastify from 'fastify';
import Stripe from 'stripe';
import { AppVersions, AppVersionsError, type Change, verifyWebhook, type WebhookEvent } from '../client';

/** `FREE_TAG` is the tag of the plan of accounts that do not pay. `STRIPE_URL` is for tests. */
const {
  APP_VERSIONS_URL = 'http://localhost:3000',
  FREE_TAG = 'free',
  ORIGIN = 'http://localhost:4100',
  STRIPE_URL,
} = process.env;
const appVersions = new AppVersions(APP_VERSIONS_URL, requireVariable('APP_KEY'));
const webhookSecret = requireVariable('WEBHOOK_SECRET');
const stripe = new Stripe(requireVariable('STRIPE_KEY'), STRIPE_URL ? toAddress(new URL(STRIPE_URL)) : {});
const stripeWebhookSecret = requireVariable('STRIPE_WEBHOOK_SECRET');

function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name} as in the README.`);
  return value;
}

function toAddress({ hostname, port, protocol }: URL) {
  return { host: hostname, port, protocol: protocol === 'https:' ? 'https' : 'http' } as const;
}

// Accounts, by the ID that your application gave them (`external_id`).

interface Payer {
  customerId: string;
  /** Null if the account pays nothing. */
  subscriptionId: string | null;
}

const payers = new Map<string, Payer>();
/** The last work for each account. */
const turns = new Map<string, Promise<unknown>>();

/** Runs what reads and changes the subscription of an account one after the other. With several processes, lock a row. */
async function inTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(account) ?? Promise.resolve()).then(work, work);
  turns.set(account, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(account) === turn) turns.delete(account);
  }
}

// Changes that an owner has confirmed

/**
 * Takes the payment for a change, and approves it, or refuses it with a message to the owner. Returns the page of Stripe to
 * continue at, or null if the change is decided.
 */
async function pay(account: string, change: Change, returnUrl: string): Promise<string | null> {
  const { amount, not_included: notIncluded } = change.confirmed.totals.after;
  const subscriptionId = payers.get(account)?.subscriptionId ?? null;
  if (amount === null || notIncluded.length > 0) {
    return refuse(account, change.id, 'This is not sold online. Write to us.');
  }
  if (amount === 0 || change.trial === 'start' || (change.effective_at !== null && subscriptionId)) {
    // Nothing is due now. The event changes the subscription when the account has it.
    await approve(account, change.id);
    return null;
  }
  if (change.effective_at !== null) return refuse(account, change.id, 'Choose "now" for the first payment.');
  if (subscriptionId) return payWithCard(account, change, amount, subscriptionId);
  return startCheckout(account, change, amount, returnUrl);
}

async function startCheckout(
  account: string,
  change: Change,
  amount: number,
  returnUrl: string,
): Promise<string | null> {
  const customer = payers.get(account)?.customerId ?? (await createCustomer(account));
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      line_items: [{ price_data: await createPrice(change, amount), quantity: 1 }],
      success_url: `${ORIGIN}/checkout/done?session={CHECKOUT_SESSION_ID}`,
      cancel_url: returnUrl,
      metadata: { account, change: change.id, return_url: returnUrl },
      subscription_data: { metadata: { account } },
    },
    { idempotencyKey: `checkout-${change.id}` },
  );
  return session.url;
}

async function createCustomer(account: string): Promise<string> {
  const { id } = await stripe.customers.create(
    { metadata: { account } },
    { idempotencyKey: `customer-${account}` },
  );
  payers.set(account, { customerId: id, subscriptionId: null });
  return id;
}

/** A product for each version, and the confirmed total as its price. */
async function createPrice({ version, confirmed }: Change, amount: number) {
  const { id } = await stripe.products.create(
    { name: version.title, metadata: { version: version.id } },
    { idempotencyKey: `product-${version.id}` },
  );
  return toPrice(id, version.currency, amount, confirmed.totals.after.billing_period);
}

const toPrice = (product: string, currency: string, amount: number, interval: 'month' | 'year') => ({
  ...{ product, currency: currency.toLowerCase(), unit_amount: amount },
  recurring: { interval },
});

/** Approves what was paid for. If it can't be made any more, the payment is returned. Can be repeated. */
async function completeCheckout(session: Stripe.Checkout.Session): Promise<void> {
  const { account, change } = session.metadata ?? {};
  if (!account || !change || session.status !== 'complete' || session.payment_status === 'unpaid') return;
  await inTurn(account, async () => {
    const subscriptionId = toId(session.subscription);
    const obstacle = await approve(account, change);
    if (obstacle === null) {
      payers.set(account, { customerId: toId(session.customer), subscriptionId });
      return;
    }
    await refund(toId(session.invoice));
    // A repeated cancelation is an error.
    const { status } = await stripe.subscriptions.retrieve(subscriptionId);
    if (status !== 'canceled') await stripe.subscriptions.cancel(subscriptionId);
    await refuse(account, change, obstacle);
  });
}

/** Charges the difference to the card of the subscription. */
async function payWithCard(
  account: string,
  change: Change,
  amount: number,
  subscriptionId: string,
): Promise<null> {
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  const [item] = items.data;
  if (!item) throw new Error('The subscription has no item.');
  let paid: Stripe.Subscription;
  try {
    paid = await stripe.subscriptions.update(
      subscriptionId,
      {
        items: [{ id: item.id, price_data: await createPrice(change, amount) }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey: `change-${change.id}` },
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    return refuse(account, change.id, error.message);
  }
  const obstacle = await approve(account, change.id);
  if (obstacle === null) return null;
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: item.id, price: item.price.id }],
    proration_behavior: 'none',
  });
  await refund(toId(paid.latest_invoice));
  return refuse(account, change.id, obstacle);
}

/** Returns all that was paid of an invoice, once. */
async function refund(invoice: string): Promise<void> {
  for await (const { payment } of stripe.invoicePayments.list({ invoice, status: 'paid' })) {
    const paymentIntent = toId(payment.payment_intent ?? null);
    await stripe.refunds.create(
      { payment_intent: paymentIntent },
      { idempotencyKey: `refund-${paymentIntent}` },
    );
  }
}

/** Returns why the change can't be made: its price has changed, or it has ended. Null if it was made. */
async function approve(account: string, id: string): Promise<string | null> {
  try {
    await appVersions.approveChange(account, id);
    return null;
  } catch (error) {
    if (error instanceof AppVersionsError && (error.status === 412 || error.status === 422))
      return error.message;
    throw error;
  }
}

/** One that has ended stays as it is. */
async function refuse(account: string, id: string, message: string): Promise<null> {
  try {
    await appVersions.declineChange(account, id, message);
  } catch (error) {
    if (!(error instanceof AppVersionsError) || error.status !== 422) throw error;
  }
  return null;
}

function toId(object: { id: string } | string | null): string {
  if (object === null) throw new Error('Stripe has sent no ID.');
  return typeof object === 'string' ? object : object.id;
}

// What the account has since then, and what it pays

/** Makes the subscription that of what the account has: after a change of seats, add-ons, or at a time. */
async function reconcile(account: string): Promise<void> {
  const payer = payers.get(account);
  if (!payer?.subscriptionId) return;
  const { body } = await appVersions.call('getAccount', { path: { external_id: account } });
  const { version, trial_ends_at: trialEndsAt } = body.data;
  if (!version) return;
  const { before: total } = (await appVersions.previewSwitch(account, version.id)).totals;
  if (!total || total.amount === null) return;
  const { items } = await stripe.subscriptions.retrieve(payer.subscriptionId);
  const [item] = items.data;
  if (!item) throw new Error('The subscription has no item.');
  if (total.amount === 0 || trialEndsAt !== null) {
    await stripe.subscriptions.cancel(payer.subscriptionId, { invoice_now: true, prorate: true });
    payer.subscriptionId = null;
    await setPeriodEnd(account, null);
    return;
  }
  const { price } = item;
  if (price.unit_amount === total.amount && price.recurring?.interval === total.billing_period) return;
  const next = toPrice(toId(price.product), price.currency, total.amount, total.billing_period);
  await stripe.subscriptions.update(payer.subscriptionId, {
    items: [{ id: item.id, price_data: next }],
    proration_behavior: 'create_prorations',
  });
}

async function setPeriodEnd(account: string, end: number | null): Promise<void> {
  await appVersions.call('updateAccount', { path: { external_id: account }, body: { period_ends_at: end } });
}

/** Sets the end of the period, as Stripe has it now: events can arrive in another order. */
async function renew(account: string, id: string): Promise<void> {
  const { status, items } = await stripe.subscriptions.retrieve(id);
  const [item] = items.data;
  if (status !== 'canceled' && item) await setPeriodEnd(account, item.current_period_end);
}

/** The account gets the free plan, unless it has it, or another subscription. */
async function endSubscription(account: string, id: string): Promise<void> {
  const payer = payers.get(account);
  if (payer?.subscriptionId !== id) return;
  payer.subscriptionId = null;
  await setPeriodEnd(account, null);
  const free = (await appVersions.listVersions(account)).find(({ tag }) => tag === FREE_TAG);
  if (!free) throw new Error(`There is no plan with the tag ${FREE_TAG}.`);
  if (free.current) return;
  await appVersions.switchVersion(account, { versionId: free.id, reason: 'The subscription has ended.' });
}

async function handleStripeEvent(event: Stripe.Event): Promise<void> {
  if (event.type === 'checkout.session.completed') return completeCheckout(event.data.object);
  if (!event.type.startsWith('customer.subscription.')) return;
  const { id, metadata } = event.data.object as Stripe.Subscription;
  const { account } = metadata;
  if (!account) return;
  const isEnd = event.type === 'customer.subscription.deleted';
  await inTurn(account, () => (isEnd ? endSubscription(account, id) : renew(account, id)));
}

async function handleEvent({ type, external_id: account }: WebhookEvent): Promise<void> {
  const concerns = /^account\.(version_switched|option_enabled|option_disabled|change_ended)$/.test(type);
  if (account && concerns) await inTurn(account, () => reconcile(account));
}

// Requests. Both webhooks can be sent again: what they do can be repeated.

const app = fastify({ logger: { level: 'warn' } });
// The signatures are those of the text.
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body));

interface CheckoutQuery {
  change: string;
  external_id: string;
  return_url: string;
}

app.get<{ Querystring: CheckoutQuery }>('/checkout', async ({ query }, reply) => {
  const { change: id, external_id: account, return_url: returnUrl } = query;
  // Anyone can write a link to this page.
  if (new URL(returnUrl).origin !== new URL(APP_VERSIONS_URL).origin)
    return reply.code(400).send('Unknown page.');
  const page = await inTurn(account, async () => {
    const change = await appVersions.getChange(account, id);
    return change.waits_for === 'host' ? pay(account, change, returnUrl) : null;
  });
  return reply.redirect(page ?? returnUrl, 303);
});

app.get<{ Querystring: { session: string } }>('/checkout/done', async ({ query }, reply) => {
  const session = await stripe.checkout.sessions.retrieve(query.session);
  await completeCheckout(session);
  return reply.redirect(session.metadata?.return_url ?? APP_VERSIONS_URL, 303);
});

app.post<{ Body: string }>('/stripe', async ({ body, headers }, reply) => {
  const signature = headers['stripe-signature'] ?? '';
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, signature, stripeWebhookSecret);
  } catch {
    return reply.code(400).send();
  }
  await handleStripeEvent(event);
  return reply.code(204).send();
});

app.post<{ Body: string }>('/app-versions', async ({ body, headers }, reply) => {
  let event: WebhookEvent;
  try {
    event = verifyWebhook(body, headers, webhookSecret);
  } catch {
    return reply.code(400).send();
  }
  await handleEvent(event);
  return reply.code(204).send();
});

await app.listen({ host: new URL(ORIGIN).hostname, port: Number(new URL(ORIGIN).port) });
console.log(`The bridge is ready at ${ORIGIN}.`);
