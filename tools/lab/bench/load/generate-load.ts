import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeRequest, type HttpRequest, ResponseReader } from './http-messages';

export interface LoadOptions {
  /** Port on 127.0.0.1. */
  port: number;
  /** Requests that are sent in turn, shared by all connections. */
  requests: HttpRequest[];
  connections: number;
  seconds: number;
  /**
   * Sends at this fixed rate, independent of responses (open loop). Without it, each connection sends its next request
   * as soon as it has a response (closed loop).
   */
  requestsPerSecond?: number;
  /**
   * Never sleeps until the last response. Waking a process costs its server CPU, on virtual machines as much as a small response:
   * without this, only servers that are slower than the load generator have that cost. It occupies a core.
   */
  staysAwake?: boolean;
}

export interface LoadResult {
  responses: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Number of responses by status. */
  statusCounts: Record<string, number>;
}

interface Connection {
  socket: Socket;
  /** `performance.now()` at which the pending request was due. It is null while idle. */
  dueAt: number | null;
}

/**
 * Sends requests for some seconds and waits for the last response. At a fixed rate, latency counts from the time a
 * request was due, including the wait for a connection, so that a stalled server is not hidden (coordinated omission).
 */
export async function generateLoad(options: LoadOptions): Promise<LoadResult> {
  const requests = options.requests.map(encodeRequest);
  const histogram = createHistogram();
  const statusCounts: Record<string, number> = {};
  let sent = 0;
  let responses = 0;
  let fail: (error: Error) => void = () => {};
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });

  const send = (connection: Connection, dueAt: number) => {
    connection.dueAt = dueAt;
    connection.socket.write(requests[sent % requests.length] as Buffer);
    sent += 1;
  };
  const isOver = () => performance.now() >= endsAt;
  const onResponse = (connection: Connection, status: number) => {
    const now = performance.now();
    histogram.record(Math.max(1, Math.round((now - (connection.dueAt ?? now)) * 1e6)));
    statusCounts[status] = (statusCounts[status] ?? 0) + 1;
    responses += 1;
    connection.dueAt = null;
    if (options.requestsPerSecond === undefined && !isOver()) send(connection, now);
  };

  const connections = await Promise.all(
    Array.from({ length: options.connections }, () => openConnection(options.port, onResponse, fail)),
  );
  const startedAt = performance.now();
  const endsAt = startedAt + options.seconds * 1000;
  const sending =
    options.requestsPerSecond === undefined
      ? sendContinuously(connections, send, endsAt)
      : sendAtRate(connections, options.requestsPerSecond, send, startedAt, endsAt);
  const stopPolling = options.staysAwake ? startPolling() : () => {};
  await Promise.race([failure, sending.then(() => waitUntilIdle(connections))]).finally(stopPolling);
  const seconds = (performance.now() - startedAt) / 1000;
  for (const { socket } of connections) socket.destroy();
  const percentileMs = (percentile: number) => histogram.percentile(percentile) / 1e6;
  return { responses, seconds, p50Ms: percentileMs(50), p99Ms: percentileMs(99), statusCounts };
}

async function openConnection(
  port: number,
  onResponse: (connection: Connection, status: number) => void,
  fail: (error: Error) => void,
): Promise<Connection> {
  const reader = new ResponseReader();
  const onread = {
    // One buffer for all reads. An allocation per response would compete with the server for CPU.
    buffer: Buffer.allocUnsafe(64 * 1024),
    callback: (length: number, buffer: Uint8Array) => {
      const status = reader.push((buffer as Buffer).subarray(0, length));
      if (status !== null) onResponse(connection, status);
      return true;
    },
  };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
  const connection: Connection = { socket, dueAt: null };
  socket.on('error', fail);
  socket.on('close', () => {
    if (connection.dueAt !== null) fail(new Error('A server closed a connection without a response.'));
  });
  await once(socket, 'connect');
  return connection;
}

/** Sends the first request of each connection; `onResponse` sends the following ones. */
async function sendContinuously(
  connections: Connection[],
  send: (connection: Connection, dueAt: number) => void,
  endsAt: number,
): Promise<void> {
  for (const connection of connections) send(connection, performance.now());
  await sleep(endsAt - performance.now());
}

async function sendAtRate(
  connections: Connection[],
  requestsPerSecond: number,
  send: (connection: Connection, dueAt: number) => void,
  startedAt: number,
  endsAt: number,
): Promise<void> {
  for (let number = 0; ; ) {
    const now = performance.now();
    const dueAt = () => startedAt + (number * 1000) / requestsPerSecond;
    for (const connection of connections) {
      if (dueAt() > Math.min(now, endsAt)) break;
      if (connection.dueAt !== null) continue;
      send(connection, dueAt());
      number += 1;
    }
    if (dueAt() > endsAt) return;
    await sleep(1);
  }
}

/** Keeps the event loop from waiting for input, until the returned function is called. */
function startPolling(): () => void {
  let pending = setImmediate(function poll() {
    pending = setImmediate(poll);
  });
  return () => clearImmediate(pending);
}

async function waitUntilIdle(connections: Connection[]): Promise<void> {
  while (connections.some(({ dueAt }) => dueAt !== null)) await sleep(1);
}
