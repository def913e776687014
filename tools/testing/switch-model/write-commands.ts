import fc from 'fast-check';
import { expect } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import type { Queries } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import {
  previewSwitch,
  type SwitchInput,
  type SwitchOutcome,
  switchVersion,
  type UndoInput,
} from '@/lib/domain/changes/switch-version';
import { toApiError } from '@/lib/domain/to-api-error';
import { setUsage } from '@/lib/domain/usage/usage';
import { getActive, type ModelAddOn, type ModelPeriod, type ModelPrice } from './add-on-model';
import {
  applySwitch,
  getCurrentVersion,
  getTime,
  limitedFeature,
  type Model,
  type ModelAccount,
  type ModelContent,
  type ModelOutcome,
  type ModelSwitchInput,
  type ModelVersion,
} from './model';
import {
  type Command,
  changeCatalog,
  createCaller,
  createCommand,
  normalizeHistoryEntry,
  pick,
  type Real,
} from './real-system';
import { applyToggle } from './toggle-model';
import { applyUndo, findUndoBlockers, getUndoTarget } from './undo-model';

interface SwitchArguments {
  account: number;
  version: number;
  versionId: 'exact' | 'upper_case' | 'unknown';
  period: ModelPeriod | null;
  reason: string | null;
  idempotencyKey: string | null;
  /** The confirmed preview, counted from the most recent one; null for none. */
  preview: number | null;
}

const switchArguments: fc.Arbitrary<SwitchArguments> = fc.record({
  account: fc.nat(1),
  version: fc.nat(4),
  versionId: fc.oneof(
    { weight: 12, arbitrary: fc.constant('exact' as const) },
    { weight: 1, arbitrary: fc.constantFrom('upper_case' as const, 'unknown' as const) },
  ),
  period: fc.constantFrom(null, null, null, 'month' as const, 'year' as const),
  reason: fc.constantFrom(null, null, 'More room', 'Less to pay'),
  idempotencyKey: fc.constantFrom(null, null, 'a', 'b', 'c'),
  preview: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(3) }),
});

/** Switches an account, sometimes twice with the same request, as after a lost response. */
export const switchCommand: fc.Arbitrary<Command> = fc
  .tuple(switchArguments, fc.constantFrom(1, 1, 1, 2))
  .map(([args, times]) =>
    createCommand(`switch ${times} × ${fc.stringify(args)}`, async (model, real) => {
      const account = pick(model.accounts, args.account);
      const { input, revision } = createInput(model, real, args);
      for (let time = 0; time < times; time += 1) {
        const expected = applySwitch(model, account, input);
        assertOutcome(real, expected, await sendSwitch(real, account, input, revision));
      }
    }),
  );

/** Sends the same switch three times concurrently. The results equal those of three consecutive switches. */
export const concurrentSwitchCommand: fc.Arbitrary<Command> = switchArguments.map((args) =>
  createCommand(`concurrent switch ${fc.stringify(args)}`, async (model, real) => {
    const account = pick(model.accounts, args.account);
    const { input, revision } = createInput(model, real, args);
    const expected = [1, 2, 3].map(() => applySwitch(model, account, input));
    const results = await Promise.all([1, 2, 3].map(() => sendSwitch(real, account, input, revision)));
    const ordered = results.toSorted((a, b) => rankResult(a) - rankResult(b));
    for (const [index, result] of ordered.entries()) assertOutcome(real, pick(expected, index), result);
  }),
);

