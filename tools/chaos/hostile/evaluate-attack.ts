import { quantile } from '@/tools/metric';

/** A request of the tenant that is not attacked. Times are milliseconds of one clock. */
export interface Sample {
  kind: 'read' | 'switch' | 'livez';
  startedAt: number;
  /** Null while there is no response. */
  endedAt: number | null;
  /** Null without a response. */
  status: number | null;
  /** The ID of the entry that a switch has created. */
  historyId?: string;
}

export interface Observation {
  samples: Sample[];
  /** When the webhook of a switch arrived, by the ID of its entry. */
  receivedAt: ReadonlyMap<string, number>;
}

/** A time in which requests started. */
export interface Period {
  from: number;
  to: number;
}

export interface Figures {
  p99Ms: Record<Sample['kind'], number>;
  /** From the response to a switch until its webhook arrived. */
  webhookMs: { p50: number; max: number };
  /** Number of responses other than 200 and 409, by status; "none" for requests without a response. */
  errors: Record<string, number>;
}

/** The most that is allowed during and after an attack. */
export type Bounds = Omit<Figures, 'errors'>;

/** Times during an attack may be this much longer than without one. */
const factor = 5;
/** A time below is not too long, however short it is without an attack. */
export interface Floors {
  p99Ms: number;
  webhookMs: Bounds['webhookMs'];
}

/** Server, database, attacker and measurement share processors. The worker polls every second. */
export const defaultFloors: Floors = { p99Ms: 250, webhookMs: { p50: 1000, max: 5000 } };
/** For a test on a machine with other work: only what an attack blocks for seconds fails. */
export const testFloors: Floors = { p99Ms: 5000, webhookMs: { p50: 5000, max: 15_000 } };

/** Computes the figures of a period. What is not complete `now` counts with the time that it has taken. */
export function measure({ samples, receivedAt }: Observation, { from, to }: Period, now: number): Figures {
  const started = samples.filter(({ startedAt }) => startedAt >= from && startedAt < to);
  const errors: Figures['errors'] = {};
  for (const { endedAt, status } of started) {
    // 409: an earlier switch of the account is still waited for.
    if (endedAt === null || status === 200 || status === 409) continue;
    errors[status ?? 'none'] = (errors[status ?? 'none'] ?? 0) + 1;
  }
  const p99 = (kind: Sample['kind']) =>
    quantile(
      started
        .filter((sample) => sample.kind === kind)
        .map(({ startedAt, endedAt }) => (endedAt ?? now) - startedAt),
      0.99,
    );
  const lags = started.flatMap(({ historyId, endedAt }) =>
    historyId === undefined || endedAt === null
      ? []
      : [Math.max(0, (receivedAt.get(historyId) ?? now) - endedAt)],
  );
  return {
    p99Ms: { read: p99('read'), switch: p99('switch'), livez: p99('livez') },
    webhookMs: { p50: quantile(lags, 0.5), max: quantile(lags, 1) },
    errors,
  };
}

export function deriveBounds({ p99Ms, webhookMs }: Figures, floors = defaultFloors): Bounds {
  const bound = (ms: number, floor: number) => Math.max(factor * ms, floor);
  return {
    p99Ms: {
      read: bound(p99Ms.read, floors.p99Ms),
      switch: bound(p99Ms.switch, floors.p99Ms),
      livez: bound(p99Ms.livez, floors.p99Ms),
    },
    webhookMs: {
      p50: bound(webhookMs.p50, floors.webhookMs.p50),
      max: bound(webhookMs.max, floors.webhookMs.max),
    },
  };
}

/** Lists what exceeds the bounds. */
export function listExcesses({ p99Ms, webhookMs, errors }: Figures, bounds: Bounds): string[] {
  const times: [name: string, ms: number, bound: number][] = [
    ['p99 of reads', p99Ms.read, bounds.p99Ms.read],
    ['p99 of switches', p99Ms.switch, bounds.p99Ms.switch],
    ['p99 of /livez', p99Ms.livez, bounds.p99Ms.livez],
    ['p50 of webhooks', webhookMs.p50, bounds.webhookMs.p50],
    ['slowest webhook', webhookMs.max, bounds.webhookMs.max],
  ];
  return [
    ...times
      .filter(([, ms, bound]) => ms > bound)
      .map(([name, ms, bound]) => `${name}: ${ms.toFixed(0)} ms, at most ${bound.toFixed(0)} ms`),
    ...Object.entries(errors).map(([status, count]) => `${count} × ${status} for another tenant`),
  ];
}
