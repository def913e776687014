import type { ProblemCode } from '@/lib/contract/errors';
import type { ProblemBody } from '@/lib/contract/problem';

/** The service answered, and the answer was no. `message` is the service's own and fit for a user. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  readonly status: number;
  readonly body: ProblemBody;
  /** Seconds to wait before asking again, where the service named them. */
  readonly retryAfter: number | null;

  constructor(body: ProblemBody, retryAfter: number | null) {
    super(body.message);
    this.code = body.code;
    this.status = body.status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** No answer came: no network, a connection cut, or a wait that was too long. It may have been carried out. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Something answered, but not this service: a gateway's own page, a captive portal, half a body. */
export class StrangeAnswer extends Error {
  override readonly name = 'StrangeAnswer';
  readonly status: number;

  constructor(status: number) {
    super(`An answer with status ${status} that is not the service's`);
    this.status = status;
  }
}

export type Failure = Refusal | NoAnswer | StrangeAnswer;

/** Whether a write that ended like this may have been carried out all the same. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof Refusal) return error.status >= 500;
  return error instanceof NoAnswer || error instanceof StrangeAnswer;
}

/** Whether asking again may help: nothing does where the answer was a plain no. */
export function isPassing(error: unknown): boolean {
  return isOutcomeUnknown(error) || (error instanceof Refusal && error.status === 429);
}

/** What a section that failed says about the cause. The words are the component's. */
export function causeOf(error: unknown): 'offline' | 'unreachable' | 'unknown' {
  if (typeof navigator !== 'undefined' && !navigator.onLine) return 'offline';
  if (error instanceof NoAnswer || error instanceof StrangeAnswer) return 'unreachable';
  return 'unknown';
}
