import type { HistoryRead, SwitchOperation, SwitchOutcome, Violation } from './account-run';
import {
  type Answer,
  attempt,
  attemptUntilAnswered,
  type Client,
  historyBody,
  previewBody,
  problemBody,
  switchBody,
} from './http-client';

/** What one client does to one account, and what it hears. */
export interface SwitchOrder {
  id: string;
  account: string;
  versionId: string;
  /**
   * `keyed`: repeated under one Idempotency-Key until it is answered. `once`: without a key, and never repeated.
   * `agreed`: as keyed, and on the revision of a preview.
   */
  manner: 'keyed' | 'once' | 'agreed';
}

export interface SwitchResult {
  operation: SwitchOperation;
  attempts: number;
  /** Whether a repetition found the switch done. */
  recovered: boolean;
  violations: Omit<Violation, 'account'>[];
}

/** Answers that a client has to be ready for; anything else breaks a promise. */
const foreseen = new Set([200, 409, 503]);

/** Asks for a switch, again and again where the order allows it. */
export async function sendSwitch(client: Client, order: SwitchOrder): Promise<SwitchResult> {
  const { id, account, versionId, manner } = order;
  const revision = manner === 'agreed' ? await readRevision(client, account, versionId) : null;
  const request = {
    account,
    path: '/app/versions',
    headers: {
      ...(manner !== 'once' && { 'Idempotency-Key': id }),
      ...(revision !== null && { 'If-Match': `"${revision}"` }),
    },
    body: { version_id: versionId, reason: id },
  };
  const invoked = performance.now();
  const { answer, attempts } =
    manner === 'once'
      ? { answer: await attempt(client, request), attempts: 1 }
      : await attemptUntilAnswered(client, request);
  const outcome = readOutcome(answer, attempts);
  const completed = outcome.kind === 'unknown' ? Number.POSITIVE_INFINITY : performance.now();
  const violations = unforeseen(answer, revision !== null);
  if (manner === 'keyed' && outcome.kind === 'acknowledged' && client.random.chance(0.05)) {
    const again = await attemptUntilAnswered(client, request);
    if (!isReplay(answer, again.answer)) {
      const message = `${id} was answered ${tell(answer)} and then, by the same key, ${tell(again.answer)}`;
      violations.push({ promise: 'a replay is the first answer', message });
    }
  }
  const operation = { id, versionId, invoked, completed, outcome };
  return { operation, attempts, recovered: answer?.replayed ?? false, violations };
}

/** Reads the newest entries of an account's history; null where there was no answer. */
export async function readEntries(
  client: Client,
  account: string,
  limit: number,
): Promise<HistoryRead | null> {
  const invoked = performance.now();
  const answer = await attempt(client, { account, path: `/account/versions?limit=${limit}` });
  if (answer?.status !== 200) return null;
  const { payload } = historyBody.parse(answer.body);
  return { invoked, completed: performance.now(), limit, entries: payload };
}

async function readRevision(client: Client, account: string, versionId: string): Promise<string | null> {
  const { answer } = await attemptUntilAnswered(client, {
    account,
    path: `/app/versions/${versionId}/preview`,
  });
  return answer?.status === 200 ? previewBody.parse(answer.body).data.revision : null;
}

function readOutcome(answer: Answer, attempts: number): SwitchOutcome {
  if (answer?.status === 200) {
    const { message, data } = switchBody.parse(answer.body);
    return {
      kind: 'acknowledged',
      historyId: data.history_id,
      versionId: data.version_id,
      changed: !/nothing changed/.test(message),
    };
  }
  // After silence a refusal is of the last attempt alone; the first may have been let through.
  if (answer && answer.status < 500 && attempts === 1) {
    return { kind: 'refused', code: problemBody.parse(answer.body).code };
  }
  return { kind: 'unknown' };
}

function unforeseen(answer: Answer, agreed: boolean): SwitchResult['violations'] {
  if (answer === null || foreseen.has(answer.status) || (agreed && answer.status === 412)) return [];
  return [{ promise: 'every answer is foreseen', message: `a switch was answered ${tell(answer)}` }];
}

function isReplay(first: Answer, again: Answer): boolean {
  // No answer at all within the time there is says nothing.
  if (again === null || again.status === 409 || again.status >= 500) return true;
  return again.replayed && JSON.stringify(again.body) === JSON.stringify(first?.body);
}

function tell(answer: Answer): string {
  return answer === null ? 'not at all' : `${answer.status} ${JSON.stringify(answer.body)}`;
}
