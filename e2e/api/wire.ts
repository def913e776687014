import { Agent, request } from 'node:http';

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

/** Whether handlers of our own stand in front of Next, which answers methods and paths that it can't read by itself. */
export const standsInFront = false;

/** Nothing that is asked here may take this long, however busy the machine is. */
const patienceMs = 20_000;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

export function serverUrl(): URL {
  return new URL(process.env.BASE_URL ?? 'http://localhost:3000');
}

/** Sends a request as it is, with any method, and reads the whole answer. Rejects where none comes. */
export function sendOverWire({ method, target, headers, body }: WireRequest): Promise<WireAnswer> {
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
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    sending.end(body);
  });
}

/** Does the work for each item, `width` of them at a time. */
export async function forEachOf<T>(items: T[], width: number, work: (item: T) => Promise<void>) {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
