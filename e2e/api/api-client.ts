import { Agent, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import type { Event, Events } from '@/lib/contract/events';
import type { History, HistoryEntry } from '@/lib/contract/history';
import type { SwitchPreview } from '@/lib/contract/switch';
import { assertResponse } from './assert-response';

export interface RequestOptions {
  /** The default is POST with a body, GET without one. */
  method?: string;
  /** Sent as a bearer token. */
  key?: string;
  headers?: Record<string, string>;
  /** Serialized as JSON, except strings and buffers, which are sent unchanged. */
  body?: unknown;
}

interface ParsedResponse<T> {
  status: number;
  headers: Record<string, string>;
  /** Parsed if the media type is JSON, else the text. */
  body: T;
  raw: APIResponse;
}

/** Sends a request and asserts that the response conforms to the OpenAPI document that the server serves. */
export async function sendRequest<T = unknown>(
  request: APIRequestContext,
  path: string,
  { method: givenMethod, key, headers = {}, body }: RequestOptions = {},
): Promise<ParsedResponse<T>> {
  const method = givenMethod ?? (body === undefined ? 'GET' : 'POST');
  const raw = await request.fetch(path, {
    method,
    maxRedirects: 0,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      data: toBuffer(body),
    }),
  });
  const response = { status: raw.status(), headers: raw.headers(), raw };
  const text = await raw.text();
  await assertResponse({ method, url: path, requestBody: parseRequestBody(body), ...response, text });
  const isJson = /json/.test(response.headers['content-type'] ?? '') && method !== 'HEAD';
  return { ...response, body: (isJson ? JSON.parse(text) : text) as T };
}

/** Returns a buffer, because Playwright serializes a string that is not valid JSON. */
function toBuffer(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Returns the request body as the server parses it; undefined if it is not valid JSON. */
function parseRequestBody(body: unknown): unknown {
  if (body === undefined) return undefined;
  try {
    return JSON.parse(toBuffer(body).toString());
  } catch {
    return undefined;
  }
}

/**
 * Reads events of the app until `check` passes. An event appears when all transactions that began before its own have
 * ended, also those of other tests.
 */
export async function expectEvents(
  request: APIRequestContext,
  key: string,
  query: string,
  check: (events: Event[]) => void,
): Promise<void> {
  await expect(async () => {
    const { body } = await sendRequest<Events>(request, `/api/events${query}`, { key });
    check(body.payload);
  }).toPass();
}

/** Returns the newest history entry of the key's account, or null if the history is empty. */
export async function getLatestHistoryEntry(
  request: APIRequestContext,
  key: string,
): Promise<HistoryEntry | null> {
  const { body } = await sendRequest<History>(request, '/account/versions?limit=1', { key });
  return body.payload[0] ?? null;
}

/** Asserts that a history entry records what the preview announced, including every feature gained, lost or changed. */
export function assertEntryMatchesPreview(preview: SwitchPreview['data'], entry: HistoryEntry | null): void {
  const { from, to, direction, pays, gained, lost, raised, lowered, changed } = preview;
  const { replaced_by: _, ...content } = to;
  expect(entry).toMatchObject({
    ...content,
    direction,
    pays,
    gained,
    lost,
    raised,
    lowered,
    changed,
    previous_version_id: from?.id ?? null,
    previous_title: from?.title ?? null,
  });
}

/** An HTTP request that is sent unchanged. Header names may repeat. */
export interface RawRequest {
  method: string;
  /** Path and query, not normalized. */
  target: string;
  headers: [name: string, value: string][];
  body?: Buffer;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  /** The decompressed body. */
  text: string;
}

/** Only ends what hangs. */
const timeoutMs = 300_000;

const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 32 });

export function getServerUrl(): URL {
  return new URL(process.env.BASE_URL ?? 'http://localhost:3000');
}

/** Sends a request with any method, target and headers over node:http. Rejects on a timeout or a broken connection. */
export function sendRawRequest({ method, target, headers, body }: RawRequest): Promise<RawResponse> {
  const { hostname, port, host } = getServerUrl();
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host');
  const allHeaders = hasHost ? headers : [['Host', host] as const, ...headers];
  return new Promise((resolve, reject) => {
    const clientRequest = httpRequest({
      agent: keepAliveAgent,
      hostname,
      port,
      method,
      path: target,
      headers: allHeaders.flat(),
      signal: AbortSignal.timeout(timeoutMs),
    });
    clientRequest.once('error', reject);
    clientRequest.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const responseHeaders = Object.entries(response.headers).map(([name, value]) => [
          name,
          String(value),
        ]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(responseHeaders),
          text: decompress(Buffer.concat(chunks), response.headers['content-encoding']).toString(),
        });
      });
    });
    clientRequest.end(body);
  });
}

function decompress(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
}

/** Runs `work` for each item, at most `concurrency` at a time. */
export async function forEachConcurrently<T>(
  items: T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
