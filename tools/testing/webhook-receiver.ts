import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Event } from '@/lib/contract/events';

export interface ReceivedWebhook {
  id: string;
  event: Event;
  headers: Record<string, string>;
  body: string;
  path: string;
}

export interface WebhookReceiver {
  url: string;
  /** All requests with a valid body, oldest first, whatever the response was. */
  received: ReceivedWebhook[];
  /** Responds to the next requests. The default is 204. */
  respond: (request: IncomingMessage, response: ServerResponse, webhook: ReceivedWebhook) => void;
  close(): Promise<void>;
}

/** Starts a receiver of webhooks on a local port, as a host application would have one. */
export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    // The value is null if the sender was killed, or this receiver was closed, before the body was complete.
    const chunks = await request.toArray().catch(() => null);
    if (chunks === null) return;
    const body = Buffer.concat(chunks).toString();
    const headers = request.headers as Record<string, string>;
    const id = headers['webhook-id'] ?? '';
    const webhook = { id, event: JSON.parse(body), headers, body, path: request.url ?? '' };
    receiver.received.push(webhook);
    receiver.respond(request, response, webhook);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received: [],
    respond: (_, response) => response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** Verifies a webhook as a receiver does. Throws if no signature is valid. */
export function verifyWebhook({ body, headers }: ReceivedWebhook, secret: string): void {
  new Webhook(secret).verify(body, headers);
}
