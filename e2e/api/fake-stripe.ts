import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

// A fake of Stripe, not Stripe: the endpoints that examples/stripe uses, with the shapes of the API reference that it reads.
// It takes payments when a test says so, and knows neither taxes nor prorations.

type Fields = Record<string, unknown>;
/** An object of the API. */
type StripeObject = Fields & { id: string; metadata: Record<string, string> };

export interface FakeStripe {
  origin: string;
  webhookSecret: string;
  /** Requests that changed something: `POST /v1/refunds`. */
  requests: { name: string; fields: Fields }[];
  objects: Map<string, StripeObject>;
  /** Whether the card is declined. */
  declines: boolean;
  /** Whether the search finds what was created. At Stripe it does after about a minute. */
  isIndexed: boolean;
  /** The request, as in `requests`, that fails. */
  failing: string | null;
  /**
   * Pays for an open session of Checkout, or enters a card for a trial. Returns the URL that the browser is sent to. A direct
   * debit is `unpaid` for some days.
   */
  payCheckout: (id: string, status?: 'paid' | 'unpaid') => string;
  /** Ends a subscription, as after failed payments. */
  end: (id: string) => void;
  /** The next period of a subscription. */
  renew: (id: string) => void;
  /** Posts an event about an object. Returns the status of the response. */
  sendEvent: (url: string, type: string, id: string) => Promise<number>;
  close: () => void;
}

const dayS = 86_400;
const getNow = () => Math.floor(Date.now() / 1000);