/** Undoes a switch, usually the newest, with or without the revision of a preview. */
export const undoCommand: fc.Arbitrary<Command> = fc
  .tuple(
    fc.nat(1),
    fc.constantFrom(0, 0, 0, 0, 1, 2),
    fc.constantFrom('none' as const, 'preview' as const, 'preview' as const, 'stale' as const),
    fc.constantFrom(null, null, 'a', 'b'),
    fc.constantFrom(1, 1, 2),
  )
  .map(([accountIndex, age, confirmed, idempotencyKey, times]) =>
    createCommand(
      `undo ${accountIndex} -${age} ${confirmed} ${idempotencyKey} ${times} ×`,
      async (model, real) => {
        const account = pick(model.accounts, accountIndex);
        const entry = pick(account.history, Math.max(0, account.history.length - 1 - age));
        const restore = real.entryIds.get(entry) ?? '';
        const target = getUndoTarget(model, entry);
        const historyLength = account.history.length;
        let ifMatch = confirmed === 'stale' ? 'unknown-revision' : null;
        if (confirmed === 'preview' && target) {
          const caller = createCaller(real, account);
          const preview = await previewSwitch(real.service, caller, target.id, { restore });
          const codes = preview.blockers.map(({ code }) => code);
          expect(codes).toEqual(findUndoBlockers(model, account, entry));
          ifMatch = preview.revision;
        }
        for (let time = 0; time < times; time += 1) {
          const isOutdated = ifMatch !== null && account.history.length !== historyLength;
          const stale = confirmed === 'stale' || isOutdated;
          const expected = applyUndo(model, account, {
            entry,
            idempotencyKey,
            confirmed: ifMatch,
            stale,
          });
          const requestHash = JSON.stringify(['restore', entry.sequence]);
          const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, requestHash };
          const input = { restore, reason: null, channel: 'api', ifMatch, idempotency };
          assertOutcome(real, expected, await sendChange(real, account, input));
        }
      },
    ),
  );

type SwitchResult = { errorCode: string } | SwitchOutcome;

/** Sorts the results of equal switches: the switch that was executed first comes first. */
function rankResult(result: SwitchResult): number {
  if ('errorCode' in result || result.replayed) return 2;
  return result.changed ? 0 : 1;
}

function createInput(
  model: Model,
  real: Real,
  args: SwitchArguments,
): { input: ModelSwitchInput; revision: string | null } {
  const { id } = pick(model.versions, args.version);
  const versionIds = { exact: id, upper_case: id.toUpperCase(), unknown: `${id}0` };
  const preview = [...real.evaluations].at(-1 - (args.preview ?? 0)) ?? [];
  const [revision = 'unknown-revision', confirmed = 'unknown evaluation'] =
    args.preview === null ? [null, null] : preview;
  const { period, reason, idempotencyKey } = args;
  return {
    input: { versionId: versionIds[args.versionId], period, reason, idempotencyKey, confirmed },
    revision,
  };
}

async function sendSwitch(
  real: Real,
  account: ModelAccount,
  { versionId, period, reason, idempotencyKey }: ModelSwitchInput,
  ifMatch: string | null,
): Promise<SwitchResult> {
  const requestHash = JSON.stringify([versionId, period, reason]);
  const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, requestHash };
  return sendChange(real, account, {
    versionId,
    billingPeriod: period,
    reason,
    channel: 'api',
    ifMatch,
    idempotency,
  });
}

async function sendChange(
  real: Real,
  account: ModelAccount,
  input: SwitchInput | UndoInput,
): Promise<SwitchResult> {
  try {
    return await switchVersion(real.service, createCaller(real, account), input);
  } catch (error) {
    return { errorCode: toApiError(error).code };
  }
}

function assertOutcome(real: Real, expected: ModelOutcome, result: SwitchResult): void {
  if ('errorCode' in expected || 'errorCode' in result) {
    expect(result).toEqual(expected);
    return;
  }
  const { entry, changed, replayed } = result;
  expect({ changed, replayed }).toEqual({ changed: expected.changed, replayed: expected.replayed });
  expect(normalizeHistoryEntry(entry)).toEqual(expected.entry);
  // The id of a new entry is unique, and does not change later.
  const knownId = real.entryIds.get(expected.entry);
  expect(entry.id).toBe(knownId ?? entry.id);
  if (knownId === undefined) expect([...real.entryIds.values()]).not.toContain(entry.id);
  real.entryIds.set(expected.entry, entry.id);
}

type VersionChange = Partial<Omit<ModelVersion, 'id' | 'tag' | 'featureKinds'>>;

const fee = fc.constantFrom(null, 0, 900, 2000);
const blocker = fc.constantFrom(null, null, 'Talk to us.', 'Your contract runs on.');
const versionChange: fc.Arbitrary<VersionChange> = fc.oneof(
  fc.record({ title: fc.constantFrom('Basic', 'Team', 'Business') }),
  fc.record({ description: fc.constantFrom('', 'For teams') }),
  fc.record({ fee, userFee: fee, annualFee: fc.constantFrom(null, 9000) }),
  fc.record({ active: fc.boolean() }),
  fc.record({ public: fc.boolean() }),
  fc.record({ entryBlocker: blocker }),
  fc.record({ exitBlocker: blocker }),
);

