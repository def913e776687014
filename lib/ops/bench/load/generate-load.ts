import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnswerReader } from './answer-reader';
import { encodeRequest, type WireRequest } from './wire-request';

export interface LoadOrder {
  /** Ports of this machine, to which the connections go in turn. */
  ports: number[];
  /** Sent in turn, by all connections together. */
  requests: WireRequest[];
  connections: number;
  seconds: number;
  /** Requests a second, sent whether or not earlier ones are answered. Without it each connection asks as fast as it is answered. */
  rate?: number;
  /**
   * Whether the generator stays awake between answers, which takes a core. Whoever answers one that sleeps has to wake it,
   * and on a virtual machine that can cost as much as the answer.
   */
  awake?: boolean;
}

export interface LoadResult {
  answers: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** How often which status was answered. */
  statuses: Record<string, number>;
}

interface Lane {
  socket: Socket;
  /** When the request that is under way was due, as `performance.now()` had it; null while idle. */
  due: number | null;
}

/**
 * Sends requests for a while and waits for the last answer. Under a rate the time counts from when a request was
 * due, also while it waited for a connection: a server that stalls can't hide it.
 */
export async function generateLoad(order: LoadOrder): Promise<LoadResult> {
  const requests = order.requests.map(encodeRequest);
  const histogram = createHistogram();
  const statuses: Record<string, number> = {};
  let sent = 0;
  let answers = 0;
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });

  const send = (lane: Lane, due: number) => {
    lane.due = due;
    lane.socket.write(requests[sent % requests.length] as Buffer);
    sent += 1;
  };
  const isOver = () => performance.now() >= end;
  const take = (lane: Lane, status: number) => {
    const now = performance.now();
    histogram.record(Math.max(1, Math.round((now - (lane.due ?? now)) * 1e6)));
    statuses[status] = (statuses[status] ?? 0) + 1;
    answers += 1;
    lane.due = null;
    if (order.rate === undefined && !isOver()) send(lane, now);
  };

  const lanes = await Promise.all(
    Array.from({ length: order.connections }, (_, index) =>
      openLane(order.ports[index % order.ports.length] ?? 0, take, fail),
    ),
  );
  const began = performance.now();
  const end = began + order.seconds * 1000;
  if (order.awake) stayAwake(end);
  const sending =
    order.rate === undefined ? sendAtOnce(lanes, send, end) : sendAtRate(lanes, order.rate, send, began, end);
  await Promise.race([failed, sending.then(() => untilIdle(lanes))]);
  const seconds = (performance.now() - began) / 1000;
  for (const { socket } of lanes) socket.destroy();
  const milliseconds = (percentile: number) => histogram.percentile(percentile) / 1e6;
  return { answers, seconds, p50Ms: milliseconds(50), p99Ms: milliseconds(99), statuses };
}

async function openLane(
  port: number,
  take: (lane: Lane, status: number) => void,
  fail: (error: Error) => void,
): Promise<Lane> {
  const reader = new AnswerReader();
  const onread = {
    // Read into one buffer, and not into a new one for each answer: the generator shares the machine.
    buffer: Buffer.allocUnsafe(64 * 1024),
    callback: (length: number, buffer: Uint8Array) => {
      const status = reader.push((buffer as Buffer).subarray(0, length));
      if (status !== null) take(lane, status);
      return true;
    },
  };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
  const lane: Lane = { socket, due: null };
  socket.on('error', fail);
  socket.on('close', () => lane.due !== null && fail(new Error('A server closed a connection unanswered.')));
  await once(socket, 'connect');
  return lane;
}

async function sendAtOnce(
  lanes: Lane[],
  send: (lane: Lane, due: number) => void,
  end: number,
): Promise<void> {
  for (const lane of lanes) send(lane, performance.now());
  await sleep(end - performance.now());
}

async function sendAtRate(
  lanes: Lane[],
  rate: number,
  send: (lane: Lane, due: number) => void,
  began: number,
  end: number,
): Promise<void> {
  for (let number = 0; ; ) {
    const now = performance.now();
    const due = () => began + (number * 1000) / rate;
    for (const lane of lanes) {
      if (due() > Math.min(now, end)) break;
      if (lane.due !== null) continue;
      send(lane, due());
      number += 1;
    }
    if (due() > end) return;
    await sleep(1);
  }
}

/** Asks for what came in, over and over, instead of waiting for it. */
function stayAwake(end: number): void {
  if (performance.now() < end) setImmediate(stayAwake, end);
}

async function untilIdle(lanes: Lane[]): Promise<void> {
  while (lanes.some(({ due }) => due !== null)) await sleep(1);
}