export async function startFakeStripe(): Promise<FakeStripe> {
  const objects = new Map<string, StripeObject>();
  /** Requests and responses by idempotency key. */
  const answers = new Map<string, { request: string; result: unknown }>();
  const webhookSecret = 'whsec_test';
  const requests: FakeStripe['requests'] = [];
  const add = (prefix: string, fields: Fields): StripeObject => {
    const object = {
      id: `${prefix}_${randomBytes(6).toString('hex')}`,
      metadata: {},
      ...fields,
    } as StripeObject;
    objects.set(object.id, object);
    return object;
  };
  const get = (id: string): StripeObject => {
    const object = objects.get(id);
    if (!object)
      throw new StripeError(404, { type: 'invalid_request_error', message: `No such object: '${id}'` });
    return object;
  };
  const addPrice = (data: Fields) => {
    get(String(data.product));
    if (!/^\d+$/.test(String(data.unit_amount))) throw invalid('Invalid integer: unit_amount');
    return add('price', { ...data, unit_amount: Number(data.unit_amount), object: 'price' });
  };
  const addInvoice = (customer: unknown, amount: number) => {
    const invoice = add('in', { object: 'invoice', customer, amount_paid: amount });
    if (amount === 0) return invoice.id;
    const intent = add('pi', { object: 'payment_intent', amount, amount_refunded: 0 });
    add('inpay', {
      ...{ object: 'invoice_payment', invoice: invoice.id, status: 'paid' },
      payment: { type: 'payment_intent', payment_intent: intent.id },
    });
    return invoice.id;
  };
  const setItem = (subscription: StripeObject, price: StripeObject) => {
    const end = Number(subscription.trial_end ?? getNow() + 30 * dayS);
    const item = add('si', { object: 'subscription_item', price, quantity: 1, current_period_end: end });
    subscription.items = { object: 'list', data: [item], has_more: false };
  };

  const listBy = (object: string, isListed: (each: StripeObject) => boolean) => ({
    object: 'list',
    data: [...objects.values()].filter((each) => each.object === object && isListed(each)).reverse(),
    has_more: false,
  });

  const routes: Record<string, (fields: Fields, id: string) => unknown> = {
    'POST /v1/customers': (fields) => add('cus', { object: 'customer', ...fields }),
    'GET /v1/customers/search': ({ query }) => {
      const [, name = '', value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(String(query)) ?? [];
      return listBy('customer', ({ metadata }) => stripe.isIndexed && metadata[name] === value);
    },
    'POST /v1/products': (fields) => add('prod', { object: 'product', ...fields }),
    'POST /v1/checkout/sessions': (fields) => {
      const session = add('cs_test', {
        ...{ object: 'checkout.session', status: 'open', payment_status: 'unpaid' },
        ...{ subscription: null, invoice: null },
        ...fields,
      });
      get(String(fields.customer));
      const { trial_end: trialEnd } = fields.subscription_data as Fields;
      if (trialEnd !== undefined && Number(trialEnd) < getNow() + 2 * dayS) {
        throw invalid('The `trial_end` date has to be at least 2 days in the future.');
      }
      const [{ price_data }] = fields.line_items as [{ price_data: Fields }];
      session.price = addPrice(price_data);
      session.url = `https://checkout.stripe.example/${session.id}`;
      return session;
    },
    'GET /v1/checkout/sessions': ({ customer, subscription }) =>
      listBy('checkout.session', (each) =>
        subscription === undefined ? each.customer === customer : each.subscription === subscription,
      ),
    'GET /v1/checkout/sessions/:id': (_, id) => get(id),
    'POST /v1/checkout/sessions/:id/expire': (_, id) => {
      if (get(id).status !== 'open') throw invalid('Only open Checkout Sessions can be expired.');
      return Object.assign(get(id), { status: 'expired', url: null });
    },
    'GET /v1/subscriptions': ({ customer }) =>
      listBy('subscription', (each) => each.customer === customer && each.status !== 'canceled'),
    'GET /v1/subscriptions/:id': (_, id) => get(id),
    'POST /v1/subscriptions/:id': (fields, id) => {
      const subscription = get(id);
      Object.assign(subscription.metadata, fields.metadata);
      if (Object.keys(fields).every((name) => name === 'metadata')) return subscription;
      if (subscription.status === 'canceled')
        throw invalid('A canceled subscription can only update its metadata.');
      const [item] = (fields.items ?? []) as { price?: string; price_data?: Fields }[];
      const given = item?.price_data ? addPrice(item.price_data) : item && get(String(item.price));
      const price = given ?? (subscription.items as { data: [{ price: StripeObject }] }).data[0].price;
      if (stripe.declines && fields.payment_behavior === 'error_if_incomplete') {
        const message = 'Your card was declined.';
        throw new StripeError(402, { type: 'card_error', code: 'card_declined', message });
      }
      if (fields.trial_end !== undefined) {
        const trialEnd = fields.trial_end === 'now' ? getNow() : Number(fields.trial_end);
        const status = trialEnd > getNow() ? 'trialing' : 'active';
        Object.assign(subscription, { trial_end: trialEnd, status });
      }
      setItem(subscription, price);
      if (fields.proration_behavior === 'always_invoice') {
        subscription.latest_invoice = addInvoice(subscription.customer, Number(price.unit_amount));
      }
      return subscription;
    },
    'DELETE /v1/subscriptions/:id': (_, id) => {
      if (get(id).status === 'canceled') throw invalid(`No such subscription: '${id}'`);
      return Object.assign(get(id), { status: 'canceled' });
    },
    'GET /v1/invoice_payments': ({ invoice }) =>
      listBy('invoice_payment', (each) => each.invoice === invoice),
    'POST /v1/refunds': ({ payment_intent }) => {
      const intent = get(String(payment_intent));
      if (intent.amount_refunded === intent.amount) throw invalid('The payment has already been refunded.');
      intent.amount_refunded = intent.amount;
      return add('re', { object: 'refund', payment_intent, amount: intent.amount, status: 'succeeded' });
    },
  };

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const [, id = ''] = /^\/v1\/(?:subscriptions|checkout\/sessions)\/(\w+)/.exec(url.pathname) ?? [];
    const name = `${request.method} ${id ? url.pathname.replace(id, ':id') : url.pathname}`;
    const route = routes[name];
    if (!route) throw invalid(`Unrecognized request URL (${name}).`);
    if (!request.headers.authorization?.startsWith('Bearer sk_test_')) {
      throw new StripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
    }
    const text = request.method === 'GET' ? url.search.slice(1) : await readText(request);
    if (name === stripe.failing) throw new StripeError(500, { type: 'api_error', message: 'Try again.' });
    const key = String(request.headers['idempotency-key'] ?? '');
    const known = answers.get(key);
    if (known && known.request !== text) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      throw new StripeError(400, { type: 'idempotency_error', message });
    }
    if (known) return known.result;
    const fields = parseForm(text);
    if (request.method !== 'GET') requests.push({ name, fields });
    const result = route(fields, id);
    if (key !== '') answers.set(key, { request: text, result });
    return result;
  };

  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    answer(request).then(
      (body) => send(200, body),
      (error) =>
        error instanceof StripeError ? send(error.status, { error: error.body }) : send(500, { error: {} }),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  const stripe: FakeStripe = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ webhookSecret, requests, objects, declines: false, isIndexed: false, failing: null },
    payCheckout: (id, status = 'paid') => {
      const session = get(id);
      if (session.status !== 'open') throw new Error(`The session is ${session.status}.`);
      const price = session.price as StripeObject;
      const data = session.subscription_data as { metadata: Record<string, string>; trial_end?: string };
      const trialEnd = data.trial_end === undefined ? null : Number(data.trial_end);
      const invoice = addInvoice(session.customer, trialEnd === null ? Number(price.unit_amount) : 0);
      const subscription = add('sub', {
        ...{ object: 'subscription', customer: session.customer, metadata: { ...data.metadata } },
        ...{ status: trialEnd === null ? 'active' : 'trialing', trial_end: trialEnd },
        latest_invoice: invoice,
      });
      setItem(subscription, price);
      Object.assign(session, {
        status: 'complete',
        payment_status: trialEnd === null ? status : 'no_payment_required',
        ...{ subscription: subscription.id, invoice, url: null },
      });
      return String(session.success_url).replace('{CHECKOUT_SESSION_ID}', id);
    },
    end: (id) => Object.assign(get(id), { status: 'canceled' }),
    renew: (id) => {
      const [item] = (get(id).items as { data: [StripeObject] }).data;
      item.current_period_end = Number(item.current_period_end) + 30 * dayS;
    },
    sendEvent: async (url, type, id) => {
      const body = JSON.stringify({ id: `evt_${id}`, object: 'event', type, data: { object: get(id) } });
      const at = getNow();
      const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex');
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': `t=${at},v1=${signature}` };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return stripe;
}

class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly body: { type: string; message: string; code?: string },
  ) {
    super(body.message);
  }
}

const invalid = (message: string) => new StripeError(400, { type: 'invalid_request_error', message });

async function readText(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString();
}

/** Parses `items[0][price_data][currency]=usd` into nested objects and lists. */
function parseForm(text: string): Fields {
  const root: Fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.replaceAll(']', '').split('[');
    let target: Fields = root;
    for (const [index, key] of keys.entries()) {
      if (index === keys.length - 1) target[key] = value;
      else {
        target[key] ??= /^\d+$/.test(keys[index + 1] ?? '') ? [] : {};
        target = target[key] as Fields;
      }
    }
  }
  return root;
}