/** Changes texts, prices, visibility or blockers of a version. */
export const updateVersionCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.nat(4), versionChange)
  .map(([versionIndex, data]) =>
    createCommand(`update version ${versionIndex} ${fc.stringify(data)}`, async (model, real) => {
      const version = pick(model.versions, versionIndex);
      Object.assign(version, data);
      await changeCatalog(model, real, (queries) =>
        queries.version.updateMany({ where: { appId: real.app.id, id: version.id }, data }),
      );
    }),
  );

/** Versions that a run may have. */
const maxVersions = 9;

/**
 * Replaces a version by one with another price: accounts keep the old one, which is retired. The tags of replaced versions follow
 * that of the new one, newest first.
 */
export const keepVersionCommand: fc.Arbitrary<Command> = fc.tuple(fc.nat(4), fee).map(([versionIndex, fee]) =>
  createCommand(`keep version ${versionIndex} ${fee}`, async (model, real) => {
    const version = pick(model.versions, versionIndex);
    const { id: oldId, tag } = version;
    if (model.versions.length >= maxVersions || version.replaced) return;
    const replacement = { ...version, id: makeId('version'), fee, contents: { ...version.contents } };
    const retiredTag = `${tag}-${maxVersions - model.versions.length}`;
    Object.assign(version, { tag: retiredTag, active: false, replaced: true });
    model.versions.splice(model.versions.indexOf(version), 0, replacement);
    for (const { prices } of model.addOns) {
      const price = prices.get(oldId);
      if (price) prices.set(replacement.id, price);
    }
    await changeCatalog(model, real, async (queries) => {
      const where = { appId: real.app.id, versionId: oldId };
      const row = await queries.version.findFirstOrThrow({ where: { id: oldId } });
      const data = {
        catalogKey: `${row.catalogKey}~${retiredTag}`,
        tag: retiredTag,
        active: false,
        isDefault: false,
      };
      await queries.version.updateMany({
        where: { id: oldId },
        data: { ...data, replacedBy: replacement.id },
      });
      await queries.version.create({ data: { ...row, id: replacement.id, fee } });
      await queries.version.updateMany({
        where: { replacedBy: oldId },
        data: { replacedBy: replacement.id },
      });
      const toNew = <Row extends { versionId: string }>(rows: Row[]) =>
        rows.map((each) => ({ ...each, versionId: replacement.id }));
      await queries.versionFeature.createMany({
        data: toNew(await queries.versionFeature.findMany({ where })),
      });
      await queries.addOnVersion.createMany({ data: toNew(await queries.addOnVersion.findMany({ where })) });
    });
  }),
);

/** Turns an add-on on or off, or changes its quantity, sometimes twice with the same request. */
export const toggleCommand: fc.Arbitrary<Command> = fc
  .tuple(
    fc.nat(1),
    fc.nat(1),
    fc.constantFrom(true, true, false),
    fc.constantFrom(null, null, 1, 2, 3, 4),
    fc.constantFrom(null, null, null, 'b'),
    fc.constantFrom(1, 1, 2),
  )
  .map(([accountIndex, addOnIndex, active, quantity, idempotencyKey, times]) =>
    createCommand(
      `toggle ${accountIndex} ${addOnIndex} ${active} ${quantity} ${idempotencyKey} ${times} ×`,
      async (model, real) => {
        const account = pick(model.accounts, accountIndex);
        const { id: addOnId } = pick(model.addOns, addOnIndex);
        const requestHash = JSON.stringify([addOnId, active, quantity]);
        const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, requestHash };
        const input = { addOnId, active, quantity, reason: null, channel: 'api', ifMatch: null, idempotency };
        for (let time = 0; time < times; time += 1) {
          const expected = applyToggle(model, account, { addOnId, active, quantity, idempotencyKey });
          const result = await changeAddOn(real.service, createCaller(real, account), input).catch(
            (error) => ({ errorCode: toApiError(error).code }),
          );
          if ('errorCode' in expected || 'errorCode' in result) {
            expect(result).toEqual(expected);
            continue;
          }
          const { changed, replayed, changedAt } = result;
          expect({
            changed,
            replayed,
            quantity: result.quantity,
            changedAt: changedAt?.getTime() ?? null,
          }).toEqual({
            changed: expected.changed,
            replayed: expected.replayed,
            quantity: expected.change?.quantity ?? 0,
            changedAt: expected.change?.changedAt ?? null,
          });
        }
      },
    ),
  );

