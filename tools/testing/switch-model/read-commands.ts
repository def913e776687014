import fc from 'fast-check';
import { expect } from 'vitest';
import type { Role } from '@/lib/contract/current-user';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { previewSwitch } from '@/lib/domain/changes/switch-version';
import { listAddOnHistory } from '@/lib/domain/history/add-on-changes';
import { getHistoryAt, listHistory } from '@/lib/domain/history/history';
import { toSwitchDecision } from '@/lib/domain/subscription/evaluate-change';
import { listVersions } from '@/lib/domain/subscription/list-versions';
import { toApiError } from '@/lib/domain/to-api-error';
import type { ModelPeriod } from './add-on-model';
import {
  decideSwitchAddOns,
  describeEvaluation,
  findBlockers,
  findVisibleVersion,
  getCurrentVersion,
  getDirection,
  getFeatureChanges,
  getListedVersions,
  getSwitchPeriod,
  type Model,
  type ModelAccount,
  type ModelVersion,
  takeSnapshot,
} from './model';
import {
  type Command,
  createCaller,
  createCommand,
  expectedAddOnEntry,
  expectedEntry,
  normalizeAddOnEntry,
  normalizeEntry,
  normalizeSnapshot,
  pick,
} from './real-system';

const roles = fc.constantFrom<Role[]>('owner', 'owner', 'member', 'product');

/** Previews a switch, and stores the revision so that a later switch can confirm it. */
export const previewCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.nat(1), fc.nat(4), roles, fc.constantFrom(null, null, 'month' as const, 'year' as const))
  .map(([accountIndex, versionIndex, role, period]) =>
    createCommand(`preview ${accountIndex} ${versionIndex} ${role} ${period}`, async (model, real) => {
      const account = pick(model.accounts, accountIndex);
      const { id } = pick(model.versions, versionIndex);
      const target = findVisibleVersion(model, account, role, id);
      const preview = previewSwitch(real.service, createCaller(real, account, role), id, {
        billingPeriod: period,
      });
      if (!target) {
        const code = await preview.catch((error) => toApiError(error).code);
        expect(code).toBe('version_not_found');
        return;
      }
      const evaluated = await preview;
      const { from, to, changes, revision } = evaluated;
      const current = getCurrentVersion(model, account);
      const expected = {
        version: takeSnapshot(model, target),
        previous: current && takeSnapshot(model, current),
      };
      expect(from && normalizeSnapshot(from)).toEqual(expected.previous);
      expect(normalizeSnapshot(to)).toEqual(expected.version);
      expect(normalizeDecision(toSwitchDecision(evaluated))).toEqual(
        expectedDecision(model, account, role, target, period),
      );
      const ids = (features: { id: string }[]) => features.map((feature) => feature.id);
      const { gained, lost, kept, raised, lowered, changed } = changes;
      expect({
        gained: ids(gained),
        lost: ids(lost),
        kept: ids(kept),
        raised: ids(raised),
        lowered: ids(lowered),
        changed: ids(changed),
      }).toEqual(getFeatureChanges(expected));

      // Equal evaluations have equal revisions, and different ones have different revisions.
      const evaluation = describeEvaluation(model, account, role, target, period);
      const equal = [...real.evaluations].find(([, other]) => other === evaluation);
      expect(revision).toBe(equal?.[0] ?? revision);
      expect(real.evaluations.get(revision) ?? evaluation).toBe(evaluation);
      // Moves the revision to the end.
      real.evaluations.delete(revision);
      real.evaluations.set(revision, evaluation);
    }),
  );

