import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openClient } from '@/lib/db/client';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import * as catalog from '@/tools/testing/switch-model/catalog-commands';
import type { Model } from '@/tools/testing/switch-model/model';
import * as read from '@/tools/testing/switch-model/read-commands';
import { callerOf, expectRecord, type Real, type Step, viewRecord } from '@/tools/testing/switch-model/real';
import { crowdStep, switchStep } from '@/tools/testing/switch-model/switch-commands';
import { createTestDatabase, type TestDatabase } from '@/tools/testing/test-database';
import { listHistory } from './history';
import { closeService, openService, type Service } from './service';

/** `SWITCH_MODEL_SEED` repeats the runs of one seed, `SWITCH_MODEL_RUNS` asks for more of them. */
const runs = Number(process.env.SWITCH_MODEL_RUNS ?? 80);
const seeds = chooseSeeds(process.env.SWITCH_MODEL_SEED);
const stepsOfRun = 90;

let database: TestDatabase;
let owner: Database;
let service: Service;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openClient(database.url, { as: 'owner' });
  service = openService(database.url);
});

afterAll(async () => {
  await owner.$disconnect();
  await closeService(service);
  await database.drop();
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: switchStep },
  { weight: 1, arbitrary: crowdStep },
  { weight: 4, arbitrary: read.previewStep },
  { weight: 2, arbitrary: read.listStep },
  { weight: 2, arbitrary: read.momentStep },
  { weight: 2, arbitrary: read.historyStep },
  { weight: 5, arbitrary: catalog.editStep },
  { weight: 1, arbitrary: catalog.cellStep },
  { weight: 1, arbitrary: catalog.renameFeatureStep },
  { weight: 2, arbitrary: catalog.grantStep },
  { weight: 3, arbitrary: catalog.clockStep },
);

// Side by side, because each waits for the database most of the time.
describe.concurrent('the service does what a model in memory does, step by step', () => {
  test.each(seeds)(
    'seed %i',
    async (seed) => {
      let steps = 0;
      const histories = fc.array(step, { minLength: 1, maxLength: stepsOfRun, size: 'max' });
      const keepsToModel = fc.asyncProperty(histories, async (taken) => {
        const { model, real } = await begin();
        for (const take of taken) await take(model, real);
        await compareWhole(model, real);
        steps += taken.length;
      });
      await fc.assert(keepsToModel, { seed, numRuns: runs / seeds.length });
      console.log(`${steps} steps, SWITCH_MODEL_SEED=${seed}`);
    },
    600_000,
  );
});

async function begin(): Promise<{ model: Model; real: Real }> {
  const app = await buildApp(owner, {
    versions: [
      { fee: 0, features: [1] },
      { fee: 900, features: [1, 2], optional: [{ feature: 3 }] },
      { fee: null, userFee: 500, features: [2, 3] },
      { fee: null, features: [1, 2, 3, 4] },
      { fee: 2000, public: false, features: [4] },
    ],
    features: 4,
  });
  const clock = { now: Date.now() };
  const real: Real = {
    service: { ...service, recordTime: () => clock.now },
    owner,
    app,
    featureIds: new Map(app.features.map(({ humanId, id }) => [humanId, id])),
    setClock: (milliseconds) => {
      clock.now = milliseconds;
    },
    revisions: new Map(),
    ids: new Map(),
  };
  const model = modelOf(app, clock.now);
  for (let number = 0; number < 2; number += 1) {
    const { id } = await buildAccount(owner, app);
    const account = { id, history: [], granted: new Set<string>(), kept: new Map() };
    const { entries: records } = await listHistory(service, callerOf(real, account), {
      limit: 2,
      before: null,
    });
    const [first] = records;
    if (!first || records.length > 1) throw new Error('An account begins with one record.');
    const { record } = viewRecord(first);
    model.accounts.push({ ...account, history: [record] });
    real.ids.set(record, first.activation.id);
  }
  return { model, real };
}

/** The model's catalogue, by the same builder's words. */
function modelOf(app: BuiltApp, clock: number): Model {
  const kinds = [
    { 'feature-1': 'included' },
    { 'feature-1': 'included', 'feature-2': 'included', 'feature-3': 'optional' },
    { 'feature-2': 'included', 'feature-3': 'included' },
    { 'feature-1': 'included', 'feature-2': 'included', 'feature-3': 'included', 'feature-4': 'included' },
    { 'feature-4': 'included' },
  ] as const;
  return {
    versions: app.versions.map((version, index) => ({ ...version, cells: { ...kinds[index] } })),
    features: app.features.map(({ humanId, title }) => ({ humanId, title })),
    accounts: [],
    clock,
  };
}

async function compareWhole(model: Model, real: Real): Promise<void> {
  for (const account of model.accounts) {
    const page = { limit: 1000, before: null };
    const { entries: records } = await listHistory(real.service, callerOf(real, account), page);
    const expected = account.history.toReversed().map((record) => expectRecord(account, record));
    expect(records.map(viewRecord)).toEqual(expected);
  }
}

function chooseSeeds(wanted: string | undefined): number[] {
  if (wanted) return [Number(wanted)];
  const first = Date.now() % 2 ** 30;
  return [first, first + 1, first + 2, first + 3];
}
