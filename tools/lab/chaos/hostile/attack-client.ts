import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeRequest, type HttpRequest } from '@/tools/lab/bench/load/http-messages';
import type { Kind } from './evaluate-attack';

/** What an attack needs. */
export interface AttackTarget {
  port: number;
  /** The first three numbers of the addresses that the attack comes from. */
  network: string;
  /** An app whose accounts can be switched. */
  app: { host: string; appKey: string; accountIds: string[]; versionIds: string[] };
  /** An app with many accounts of the first version. */
  wideApp: { appKey: string; versionIds: string[]; accounts: number };
  /** The file with the output of the server. */
  logPath: string;
  /** An app with long histories, as many events, and endpoints with as many open deliveries. */
  largeApp: { appKey: string; accountIds: string[]; endpoints: { id: string; headId: string }[] };
}

interface AttackRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** The last number of the address that the request comes from. */
  host?: number;
}

export interface AttackResponse {
  /** The value is null without a response. */
  status: number | null;
  text: string;
}

/** What the process that attacks is told. */
export interface AttackOrder {
  name: string;
  target: AttackTarget;
  durationMs: number;
}

export interface AttackResult {
  /** Number of responses to the attacker by status; "none" for requests without a response. */
  statuses: Record<string, number>;
  failures: string[];
}

export interface Attack {
  name: string;
  /** What many clients affect while they use it. It must recover as everything else. */
  affected?: Kind[];
  /**
   * Prepares the attack, calls `begin`, and attacks until the signal that it returns is aborted. Removes the endpoints that
   * it has created. Returns what was not as it should be for the attacker. The process exits then, which closes all
   * connections.
   */
  run(client: AttackClient, begin: () => AbortSignal): Promise<string[]>;
}

const noResponse: AttackResponse = { status: null, text: '' };
const requestTimeoutMs = 20_000;
const retryForMs = 15_000;

/** The requests of an attack. Addresses have counters of rate limits of their own. */
export class AttackClient {
  /** Number of responses by status; "none" for requests without a response. */
  readonly statuses: Record<string, number> = {};
  readonly #agent = new Agent({ keepAlive: true });

  constructor(readonly target: AttackTarget) {}

  /** Sends a request and reads the response. Never rejects. */
  async send({ method, path, headers, body, host = 1 }: AttackRequest): Promise<AttackResponse> {
    const response = await new Promise<AttackResponse>((resolve) => {
      const options = {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        path,
        agent: this.#agent,
        ...this.#addressOf(host),
        timeout: requestTimeoutMs,
        headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      };
      const sent = request(options, (received) => {
        received.toArray().then(
          (chunks) =>
            resolve({ status: received.statusCode ?? null, text: Buffer.concat(chunks).toString() }),
          () => resolve(noResponse),
        );
      });
      sent.once('timeout', () => sent.destroy());
      sent.once('error', () => resolve(noResponse));
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
    const status = String(response.status ?? 'none');
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    return response;
  }

  /** Sends a request again while the server refuses it for now. */
  async sendWithRetries(input: AttackRequest): Promise<AttackResponse> {
    const deadline = performance.now() + retryForMs;
    for (;;) {
      const response = await this.send(input);
      const { status } = response;
      const isRetryable = status === null || status === 409 || status === 429 || status >= 500;
      if (!isRetryable || performance.now() > deadline) return response;
      await sleep(500);
    }
  }

  /** Opens a connection and writes the same request many times, without waiting for responses. */
  pipeline(input: Omit<HttpRequest, 'method' | 'body'>, times: number, host: number): Socket {
    const socket = connect(this.#addressOf(host));
    // The server may close the connection.
    socket.on('error', () => {});
    socket.write(Buffer.concat(Array<Buffer>(times).fill(encodeRequest(input))));
    return socket;
  }

  #addressOf(host: number) {
    const { port, network } = this.target;
    return { host: '127.0.0.1', port, localAddress: `${network}.${host}` };
  }
}

export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