export const listCommand: fc.Arbitrary<Command> = fc.tuple(fc.nat(1), roles).map(([accountIndex, role]) =>
  createCommand(`list ${accountIndex} ${role}`, async (model, real) => {
    const account = pick(model.accounts, accountIndex);
    const view = await readCatalogView(real.service, real.app.id, account.id);
    const { versions } = listVersions(view, createCaller(real, account, role));
    const listed = versions.map(({ version, current, decision }) => ({
      id: version.id,
      current,
      ...(decision && normalizeDecision(decision)),
    }));
    expect(listed).toEqual(
      getListedVersions(model, account, role).map((version) => ({
        id: version.id,
        current: version === getCurrentVersion(model, account),
        ...expectedDecision(model, account, role, version, null),
      })),
    );
  }),
);

/** Reads the entry in force at a time: just before, at and after an entry, or an hour before it. */
export const historyAtCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.nat(1), fc.nat(50), fc.constantFrom(-1, 0, 1, -3_600_000))
  .map(([accountIndex, entryIndex, offsetMs]) =>
    createCommand(`history of ${accountIndex} at ${entryIndex} ${offsetMs} ms`, async (model, real) => {
      const account = pick(model.accounts, accountIndex);
      const at = pick(account.history, entryIndex).activatedAt + offsetMs;
      const { entries } = await getHistoryAt(real.service, createCaller(real, account), new Date(at));
      const inForce = account.history.findLast((entry) => entry.activatedAt <= at);
      expect(entries.map(normalizeEntry)).toEqual(
        inForce ? [expectedEntry(model, account, inForce, at)] : [],
      );
    }),
  );

/** Reads a page of the history. */
export const historyCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.nat(1), fc.constantFrom(1, 2, 5, 1000), fc.option(fc.nat(20)))
  .map(([accountIndex, limit, before]) =>
    createCommand(`history ${accountIndex} limit ${limit} before ${before}`, async (model, real) => {
      const account = pick(model.accounts, accountIndex);
      const page = await listHistory(real.service, createCaller(real, account), { limit, before });
      const remaining = account.history.filter(({ sequence }) => before === null || sequence < before);
      const expected = remaining.toReversed().slice(0, limit);
      expect(page.entries.map(normalizeEntry)).toEqual(
        expected.map((entry) => expectedEntry(model, account, entry)),
      );
      expect(page.entries.map(({ entry }) => entry.id)).toEqual(
        expected.map((entry) => real.entryIds.get(entry)),
      );
      expect(page.next).toBe(remaining.length > limit ? expected.at(-1)?.sequence : null);
    }),
  );

/** Reads a page of the history of add-ons. */
export const addOnHistoryCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.nat(1), fc.constantFrom(1, 2, 5, 1000), fc.option(fc.nat(20)))
  .map(([accountIndex, limit, before]) =>
    createCommand(`add-on history ${accountIndex} limit ${limit} before ${before}`, async (model, real) => {
      const account = pick(model.accounts, accountIndex);
      const page = await listAddOnHistory(real.service, createCaller(real, account), { limit, before });
      const remaining = account.addOnHistory.filter(({ sequence }) => before === null || sequence < before);
      const expected = remaining.toReversed().slice(0, limit);
      expect(page.entries.map(normalizeAddOnEntry)).toEqual(
        expected.map((change) => expectedAddOnEntry(model, account, change)),
      );
      expect(page.next).toBe(remaining.length > limit ? expected.at(-1)?.sequence : null);
    }),
  );

interface Decision {
  direction: string;
  allowed: boolean;
  blockers: { code: string }[];
}

function normalizeDecision({ direction, blockers, allowed }: Decision) {
  return { direction, allowed, blockers: blockers.map(({ code }) => code) };
}

function expectedDecision(
  model: Model,
  account: ModelAccount,
  role: Role,
  target: ModelVersion,
  period: ModelPeriod | null,
) {
  const blockers = findBlockers(model, account, role, target, period).map(({ code }) => code);
  const switchPeriod = getSwitchPeriod(model, account, target, period);
  const addOns = decideSwitchAddOns(model, account, target, switchPeriod);
  const direction = getDirection(model, account, target, { period: switchPeriod, addOns });
  return { direction, allowed: blockers.length === 0, blockers };
}
