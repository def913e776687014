import type { DueClaim } from '@/lib/db/due-work';
import type { Service } from './service';

/** A kind of work that happens later (docs/decisions/0021-due-work.md). */
export type DueKind<Work = unknown> = LeasedKind<Work> | TransactionKind;

interface KindFields {
  /** `due_work` and the metrics have the same name. */
  name: string;
  /** Whether it is done for one app at a time. Apps take turns. */
  byApp: boolean;
  /** The most that a claim or a transaction takes. The most that this process does at a time, if it is claimed and not by app. */
  batch: number;
  /**
   * The delays after claims or transactions that fail in a row, and after attempts of a delivery, in milliseconds. Without it,
   * `retryMs`. What is done by app is tried again by the next poll.
   */
  retry?: readonly number[];
  /** A kind with an interval is due by it, and not by `due_work`. */
  everyMs?: number;
}

/** Work that is claimed, and done outside of a transaction. */
export interface LeasedKind<Work> extends KindFields {
  /** For how long it is not claimed again, in milliseconds. What was not settled then is due again. */
  leaseMs: number;
  claim(service: Service, claim: DueClaim & { running: readonly Work[] }): Promise<Work[]>;
  run(service: Service, work: Work): Promise<void>;
}

/** Work that is done in one transaction, and needs no lease. */
export interface TransactionKind extends KindFields {
  /** Returns whether more may be due. If it is done by app: whether something was. */
  run(service: Service, claim: Pick<DueClaim, 'appId' | 'max'>): Promise<boolean>;
}

const retryMs = [1000, 2000, 5000, 10_000, 30_000];

/** The delay after a number of failures in a row, in milliseconds. Undefined after the last one. `random` is in [0, 1). */
export function getRetryDelay(
  { retry = retryMs }: Pick<DueKind, 'retry'>,
  failures: number,
  random: number,
): number | undefined {
  const delayMs = retry[failures];
  return delayMs === undefined ? undefined : delayMs * (0.9 + 0.2 * random);
}

/** Claims up to `max` of a kind. `running` is what this process does of it. */
export function claimWork<Work>(
  service: Service,
  kind: LeasedKind<Work>,
  { appId = '', max = kind.batch, running = [] }: { appId?: string; max?: number; running?: readonly Work[] },
): Promise<Work[]> {
  return kind.claim(service, {
    appId,
    max,
    running,
    leaseMs: kind.leaseMs,
    recordTime: service.recordTime(),
  });
}

/** Does what was claimed. One that fails is due again when its lease ends. */
export function runClaimed<Work>(service: Service, kind: LeasedKind<Work>, work: Work): Promise<void> {
  return count(service, kind, () => kind.run(service, work));
}

/** Does work in one transaction. Returns whether more may be due. */
export function runTransaction(service: Service, kind: TransactionKind, appId = ''): Promise<boolean> {
  return count(service, kind, () => kind.run(service, { appId, max: kind.batch }));
}

/** Counts for the metrics whether work was done or has failed, but no transaction of an app that has found nothing. */
async function count<T>({ dueWork }: Service, { name, byApp }: DueKind, run: () => Promise<T>): Promise<T> {
  const add = (outcome: keyof Service['dueWork']) => {
    dueWork[outcome][name] = (dueWork[outcome][name] ?? 0) + 1;
  };
  try {
    const result = await run();
    if (!byApp || result !== false) add('done');
    return result;
  } catch (error) {
    add('failed');
    throw error;
  }
}
