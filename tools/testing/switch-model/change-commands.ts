import fc from 'fast-check';
import { expect } from 'vitest';
import { advanceClock } from '@/lib/domain/accounts/advance-clock';
import { noCallerState } from '@/lib/domain/caller';
import { applyDueChange } from '@/lib/domain/changes/apply-due-changes';
import {
  approveChange,
  cancelChange,
  createChange,
  declineChange,
  listChanges,
} from '@/lib/domain/changes/waiting-changes';
import { toApiError } from '@/lib/domain/to-api-error';
import { applyAdvance, applyDecision, applyDue, applyRequest } from './change-model';
import { getTime, type Model, type ModelAccount } from './model';
import { type Command, createCaller, createCommand, pick, type Real } from './real-system';

// Commands about changes that wait.

const hourMs = 60 * 60 * 1000;

const errorOf = (error: unknown) => ({ errorCode: toApiError(error).code });

/** Schedules a switch as the owner, or asks for one as one of two members. */
export const requestCommand: fc.Arbitrary<Command> = fc
  .record({
    account: fc.nat(1),
    version: fc.nat(4),
    requested: fc.constantFrom(null, null, 'month' as const, 'year' as const),
    delayMs: fc.constantFrom(null, 1, hourMs, hourMs, 25 * hourMs),
    member: fc.constantFrom(null, null, 0, 1),
    reason: fc.constantFrom(null, 'Later'),
  })
  .map(({ account: accountIndex, version, ...request }) =>
    createCommand(`request ${accountIndex} ${version} ${fc.stringify(request)}`, async (model, real) => {
      // An owner who wants it now switches.
      const delayMs = request.member === null ? (request.delayMs ?? 1) : request.delayMs;
      const account = pick(model.accounts, accountIndex);
      const { id: versionId } = pick(model.versions, version);
      const expected = applyRequest(model, account, { ...request, delayMs, versionId });
      const { member, requested: billingPeriod, reason } = request;
      const caller = createCaller(real, account, member === null ? 'owner' : 'member');
      const actor = { ...caller.actor, userId: `user-${member}` };
      const effective = delayMs === null ? ('now' as const) : getTime(model, account) + delayMs;
      const result = await createChange(
        real.service,
        { ...caller, actor },
        { ...input, versionId, billingPeriod, reason, effective },
      ).catch(errorOf);
      if ('errorCode' in expected || 'errorCode' in result) {
        expect(result).toEqual(expected);
        return;
      }
      expect(result.changed).toBe(expected.changed);
      expected.change.id ||= result.change.id;
      await assertChanges(model, real);
    }),
  );

const input = { reason: null, channel: 'api', ifMatch: null, idempotency: null };

/** Approves, declines or cancels a change as the owner. */
export const decideCommand: fc.Arbitrary<Command> = fc
  .tuple(
    fc.nat(1),
    fc.nat(5),
    fc.constantFrom('approve' as const, 'approve' as const, 'decline' as const, 'cancel' as const),
  )
  .map(([accountIndex, age, decision]) =>
    createCommand(`${decision} ${accountIndex} -${age}`, async (model, real) => {
      const account = pick(model.accounts, accountIndex);
      const change = account.changes.at(-1 - age);
      if (!change) return;
      const expected = applyDecision(model, account, change, decision);
      const caller = createCaller(real, account);
      const decide = {
        approve: () => approveChange(real.service, caller, change.id, input),
        decline: () => declineChange(real.service, caller, change.id, { ...input, message: null }),
        cancel: () => cancelChange(real.service, caller, change.id, input),
      };
      const error = await decide[decision]().then(
        () => null,
        (thrown) => errorOf(thrown).errorCode,
      );
      expect(error).toBe(expected);
      await assertChanges(model, real);
    }),
  );

/** Runs what is due, sometimes on two servers. */
export const dueCommand: fc.Arbitrary<Command> = fc.constantFrom(1, 1, 2).map((servers) =>
  createCommand(`due ${servers} ×`, async (model, real) => {
    for (const account of model.accounts) {
      for (const change of [...account.changes]) {
        applyDue(model, account, change);
        const key = { appId: real.app.id, accountId: account.id, id: change.id };
        await Promise.all(
          Array.from({ length: servers }, () => applyDueChange(real.service, key, model.now)),
        );
      }
    }
    await assertChanges(model, real);
  }),
);

/** Advances the clock of an account in several steps. The model takes one. */
export const advanceCommand: fc.Arbitrary<Command> = fc
  .tuple(
    fc.nat(1),
    fc.array(fc.constantFrom(0, 1, hourMs, 25 * hourMs, 31 * 24 * hourMs), { minLength: 1, maxLength: 3 }),
  )
  .map(([accountIndex, steps]) =>
    createCommand(`advance ${accountIndex} ${steps}`, (model, real) =>
      advance(model, real, pick(model.accounts, accountIndex), steps),
    ),
  );

async function advance(model: Model, real: Real, account: ModelAccount, steps: number[]): Promise<void> {
  const caller = {
    ...createCaller(real, account),
    account: null,
    role: null,
    state: noCallerState,
    appKey: true,
  };
  let to = getTime(model, account);
  for (const step of steps) {
    to += step;
    await advanceClock(real.service, caller, account.externalId, to);
  }
  applyAdvance(model, account, to);
  await assertChanges(model, real);
}

/** A request, a change of the catalog or of add-ons, and the run a day later. In random order these rarely meet. */
export function createLapseCommand(change: fc.Arbitrary<Command>): fc.Arbitrary<Command> {
  return fc.tuple(requestCommand, change, dueCommand).map(([request, between, due]) =>
    createCommand(`lapse: ${request}; ${between}; ${due}`, async (model, real) => {
      await request(model, real);
      await between(model, real);
      model.now += 25 * hourMs;
      real.setClock(model.now);
      for (const account of model.accounts) {
        if (account.clockAt !== null) await advance(model, real, account, [25 * hourMs]);
      }
      await due(model, real);
    }),
  );
}

/** Compares the states of all changes. A history entry belongs to at most one. */
export async function assertChanges(model: Model, real: Real): Promise<void> {
  for (const account of model.accounts) {
    const changes = await readChanges(real, account);
    const states = changes.map(({ change: { id, outcome, waitsFor, effectiveAt, expiresAt } }) => [
      id,
      outcome ?? (waitsFor === null ? 'scheduled' : 'waiting'),
      effectiveAt,
      outcome === null ? expiresAt : null,
    ]);
    const expected = account.changes.map(({ id, state, effectiveAt, expiresAt }) => [
      id,
      state,
      effectiveAt,
      state === 'waiting' ? expiresAt : null,
    ]);
    expect(states.sort()).toEqual(expected.sort());
    for (const { id, historyEntryId } of changes.map(({ change }) => change)) {
      const entry = account.changes.find((each) => each.id === id)?.entry;
      expect(historyEntryId !== null).toBe(Boolean(entry));
      if (entry && historyEntryId) real.entryIds.set(entry, historyEntryId);
    }
    const ids = changes.flatMap(({ change }) => change.historyEntryId ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  }
}

async function readChanges(real: Real, account: ModelAccount) {
  const page = { before: null, isOpen: null, limit: 1000 };
  return (await listChanges(real.service, createCaller(real, account), page)).changes;
}
