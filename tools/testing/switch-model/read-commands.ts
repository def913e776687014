import fc from 'fast-check';
import { expect } from 'vitest';
import type { Role } from '@/lib/contract/current-user';
import { readCatalogView } from '@/lib/domain/catalog-view';
import { previewSwitch } from '@/lib/domain/evaluate-switch';
import { getHistoryAt, listHistory } from '@/lib/domain/history';
import { listVersions } from '@/lib/domain/list-versions';
import { toApiError } from '@/lib/domain/to-api-error';
import * as expected from './model';
import { callerOf, expectRecord, pick, type Step, viewFrozen, viewRecord } from './real';
import { named } from './switch-commands';

const role = fc.constantFrom<Role[]>('owner', 'owner', 'member', 'product');

/** A preview, whose revision later switches may be agreed on. */
export const previewStep: fc.Arbitrary<Step> = fc
  .tuple(fc.nat(1), fc.nat(4), role)
  .map(([accountNumber, versionNumber, as]) =>
    named(`preview ${accountNumber} ${versionNumber} ${as}`, async (model, real) => {
      const account = pick(model.accounts, accountNumber);
      const { id } = pick(model.versions, versionNumber);
      const target = expected.findVisible(model, account, as, id);
      const preview = previewSwitch(real.service, callerOf(real, account, as), id);
      if (!target) {
        const code = await preview.catch((error) => toApiError(error).code);
        expect(code).toBe('version_not_found');
        return;
      }
      const { from, to, decision, changes, revision } = await preview;
      const current = expected.currentOf(model, account);
      const frozen = {
        version: expected.freeze(model, target),
        previous: current && expected.freeze(model, current),
      };
      expect(from && viewFrozen(from)).toEqual(frozen.previous);
      expect(viewFrozen(to)).toEqual(frozen.version);
      expect(viewDecision(decision)).toEqual(decisionOf(model, account, as, target));
      const ids = (features: { id: string }[]) => features.map((feature) => feature.id);
      const { gained, lost, kept } = changes;
      expect({ gained: ids(gained), lost: ids(lost), kept: ids(kept) }).toEqual(expected.changesOf(frozen));

      const outlook = expected.outlookOf(model, account, as, target);
      const sameOutlook = [...real.revisions].find(([, of]) => of === outlook);
      expect(revision).toBe(sameOutlook?.[0] ?? revision);
      expect(real.revisions.get(revision) ?? outlook).toBe(outlook);
      // The newest is at the end.
      real.revisions.delete(revision);
      real.revisions.set(revision, outlook);
    }),
  );

export const listStep: fc.Arbitrary<Step> = fc.tuple(fc.nat(1), role).map(([accountNumber, as]) =>
  named(`list ${accountNumber} ${as}`, async (model, real) => {
    const account = pick(model.accounts, accountNumber);
    const caller = callerOf(real, account, as);
    const { versions } = listVersions(await readCatalogView(real.service, real.app.id, account.id), caller);
    const shown = versions.map(({ version, current, decision }) => ({
      id: version.id,
      current,
      ...(decision && viewDecision(decision)),
    }));
    expect(shown).toEqual(
      expected.listModel(model, account, as).map((version) => ({
        id: version.id,
        current: version === expected.currentOf(model, account),
        ...decisionOf(model, account, as, version),
      })),
    );
  }),
);

/** Which record was in force at a moment: around each change, before all and after all. */
export const momentStep: fc.Arbitrary<Step> = fc
  .tuple(fc.nat(1), fc.nat(50), fc.constantFrom(-1, 0, 1, -3_600_000))
  .map(([accountNumber, recordNumber, offset]) =>
    named(`as of record ${recordNumber} of ${accountNumber}, ${offset} ms`, async (model, real) => {
      const account = pick(model.accounts, accountNumber);
      const at = pick(account.history, recordNumber).at + offset;
      const { entries: records } = await getHistoryAt(real.service, callerOf(real, account), new Date(at));
      const inForce = account.history.findLast((record) => record.at <= at);
      expect(records.map(viewRecord)).toEqual(inForce ? [expectRecord(account, inForce)] : []);
    }),
  );

/** A page of the history, and the whole of it. */
export const historyStep: fc.Arbitrary<Step> = fc
  .tuple(fc.nat(1), fc.constantFrom(1, 2, 5, 1000), fc.option(fc.nat(20)))
  .map(([accountNumber, limit, before]) =>
    named(`history ${accountNumber} ${limit} below ${before}`, async (model, real) => {
      const account = pick(model.accounts, accountNumber);
      const page = await listHistory(real.service, callerOf(real, account), { limit, before });
      const below = account.history.filter(({ sequence }) => before === null || sequence < before);
      const shown = below.toReversed().slice(0, limit);
      expect(page.entries.map(viewRecord)).toEqual(shown.map((record) => expectRecord(account, record)));
      expect(page.entries.map(({ activation }) => activation.id)).toEqual(
        shown.map((record) => real.ids.get(record)),
      );
      expect(page.next).toBe(below.length > limit ? shown.at(-1)?.sequence : null);
    }),
  );

function viewDecision({
  direction,
  blockers,
  allowed,
}: {
  direction: string;
  allowed: boolean;
  blockers: { code: string }[];
}) {
  return { direction, allowed, blockers: blockers.map(({ code }) => code) };
}

function decisionOf(
  model: expected.Model,
  account: expected.ModelAccount,
  as: Role,
  target: expected.ModelVersion,
) {
  const blockers = expected.blockersOf(model, account, as, target).map(({ code }) => code);
  const direction = expected.directionOf(model, expected.currentOf(model, account), target);
  return { direction, allowed: blockers.length === 0, blockers };
}
