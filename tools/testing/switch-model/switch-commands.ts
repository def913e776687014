import fc from 'fast-check';
import { expect } from 'vitest';
import { type SwitchOutcome, switchVersion } from '@/lib/domain/switch-version';
import { toApiError } from '@/lib/domain/to-api-error';
import { type Model, type ModelAccount, type ModelOrder, type ModelOutcome, switchModel } from './model';
import { callerOf, pick, type Real, type Step, viewFrozen } from './real';

interface Wish {
  account: number;
  version: number;
  /** How the version's id is sent. */
  spelling: 'as it is' | 'loud' | 'unknown';
  reason: string | null;
  key: string | null;
  /** Which of the previews seen so far it was agreed on. */
  preview: number | null;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  account: fc.nat(1),
  version: fc.nat(4),
  spelling: fc.oneof(
    { weight: 12, arbitrary: fc.constant('as it is' as const) },
    { weight: 1, arbitrary: fc.constantFrom('loud' as const, 'unknown' as const) },
  ),
  reason: fc.constantFrom(null, null, 'More room', 'Less to pay'),
  key: fc.constantFrom(null, null, 'a', 'b', 'c'),
  preview: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(3) }),
});

/** A switch, and after it every so often the same again: by a client that did not hear the answer. */
export const switchStep: fc.Arbitrary<Step> = fc
  .tuple(wish, fc.constantFrom(1, 1, 1, 2))
  .map(([wished, times]) =>
    named(`switch ${times} × ${fc.stringify(wished)}`, async (model, real) => {
      const account = pick(model.accounts, wished.account);
      const { order, revision } = orderOf(model, real, wished);
      for (let time = 0; time < times; time += 1) {
        const expected = switchModel(model, account, order);
        compare(real, expected, await attempt(real, account, order, revision));
      }
    }),
  );

/** The same switch by several clients at once: one is first, and the others find what it left. */
export const crowdStep: fc.Arbitrary<Step> = wish.map((wished) =>
  named(`crowd ${fc.stringify(wished)}`, async (model, real) => {
    const account = pick(model.accounts, wished.account);
    const { order, revision } = orderOf(model, real, wished);
    const expected = [1, 2, 3].map(() => switchModel(model, account, order));
    const answers = await Promise.all([1, 2, 3].map(() => attempt(real, account, order, revision)));
    const inOrder = answers.toSorted((a, b) => rank(a) - rank(b));
    for (const [index, answer] of inOrder.entries()) compare(real, pick(expected, index), answer);
  }),
);

type Answer = { refused: string } | SwitchOutcome;

/** Who was first switched; who came later was told of that, or refused. */
function rank(answer: Answer): number {
  if ('refused' in answer) return 2;
  return answer.changed && !answer.replayed ? 0 : answer.replayed ? 2 : 1;
}

function orderOf(model: Model, real: Real, wished: Wish): { order: ModelOrder; revision: string | null } {
  const { id } = pick(model.versions, wished.version);
  const spellings = { 'as it is': id, loud: id.toUpperCase(), unknown: `${id}0` };
  const seen = [...real.revisions].at(-1 - (wished.preview ?? 0));
  const [revision = 'of nothing', agreedOn = 'nothing'] =
    wished.preview === null ? [null, null] : (seen ?? []);
  const { reason, key } = wished;
  return { order: { versionId: spellings[wished.spelling], reason, key, agreedOn }, revision };
}

async function attempt(
  real: Real,
  account: ModelAccount,
  { versionId, reason, key }: ModelOrder,
  ifMatch: string | null,
): Promise<Answer> {
  const requestHash = JSON.stringify([versionId, reason]);
  const idempotency = key === null ? null : { key, requestHash };
  const order = { versionId, reason, channel: 'api', ifMatch, idempotency };
  try {
    return await switchVersion(real.service, callerOf(real, account), order);
  } catch (error) {
    return { refused: toApiError(error).code };
  }
}

function compare(real: Real, expected: ModelOutcome, answer: Answer): void {
  if ('refused' in expected || 'refused' in answer) {
    expect(answer).toEqual(expected);
    return;
  }
  const { activation, changed, replayed } = answer;
  const { sequence, activatedAt, direction, version, previous, reason } = activation;
  expect({ changed, replayed }).toEqual({ changed: expected.changed, replayed: expected.replayed });
  expect({
    sequence,
    at: activatedAt.getTime(),
    direction,
    version: viewFrozen(version),
    previous: previous && viewFrozen(previous),
    reason,
  }).toEqual(expected.record);
  // The first time the model hears of a record it learns its id; from then on the id stays.
  expect(activation.id).toBe(real.ids.get(expected.record) ?? activation.id);
  if (!real.ids.has(expected.record)) expect([...real.ids.values()]).not.toContain(activation.id);
  real.ids.set(expected.record, activation.id);
}

/** fast-check prints a step by its name. */
export function named(name: string, step: Step): Step {
  return Object.assign(step, { toString: () => name });
}
