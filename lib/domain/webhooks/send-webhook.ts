import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { DeliveryAttempt } from '@/lib/db/webhook-deliveries';

export interface WebhookResponse extends DeliveryAttempt {
  /** Of `Retry-After`; null without it. */
  retryAfterMs: number | null;
}

const maxResponseCharacters = 1000;
/** Bytes to read: a character has up to four. */
const maxResponseBytes = 4 * maxResponseCharacters;

/**
 * Sends webhook requests. The address that a connection is made to must be public or in `allowedRanges` (CIDR), however the
 * URL names it: the agents check it after the name was resolved, and connect to no other one.
 */
export class WebhookSender {
  readonly #https: RequestFilteringHttpsAgent;
  readonly #http: RequestFilteringHttpAgent;

  constructor(
    allowedRanges: string[],
    private readonly timeoutMs: number,
  ) {
    // The timeout closes connections that are kept open for the next request.
    const options = {
      keepAlive: true,
      timeout: 30_000,
      maxFreeSockets: 64,
      allowIPAddressList: allowedRanges,
    };
    this.#https = new RequestFilteringHttpsAgent(options);
    // http is for development only: all addresses but the allowed ones are denied.
    this.#http = new RequestFilteringHttpAgent({ ...options, denyIPAddressList: ['0.0.0.0/0', '::/0'] });
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
    const { protocol } = new URL(url);
    const secure = protocol === 'https:';
    return new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        agent: secure ? this.#https : this.#http,
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          'User-Agent': 'app-versions-webhooks/1',
        },
      };
      const request: ClientRequest = secure ? httpsRequest(url, options) : httpRequest(url, options);
      const seconds = this.timeoutMs / 1000;
      // For the whole exchange. A socket timeout would start again with every byte.
      const timer = setTimeout(
        () => request.destroy(new Error(`No complete response within ${seconds} seconds.`)),
        this.timeoutMs,
      );
      const settle = (action: () => void) => {
        clearTimeout(timer);
        action();
      };
      request.once('error', (error) => settle(() => reject(error)));
      request.once('response', (response) => {
        readText(response).then(
          (text) => settle(() => resolve(toResult(response, text))),
          (error) => settle(() => reject(error)),
        );
      });
      request.end(body);
    });
  }
}

/** Reads the beginning of a body. Closes the connection if there is more. */
async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxResponseBytes) break;
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

/** Seconds or an HTTP date. Null if it is neither. */
function parseRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

/** The message of the innermost error. That of an address that is not allowed has no details of the network. */
function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeError(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith('DNS lookup')) return 'The address is not public.';
  return message.slice(0, 500);
}
