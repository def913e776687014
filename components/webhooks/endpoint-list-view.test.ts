import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '@/tools/ports';
import { receiverExample } from './endpoint-list-view';

test('the example receives an event and rejects an invalid signature', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const port = await findFreePort();
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', receiverExample], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void receiver.kill());
  const body = JSON.stringify({ type: 'account.created', account_id: 'acc_1' });
  const now = new Date();
  const send = (signature: string) =>
    fetch(`http://127.0.0.1:${port}/webhooks`, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signature,
      },
    });
  const signature = new Webhook(secret).sign('evt_1', now, body);
  const output = once(receiver.stdout, 'data');
  const response = await vi.waitUntil(() => send(signature).catch(() => null), { timeout: 60_000 });
  expect(response.status).toBe(204);
  expect(String((await output)[0])).toBe('account.created acc_1\n');
  expect((await send(`v1,${'A'.repeat(43)}=`)).status).toBe(400);
});
