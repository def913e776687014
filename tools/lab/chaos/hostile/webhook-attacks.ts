import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxWebhookEndpoints } from '@/lib/contract/webhooks';
import { type Attack, type AttackClient, waitForAbort } from './attack-client';

/** Receivers that change the protocol: 160 deliveries at a time, 20 endpoints with those of 8 accounts. */
const protocolSwitch: Attack = {
  name: '101 responses',
  run: (client, begin) => {
    const receiver = createRawReceiver((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n'),
    );
    return receiveWebhooks(client, maxWebhookEndpoints, receiver, async () => {
      const signal = begin();
      await switchAccounts(client);
      await waitForAbort(signal);
    });
  },
};

const createdAccounts = 400;

/** A receiver that sends interim responses without an end, to the deliveries of all endpoints and to tests of one. */
const interimResponses: Attack = {
  name: 'endless 100',
  run: (client, begin) => {
    const responses = 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000);
    const receiver = createRawReceiver((socket) => {
      const send = () => {
        while (socket.writable && socket.write(responses));
      };
      socket.on('drain', send);
      send();
    });
    return receiveWebhooks(client, maxWebhookEndpoints, receiver, async ([id]) => {
      const signal = begin();
      const path = `/api/webhook-endpoints/${id}/test`;
      for (let call = 0; call < 8; call += 1) client.send({ method: 'POST', path, headers: actAs(client) });
      const accounts = Array.from({ length: createdAccounts }, (_, index) => index).values();
      const createAccounts = async () => {
        for (const index of accounts) {
          if (signal.aborted) return;
          const account = { path: `/api/accounts/customer-${index}`, body: { title: 'Customer' } };
          await client.send({ method: 'PUT', headers: actAs(client), ...account });
        }
      };
      await Promise.all(Array.from({ length: 8 }, createAccounts));
      await waitForAbort(signal);
    });
  },
};

/** Just before the timeout of 15 seconds. */
const slowResponseMs = 14_500;

/** Slow receivers, with more deliveries than a server sends at a time. */
const slowReceivers: Attack = {
  name: 'slow receivers',
  run: (client, begin) => {
    const receiver = createHttpServer((request, response) => {
      request.resume();
      setTimeout(() => response.writeHead(204).end(), slowResponseMs);
    });
    return receiveWebhooks(client, maxWebhookEndpoints, receiver, async () => {
      const signal = begin();
      await switchAccounts(client, 4);
      await waitForAbort(signal);
    });
  },
};

const goneWithinMs = 10_000;

/** Endpoints with many open deliveries: one is disabled, enabled and recovered in a loop, and one answers 410. */
const largeQueues: Attack = {
  name: 'large queues',
  run: async (client, begin) => {
    const { appKey, endpoints } = client.target.largeApp;
    const [first, second] = endpoints;
    const headers = { Authorization: `Bearer ${appKey}` };
    const failures = new Set<string>();
    const call = async (method: string, path: string, body?: unknown) => {
      const url = `/api/webhook-endpoints/${path}`;
      const { status, text } = await client.sendWithRetries({ method, path: url, headers, body });
      const isSuccess = status !== null && status < 300;
      if (!isSuccess)
        failures.add(`${method} ${path} ${JSON.stringify(body)} returned ${status ?? 'nothing'}`);
      return text;
    };
    const receiver = createHttpServer((request, response) => {
      request.resume();
      response.writeHead(410).end();
    });
    await call('PATCH', `${second?.id}`, { url: await listen(receiver) });
    await call('POST', `${second?.id}/deliveries/${second?.headId}/retry`);
    const signal = begin();
    const goneBefore = performance.now() + goneWithinMs;
    do {
      await call('PATCH', `${first?.id}`, { enabled: false });
      await call('PATCH', `${first?.id}`, { enabled: true });
      await call('POST', `${first?.id}/recover`, { since: 0 });
    } while (!signal.aborted);
    while (!(await call('GET', `${second?.id}`)).includes('"disabled_reason":"gone"')) {
      if (performance.now() > goneBefore) return [...failures, 'status 410 did not disable an endpoint'];
      await sleep(200);
    }
    return [...failures];
  },
};

export const webhookAttacks: Attack[] = [protocolSwitch, interimResponses, slowReceivers, largeQueues];

/** A receiver that answers each connection once, with bytes that need not be HTTP. */
function createRawReceiver(answer: (socket: Socket) => void): Server {
  return createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
    socket.resume();
  });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
}

/** Runs `work` while endpoints of the app lead to a receiver, and deletes them. */
async function receiveWebhooks(
  client: AttackClient,
  count: number,
  receiver: Server,
  work: (endpointIds: string[]) => Promise<void>,
): Promise<string[]> {
  const url = await listen(receiver);
  const path = '/api/webhook-endpoints';
  const endpointIds: string[] = [];
  while (endpointIds.length < count) {
    const { status, text } = await client.sendWithRetries({ path, headers: actAs(client), body: { url } });
    if (status !== 201 && status !== 200) throw new Error(`An endpoint was not created: ${status} ${text}`);
    endpointIds.push(JSON.parse(text).data.id);
  }
  await work(endpointIds);
  const failures: string[] = [];
  for (const id of endpointIds) {
    const { status } = await client.sendWithRetries({
      method: 'DELETE',
      path: `${path}/${id}`,
      headers: actAs(client),
    });
    if (status !== 200) failures.push(`an endpoint was not deleted: ${status ?? 'no response'}`);
  }
  return failures;
}

/** Switches every account of the app several times: at least twice, since the first version can be the current one. */
async function switchAccounts(client: AttackClient, times = 2): Promise<void> {
  const { accountIds, versionIds } = client.target.app;
  for (let round = 0; round < times; round += 1) {
    const body = { version_id: versionIds[round % 2] };
    const switches = accountIds.map((accountId) =>
      client.send({
        path: '/api/app/versions',
        headers: { ...actAs(client), 'X-Account-Id': accountId },
        body,
      }),
    );
    await Promise.all(switches);
  }
}

const actAs = ({ target }: AttackClient) => ({ Authorization: `Bearer ${target.app.appKey}` });
