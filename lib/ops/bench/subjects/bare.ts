import { request } from 'node:http';
import type { WireRequest } from '@/lib/ops/bench/load/wire-request';

/** An answer as the service gave it. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What a server makes for each answer or connection itself. */
const itsOwn = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** Asks a server once. Node's own client: `fetch` would send headers of its own, and unpack. */
export function askOnce(
  port: number,
  { method = 'GET', path, headers, body }: WireRequest,
): Promise<KeptAnswer> {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const json = content === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = request({ port, host: '127.0.0.1', method, path, headers: { ...headers, ...json } });
    sent.once('error', reject);
    sent.once('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const content = Buffer.concat(chunks);
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(response.headers)) {
        if (!itsOwn.has(name)) headers[name] = String(value);
      }
      if (response.statusCode !== 304) headers['content-length'] = String(content.length);
      resolve({ status: response.statusCode ?? 0, headers, body: content.toString() });
    });
    sent.end(content);
  });
}