/** Null removes the add-on where it is offered. */
const addOnPrice = fc.constantFrom<ModelPrice | null>(
  null,
  { fee: null, annualFee: null },
  { fee: 300, annualFee: 3000 },
  { fee: 500, annualFee: null },
  { fee: null, annualFee: 700 },
  { fee: 0, annualFee: null },
);

/** Retires an add-on or add-ons it again, or changes its price for a version. */
export const updateAddOnCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.nat(1), fc.oneof(fc.boolean(), fc.record({ version: fc.nat(4), price: addOnPrice })))
  .map(([addOnIndex, change]) =>
    createCommand(`update offer ${addOnIndex} ${fc.stringify(change)}`, async (model, real) => {
      const addOn = pick(model.addOns, addOnIndex);
      if (typeof change !== 'boolean') {
        await setAddOnPrice(model, real, addOn, pick(model.versions, change.version).id, change.price);
        return;
      }
      addOn.active = change;
      await changeCatalog(model, real, (queries) =>
        queries.addOn.updateMany({ where: { id: addOn.id }, data: { active: change } }),
      );
    }),
  );

/** A change of an account's add-on, and new prices of those that it has on. In random order these rarely meet. */
export const repriceAddOnsCommand: fc.Arbitrary<Command> = fc
  .tuple(toggleCommand, fc.nat(1), addOnPrice)
  .map(([toggle, accountIndex, price]) =>
    createCommand(`${toggle}; reprice ${accountIndex} ${fc.stringify(price)}`, async (model, real) => {
      await toggle(model, real);
      const account = pick(model.accounts, accountIndex);
      const active = getActive(account.addOnHistory);
      const versionId = getCurrentVersion(model, account)?.id;
      for (const addOn of model.addOns) {
        if (versionId && active.has(addOn.id)) await setAddOnPrice(model, real, addOn, versionId, price);
      }
    }),
  );

async function setAddOnPrice(
  model: Model,
  real: Real,
  addOn: ModelAddOn,
  versionId: string,
  price: ModelPrice | null,
): Promise<void> {
  if (price) addOn.prices.set(versionId, price);
  else addOn.prices.delete(versionId);
  const row = { appId: real.app.id, addOnId: addOn.id, versionId };
  await changeCatalog(model, real, async (queries) => {
    await queries.addOnVersion.deleteMany({ where: row });
    if (price) await queries.addOnVersion.create({ data: { ...row, ...price } });
  });
}

/** Includes the feature of an add-on in a version, or removes it. */
export const includeAddOnCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.nat(1), fc.nat(4), fc.boolean())
  .map(([addOnIndex, versionIndex, included]) =>
    createCommand(`include offer ${addOnIndex} ${versionIndex} ${included}`, async (model, real) => {
      const { feature } = pick(model.addOns, addOnIndex);
      const version = pick(model.versions, versionIndex);
      if (included) version.contents[feature] = 'included';
      else delete version.contents[feature];
      const link = { appId: real.app.id, versionId: version.id, featureId: getFeatureId(real, feature) };
      await changeCatalog(model, real, async (queries) => {
        await queries.versionFeature.deleteMany({ where: link });
        if (included) await queries.versionFeature.create({ data: link });
      });
    }),
  );

const content = fc.constantFrom<ModelContent | null>(null, 'included', 'optional', 0, 20, 100, 'unlimited');

/** Makes a feature of a version included, with or without an amount, or optional, or removes it. */
export const setFeatureCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.nat(4), fc.nat(3), content)
  .map(([versionIndex, featureIndex, content]) =>
    createCommand(`set feature ${versionIndex} ${featureIndex} ${content}`, async (model, real) => {
      const version = pick(model.versions, versionIndex);
      const { humanId } = pick(model.features, featureIndex);
      if (content === null) delete version.contents[humanId];
      else version.contents[humanId] = content;
      const link = { appId: real.app.id, versionId: version.id, featureId: getFeatureId(real, humanId) };
      await changeCatalog(model, real, (queries) => writeContent(queries, link, content));
    }),
  );

