import fc from 'fast-check';
import type { ModelVersion } from './model';
import { asOwner, pick, type Real, type Step } from './real';
import { named } from './switch-commands';

type Edit = Partial<Omit<ModelVersion, 'id' | 'tag' | 'cells'>>;

const fee = fc.constantFrom(null, 0, 900, 2000);
const guard = fc.constantFrom(null, null, 'Talk to us.', 'Your contract runs on.');
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ title: fc.constantFrom('Basic', 'Team', 'Business') }),
  fc.record({ description: fc.constantFrom('', 'For teams') }),
  fc.record({ fee, userFee: fee }),
  fc.record({ active: fc.boolean() }),
  fc.record({ public: fc.boolean() }),
  fc.record({ entryBlocker: guard }),
  fc.record({ exitBlocker: guard }),
);

/** Renames, reprices, retires, hides or guards a version. */
export const editStep: fc.Arbitrary<Step> = fc.tuple(fc.nat(4), edit).map(([number, data]) =>
  named(`edit ${number} ${fc.stringify(data)}`, async (model, real) => {
    const version = pick(model.versions, number);
    Object.assign(version, data);
    await asOwner(real, null, (queries) =>
      queries.version.updateMany({ where: { appId: real.app.id, id: version.id }, data }),
    );
  }),
);

/** Includes, offers or drops a feature of a version. */
export const cellStep: fc.Arbitrary<Step> = fc
  .tuple(fc.nat(4), fc.nat(3), fc.constantFrom(null, 'included' as const, 'optional' as const))
  .map(([versionNumber, featureNumber, kind]) =>
    named(`cell ${versionNumber} ${featureNumber} ${kind}`, async (model, real) => {
      const version = pick(model.versions, versionNumber);
      const { humanId } = pick(model.features, featureNumber);
      if (kind === null) delete version.cells[humanId];
      else version.cells[humanId] = kind;
      const cell = { appId: real.app.id, versionId: version.id, featureId: featureId(real, humanId) };
      await asOwner(real, null, async (queries) => {
        await queries.versionFeature.deleteMany({ where: cell });
        if (kind !== null) await queries.versionFeature.create({ data: { ...cell, kind } });
      });
    }),
  );

export const renameFeatureStep: fc.Arbitrary<Step> = fc
  .tuple(fc.nat(3), fc.constantFrom('Reports', 'Search', 'Support'))
  .map(([number, title]) =>
    named(`rename feature ${number} ${title}`, async (model, real) => {
      const feature = pick(model.features, number);
      feature.title = title;
      const where = { appId: real.app.id, id: featureId(real, feature.humanId) };
      await asOwner(real, null, (queries) => queries.feature.updateMany({ where, data: { title } }));
    }),
  );

/** Opens a version to one account, or closes it again. */
export const grantStep: fc.Arbitrary<Step> = fc
  .tuple(fc.nat(1), fc.nat(4), fc.boolean())
  .map(([accountNumber, versionNumber, granted]) =>
    named(`grant ${accountNumber} ${versionNumber} ${granted}`, async (model, real) => {
      const account = pick(model.accounts, accountNumber);
      const { id: versionId } = pick(model.versions, versionNumber);
      if (granted) account.granted.add(versionId);
      else account.granted.delete(versionId);
      const grant = { appId: real.app.id, accountId: account.id, versionId };
      await asOwner(real, account.id, async (queries) => {
        await queries.versionGrant.deleteMany({ where: grant });
        if (granted) await queries.versionGrant.create({ data: grant });
      });
    }),
  );

const second = 1000;
const hour = 3600 * second;

/** Time goes on, stands still, or is set back. */
export const clockStep: fc.Arbitrary<Step> = fc
  .constantFrom(1, second, hour, 25 * hour, -hour, -second)
  .map((by) =>
    named(`clock ${by}`, async (model, real) => {
      model.clock += by;
      real.setClock(model.clock);
    }),
  );

function featureId({ featureIds }: Real, humanId: string): string {
  const id = featureIds.get(humanId);
  if (!id) throw new Error(`There is no feature ${humanId}.`);
  return id;
}
