import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A request as it goes over the wire; names of headers may repeat. */
export interface WireRequest {
  method: string;
  /** Path and query, as they are sent. */
  target: string;
  headers: [name: string, value: string][];
  body?: Buffer;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Nothing that is asked here may take this long, however busy the machine is. */
const patienceMs = 20_000;

const connections = new Agent({ keepAlive: true, maxSockets: 32 });

export function serverUrl(): URL {
  return new URL(process.env.BASE_URL ?? 'http://localhost:3000');
}

/** Sends a request as it is, with any method, and reads the whole answer. Rejects where none comes. */
export function sendOverWire(
  { method, target, headers, body }: WireRequest,
  agent = connections,
): Promise<WireAnswer> {
  const { hostname, port, host } = serverUrl();
  const named = headers.some(([name]) => name.toLowerCase() === 'host');
  const sent = named ? headers : [['Host', host] as const, ...headers];
  return new Promise((resolve, reject) => {
    const sending = request({ agent, hostname, port, method, path: target, headers: sent.flat() });
    const timer = setTimeout(() => sending.destroy(new Error(`no answer in ${patienceMs} ms`)), patienceMs);
    sending.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sending.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        clearTimeout(timer);
        const answered = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(answered),
          text: decompress(Buffer.concat(chunks), response.headers['content-encoding']).toString(),
        });
      });
    });
    sending.end(body);
  });
}

function decompress(bytes: Buffer, coding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (coding === 'gzip') return gunzipSync(bytes);
  return coding === 'br' ? brotliDecompressSync(bytes) : bytes;
}

/** Does the work for each item, `width` of them at a time. */
export async function forEachOf<T>(items: T[], width: number, work: (item: T) => Promise<void>) {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
