import { quantile } from '@/tools/metric';

/** What the tenant that is not attacked does, and how a report names it. */
export const kinds = {
  read: 'reads',
  switch: 'switches',
  livez: '/livez',
  /** A page of visitors, which the cache has. */
  visit: 'visits',
  /** A page of a user, which is rendered for each request. */
  page: 'pages',
  /** Of a small price list. */
  check: 'checks',
  /** A change from its time until it was applied. */
  due: 'due changes',
};
export type Kind = keyof typeof kinds;

/** A request of the tenant that is not attacked. Times are milliseconds of one clock. */
export interface Sample {
  kind: Kind;
  startedAt: number;
  /** The value is null while there is no response. */
  endedAt: number | null;
  /** The value is null without a response. */
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
  p99Ms: Record<Kind, number>;
  /** From the response to a switch until its webhook arrived. */
  webhookMs: { p50: number; max: number };
  /** Number of responses other than 200 and 409, as "503 of reads"; "none of reads" for requests without a response. */
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
  /** How long times may be too long after an attack. */
  recoverySeconds: number;
}

/** The worker polls every second. */
export const defaultFloors: Floors = { p99Ms: 50, webhookMs: { p50: 1000, max: 5000 }, recoverySeconds: 5 };
/** For a test on a machine with other work: only what an attack blocks for seconds fails. */
export const testFloors: Floors = {
  p99Ms: 5000,
  webhookMs: { p50: 5000, max: 15_000 },
  recoverySeconds: 120,
};

export const kindNames = Object.keys(kinds) as Kind[];

function mapKinds(getMs: (kind: Kind) => number): Record<Kind, number> {
  return Object.fromEntries(kindNames.map((kind) => [kind, getMs(kind)])) as Record<Kind, number>;
}

/** Computes the figures of a period. What is not complete `now` counts with the time that it has taken. */
export function measure({ samples, receivedAt }: Observation, { from, to }: Period, now: number): Figures {
  const started = samples.filter(({ startedAt }) => startedAt >= from && startedAt < to);
  const errors: Figures['errors'] = {};
  for (const { kind, endedAt, status } of started) {
    // 409: an earlier switch of the account is still waited for.
    if (endedAt === null || status === 200 || status === 409) continue;
    const error = `${status ?? 'none'} of ${kinds[kind]}`;
    errors[error] = (errors[error] ?? 0) + 1;
  }
  const p99 = (kind: Kind) =>
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
    p99Ms: mapKinds(p99),
    webhookMs: { p50: quantile(lags, 0.5), max: quantile(lags, 1) },
    errors,
  };
}

export function deriveBounds({ p99Ms, webhookMs }: Figures, floors = defaultFloors): Bounds {
  const bound = (ms: number, floor: number) => Math.max(factor * ms, floor);
  return {
    p99Ms: mapKinds((kind) => bound(p99Ms[kind], floors.p99Ms)),
    webhookMs: {
      p50: bound(webhookMs.p50, floors.webhookMs.p50),
      max: bound(webhookMs.max, floors.webhookMs.max),
    },
  };
}

/** Lists what exceeds the bounds. */
export function listExcesses({ p99Ms, webhookMs, errors }: Figures, bounds: Bounds): string[] {
  const times: [name: string, ms: number, bound: number][] = [
    ...kindNames.map((kind): [string, number, number] => [
      `p99 of ${kinds[kind]}`,
      p99Ms[kind],
      bounds.p99Ms[kind],
    ]),
    ['p50 of webhooks', webhookMs.p50, bounds.webhookMs.p50],
    ['slowest webhook', webhookMs.max, bounds.webhookMs.max],
  ];
  return [
    ...times
      .filter(([, ms, bound]) => ms > bound)
      .map(([name, ms, bound]) => `${name}: ${ms.toFixed(0)} ms, at most ${bound.toFixed(0)} ms`),
    ...Object.entries(errors).map(([error, count]) => `${count} × ${error}`),
  ];
}