async function writeContent(
  queries: Queries,
  link: { appId: string; versionId: string; featureId: string },
  content: ModelContent | null,
): Promise<void> {
  const { appId, versionId, featureId } = link;
  await queries.versionFeature.deleteMany({ where: link });
  await queries.addOnVersion.deleteMany({
    where: { appId, versionId, addOn: { features: { some: { featureId } } } },
  });
  if (content === null) return;
  if (content === 'optional') {
    const id = makeId('addOn');
    await queries.addOn.create({
      data: { appId, id, catalogKey: id, humanId: id, title: 'Offer', position: 0 },
    });
    await queries.addOnFeature.create({ data: { appId, addOnId: id, featureId, effect: 'include' } });
    await queries.addOnVersion.create({ data: { appId, addOnId: id, versionId } });
    return;
  }
  const amount = typeof content === 'number' ? content : null;
  await queries.versionFeature.create({ data: { ...link, amount, unlimited: content === 'unlimited' } });
}

export const renameFeatureCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.nat(3), fc.constantFrom('Reports', 'Search', 'Support'))
  .map(([featureIndex, title]) =>
    createCommand(`rename feature ${featureIndex} ${title}`, async (model, real) => {
      const feature = pick(model.features, featureIndex);
      feature.title = title;
      const where = { appId: real.app.id, id: getFeatureId(real, feature.humanId) };
      await changeCatalog(model, real, (queries) => queries.feature.updateMany({ where, data: { title } }));
    }),
  );

/** Grants a version to an account, or revokes the grant. */
export const grantCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.nat(1), fc.nat(4), fc.boolean())
  .map(([accountIndex, versionIndex, granted]) =>
    createCommand(`grant ${accountIndex} ${versionIndex} ${granted}`, async (model, real) => {
      const account = pick(model.accounts, accountIndex);
      const { id: versionId } = pick(model.versions, versionIndex);
      if (granted) account.granted.add(versionId);
      else account.granted.delete(versionId);
      const grant = { appId: real.app.id, accountId: account.id, versionId };
      await withTenant(real.owner, { appId: real.app.id, accountId: account.id }, async (queries) => {
        await queries.versionGrant.deleteMany({ where: grant });
        if (granted) await queries.versionGrant.create({ data: grant });
      });
    }),
  );

const secondMs = 1000;
const hourMs = 3600 * secondMs;

/** Moves the clock forwards or backwards. */
/** Reports what an account uses. */
export const usageCommand: fc.Arbitrary<Command> = fc
  .tuple(fc.nat(1), fc.constantFrom(0, 10, 50, 150))
  .map(([accountIndex, amount]) =>
    createCommand(`usage ${accountIndex} ${amount}`, async (model, real) => {
      const account = pick(model.accounts, accountIndex);
      const isLimit = model.versions.some(
        ({ contents: { [limitedFeature]: content } }) =>
          typeof content === 'number' || content === 'unlimited',
      );
      const report = { account: account.externalId, amounts: { [limitedFeature]: amount }, reportedAt: null };
      const result = await setUsage(real.service, { app: real.app }, report).catch((error) => ({
        errorCode: toApiError(error).code,
      }));
      if (!isLimit) return expect(result).toEqual({ errorCode: 'parameter_unknown' });
      const at = getTime(model, account);
      if (at >= account.usage.at) account.usage = { amount, at };
      expect(result).toMatchObject({ amounts: { [limitedFeature]: account.usage.amount } });
    }),
  );

export const clockCommand: fc.Arbitrary<Command> = fc
  .constantFrom(1, secondMs, hourMs, 25 * hourMs, -hourMs, -secondMs)
  .map((offsetMs) =>
    createCommand(`clock ${offsetMs}`, async (model, real) => {
      model.now += offsetMs;
      real.setClock(model.now);
    }),
  );

function getFeatureId({ featureIds }: Real, humanId: string): string {
  const id = featureIds.get(humanId);
  if (!id) throw new Error(`The app has no feature ${humanId}.`);
  return id;
}
