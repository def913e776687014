import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { WebhookResponse, WebhookSender } from '../service';
import { AddressError, createLookup, getHostAddress, isInRanges, isPublicAddress } from './webhook-address';

const maxResponseCharacters = 1000;
/** Bytes to read: a character has up to four. */
const maxResponseBytes = 4 * maxResponseCharacters;
/** What precedes the body, with informational (1xx) responses, which Node neither counts nor limits. */
const maxHeadBytes = 65_536;
const maxInformational = 10;
/**
 * Bytes to read and parse at a time. Node parses all that it has read, also after the request was destroyed, and
 * thousands of responses or chunks fit into the 64 KiB that it reads otherwise.
 */
const maxReadBytes = 1024;

/**
 * Sends webhook requests. The address that a connection is made to must be public or in `allowedRanges` (CIDR), however the
 * URL names it: the agents check it after the name was resolved, and connect to no other one.
 */
export class HttpWebhookSender implements WebhookSender {
  readonly #https: RequestFilteringHttpsAgent;
  readonly #http: RequestFilteringHttpAgent;
  readonly #lookup: LookupFunction;

  constructor(
    private readonly allowedRanges: string[],
    /** Milliseconds that a receiver has to respond. */
    private readonly timeoutMs = 15_000,
  ) {
    // The timeout closes connections that are kept open for the next request.
    const options = {
      keepAlive: true,
      timeout: 30_000,
      maxFreeSockets: 64,
      allowIPAddressList: allowedRanges,
      onread: { buffer: () => Buffer.allocUnsafe(maxReadBytes), callback: pushRead },
    };
    this.#https = new RequestFilteringHttpsAgent(options);
    // http is for development only: all addresses but the allowed ones are denied.
    this.#http = new RequestFilteringHttpAgent({ ...options, denyIPAddressList: ['0.0.0.0/0', '::/0'] });
    // An unused connection would be read without end.
    for (const agent of [this.#https, this.#http])
      agent.on('free', (socket) => socket.on('data', destroySocket));
    this.#lookup = createLookup(allowedRanges);
  }

  /** Posts a body. Never rejects: an error is part of the result. Redirects are not followed. */
  async send(url: string, headers: Record<string, string>, body: string): Promise<WebhookResponse> {
    const startedAt = performance.now();
    const result = await this.#post(url, headers, body).catch((error) => ({
      status: null,
      error: describeError(error),
      response: null,
      retryAfterMs: null,
    }));
    return { ...result, durationMs: Math.round(performance.now() - startedAt) };
  }

  close(): void {
    this.#https.destroy();
    this.#http.destroy();
  }

  #post(
    url: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<Omit<WebhookResponse, 'durationMs'>> {
    const target = new URL(url);
    const secure = target.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const address = getHostAddress(target);
      if (address !== null && !isInRanges(address, this.allowedRanges) && !isPublicAddress(address)) {
        throw new AddressError();
      }
      const options = {
        method: 'POST',
        agent: secure ? this.#https : this.#http,
        lookup: this.#lookup,
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          'User-Agent': 'app-versions-webhooks/1',
        },
      };
      const request: ClientRequest = secure ? httpsRequest(target, options) : httpRequest(target, options);
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(error);
        request.destroy();
      };
      const succeed = (response: IncomingMessage, text: string) => {
        clearTimeout(timer);
        resolve(toResult(response, text));
      };
      // The timeout is for the whole exchange. A socket timeout would start again with every byte.
      const timer = setTimeout(
        () => fail(new Error(`No complete response within ${this.timeoutMs / 1000} seconds.`)),
        this.timeoutMs,
      );
      request.on('error', fail);
      const failClosed = () => fail(new Error('The connection was closed without a response.'));
      request.once('close', failClosed);
      request.once('upgrade', (response, socket) => {
        socket.destroy();
        succeed(response, '');
      });
      const countBodyBytes = limitHead(request, fail);
      request.once('response', (response) => {
        // Reading the body ends then.
        request.off('close', failClosed);
        readText(response, countBodyBytes).then((text) => succeed(response, text), fail);
      });
      request.end(body);
    });
  }
}

/** Fails a request whose response has too much before its body. Returns the number of bytes that were read after the head. */
function limitHead(request: ClientRequest, fail: (error: Error) => void): () => number {
  let informational = 0;
  let bytes = 0;
  let hasResponse = false;
  request.on('information', () => {
    informational += 1;
    if (informational === maxInformational + 1) {
      fail(new Error(`More than ${maxInformational} informational responses.`));
    }
  });
  request.once('response', () => {
    hasResponse = true;
    bytes = 0;
  });
  request.once('socket', (socket) => {
    socket.off('data', destroySocket);
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (!hasResponse && bytes > maxHeadBytes) {
        fail(new Error(`The response has more than ${maxHeadBytes} bytes before its body.`));
      }
    };
    socket.on('data', count);
    request.once('close', () => socket.off('data', count));
  });
  return () => bytes;
}

/** Adds what was read to the stream, as without `onread`. Returns whether to read on. */
function pushRead(this: Socket, length: number, buffer: Uint8Array): boolean {
  return this.push(buffer.subarray(0, length));
}

function destroySocket(this: Socket): void {
  this.destroy();
}

/** Reads the beginning of a body. Closes the connection if there is more. Chunks can have more bytes than their content. */
async function readText(response: IncomingMessage, countBytes: () => number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxResponseBytes || countBytes() >= maxResponseBytes) break;
  }
  // The database can't store NUL characters.
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\ufffd');
  return [...text.slice(0, 2 * maxResponseCharacters)].slice(0, maxResponseCharacters).join('');
}

function toResult({ statusCode = 0, headers }: IncomingMessage, response: string) {
  const succeeded = statusCode >= 200 && statusCode < 300;
  const redirected = statusCode >= 300 && statusCode < 400;
  const reason = redirected ? `Status ${statusCode}. Redirects are not followed.` : `Status ${statusCode}.`;
  return {
    status: statusCode,
    error: succeeded ? null : reason,
    response,
    retryAfterMs: parseRetryAfter(headers['retry-after']),
  };
}

/** Seconds or an HTTP date. It is null if it is neither. */
function parseRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

/** What Node 24 and later add to errors of certificates. It is advice for the operator, not for owners of endpoints. */
const systemAuthorityAdvice = /; if the root CA is installed locally.*/;

/** The message of the innermost error. */
function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeError(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  // The error is that of the agent, and has the address.
  if (message.startsWith('DNS lookup')) return new AddressError().message;
  return message.replace(systemAuthorityAdvice, '').slice(0, 500);
}
