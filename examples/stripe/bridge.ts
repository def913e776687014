// Payments by Stripe for the plans of an app. App Versions decides what an account has and what it costs, Stripe takes the money.
//
// 1. An owner confirms a plan in the pages.      GET  /checkout, the `checkout_url` of the app      pay.ts
// 2. The first payment is made with Checkout.    GET  /checkout/done, POST /stripe                  confirm-payment.ts
//    Later changes use the same card. A trial
//    that goes on as a plan starts with a card.
// 3. Renewals set the end of the period.         POST /stripe, PATCH /api/accounts/:external_id     follow-account.ts
// 4. Seats, add-ons, changes that were           POST /app-versions
//    scheduled, trials and new prices change
//    the subscription.
// 5. Without payment, the account gets the       POST /stripe, POST /app/versions
//    free plan.
//
// A subscription has one item: the total that App Versions shows, with users and add-ons. So this example computes no price, and
// keeps nothing itself: Stripe has the customer and the subscription of each account.

import fastify, { type FastifyError } from 'fastify';
import Stripe from 'stripe';
import { verifyWebhook, type WebhookEvent } from '../client';
import { confirmPayment } from './confirm-payment';
import { followSubscription, reconcile } from './follow-account';
import { pay } from './pay';
import { settings, stripe, withAccount } from './services';

async function completeCheckout(session: Stripe.Checkout.Session): Promise<void> {
  await withAccount(session.metadata ?? {}, (account) => confirmPayment(account, session));
}

async function handleStripeEvent({ type, data }: Stripe.Event): Promise<void> {
  // Some ways of payment, such as direct debit, succeed days later.
  if (type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded') {
    return completeCheckout(await stripe.checkout.sessions.retrieve(data.object.id));
  }
  if (!type.startsWith('customer.subscription.')) return;
  const { id, metadata } = data.object as Stripe.Subscription;
  await withAccount(metadata, (account) => followSubscription(account, id));
}

async function handleEvent({ type, external_id: account, account_id: id }: WebhookEvent): Promise<void> {
  const concerns = /^account\.(version_switched|option_enabled|option_disabled|change_ended)$/.test(type);
  if (account && id && concerns) await withAccount({ account, account_id: id }, reconcile);
}

// Both webhooks can be sent again: what they do can be repeated.

const app = fastify({ logger: { level: 'warn' } });
// The signatures are those of the text.
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body));

interface CheckoutQuery {
  change: string;
  account_id: string;
  external_id: string;
  return_url: string;
}

app.get<{ Querystring: CheckoutQuery }>('/checkout', async ({ query }, reply) => {
  const { change, account_id, external_id: account, return_url: returnUrl } = query;
  // Anyone can write a link to this page.
  if (new URL(returnUrl).origin !== new URL(settings.appVersionsUrl).origin)
    return reply.code(400).send('Unknown page.');
  const page = await withAccount({ account, account_id }, (found) => pay(found, change, returnUrl));
  return reply.redirect(page ?? returnUrl, 303);
});

app.get<{ Querystring: { session: string } }>('/checkout/done', async ({ query }, reply) => {
  const session = await stripe.checkout.sessions.retrieve(query.session);
  await completeCheckout(session);
  return reply.redirect(session.metadata?.return_url ?? settings.appVersionsUrl, 303);
});

app.post<{ Body: string }>('/stripe', async ({ body, headers }, reply) => {
  const signature = headers['stripe-signature'] ?? '';
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, signature, settings.stripeWebhookSecret);
  } catch {
    return reply.code(400).send();
  }
  await handleStripeEvent(event);
  return reply.code(204).send();
});

app.post<{ Body: string }>('/app-versions', async ({ body, headers }, reply) => {
  let event: WebhookEvent;
  try {
    event = verifyWebhook(body, headers, settings.webhookSecret);
  } catch {
    return reply.code(400).send();
  }
  await handleEvent(event);
  return reply.code(204).send();
});

// Fastify would send the status and the headers of an error of Stripe as its own.
app.setErrorHandler((error: FastifyError, _request, reply) => {
  app.log.error(error);
  const isOfStripe = error instanceof Stripe.errors.StripeError;
  return reply.code(isOfStripe ? 500 : (error.statusCode ?? 500)).send('This did not work. Try again.');
});

await app.listen({ host: new URL(settings.origin).hostname, port: Number(new URL(settings.origin).port) });
console.log(`The bridge is ready at ${settings.origin}.`);
