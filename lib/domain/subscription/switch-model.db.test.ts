import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  advanceCommand,
  assertChanges,
  createLapseCommand,
  decideCommand,
  dueCommand,
  requestCommand,
} from '@/tools/testing/switch-model/change-commands';
import type { Model } from '@/tools/testing/switch-model/model';
import { assertCachedStates, EntitlementObserver } from '@/tools/testing/switch-model/observe-entitlements';
import {
  addOnHistoryCommand,
  historyAtCommand,
  historyCommand,
  listCommand,
  previewCommand,
} from '@/tools/testing/switch-model/read-commands';
import {
  type Command,
  createCaller,
  createModelAndReal,
  expectedAddOnEntry,
  expectedEntry,
  normalizeAddOnEntry,
  normalizeEntry,
  type Real,
} from '@/tools/testing/switch-model/real-system';
import {
  clockCommand,
  concurrentSwitchCommand,
  grantCommand,
  includeAddOnCommand,
  keepVersionCommand,
  renameFeatureCommand,
  repriceAddOnsCommand,
  setFeatureCommand,
  switchCommand,
  toggleCommand,
  undoCommand,
  updateAddOnCommand,
  updateVersionCommand,
  usageCommand,
} from '@/tools/testing/switch-model/write-commands';
import { chooseSeed, sampleSize } from '@/tools/testing/test-scope';
import { openTestService } from '@/tools/testing/test-service';
import { listAddOnHistory } from '../history/add-on-changes';
import { listHistory } from '../history/history';

/** `SWITCH_MODEL_SEED` repeats the runs of a seed. `SWITCH_MODEL_RUNS` sets their number. */
const runCount = Number(process.env.SWITCH_MODEL_RUNS ?? sampleSize({ quick: 4, full: 80 }));
const { SWITCH_MODEL_SEED } = process.env;
const firstSeed = chooseSeed(SWITCH_MODEL_SEED);
const seeds = SWITCH_MODEL_SEED ? [firstSeed] : [firstSeed, firstSeed + 1];
const maxCommands = 100;

const { owner, service } = await openTestService();
let addOnChangeCount = 0;
let catalogChangeCount = 0;
let addOnCatalogChangeCount = 0;
let observationCount = 0;
let commandTotal = 0;

const lapseCommand = createLapseCommand(
  fc.oneof(
    updateVersionCommand,
    setFeatureCommand,
    keepVersionCommand,
    updateAddOnCommand,
    toggleCommand,
    grantCommand,
  ),
);

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: lapseCommand },
  { weight: 10, arbitrary: switchCommand },
  { weight: 1, arbitrary: concurrentSwitchCommand },
  { weight: 4, arbitrary: undoCommand },
  { weight: 5, arbitrary: requestCommand },
  { weight: 3, arbitrary: decideCommand },
  { weight: 5, arbitrary: dueCommand },
  { weight: 12, arbitrary: toggleCommand },
  { weight: 2, arbitrary: updateAddOnCommand },
  { weight: 6, arbitrary: repriceAddOnsCommand },
  { weight: 1, arbitrary: includeAddOnCommand },
  { weight: 4, arbitrary: previewCommand },
  { weight: 2, arbitrary: listCommand },
  { weight: 2, arbitrary: historyAtCommand },
  { weight: 2, arbitrary: historyCommand },
  { weight: 2, arbitrary: addOnHistoryCommand },
  { weight: 5, arbitrary: updateVersionCommand },
  { weight: 2, arbitrary: setFeatureCommand },
  { weight: 1, arbitrary: keepVersionCommand },
  { weight: 1, arbitrary: renameFeatureCommand },
  { weight: 2, arbitrary: grantCommand },
  { weight: 3, arbitrary: clockCommand },
  { weight: 2, arbitrary: advanceCommand },
  { weight: 3, arbitrary: usageCommand },
);

// Concurrent, because most of the time each seed waits for the database.
describe.concurrent('the service and the in-memory model return the same results for random commands', () => {
  test.each(seeds)(
    'seed %i',
    async (seed) => {
      let commandCount = 0;
      const anyCommands = fc.array(anyCommand, { minLength: 1, maxLength: maxCommands, size: 'max' });
      const conformsToModel = fc.asyncProperty(anyCommands, async (commands) => {
        const { model, real } = await createModelAndReal(owner, service);
        const observer = new EntitlementObserver(model, real);
        for (const run of commands) {
          await run(model, real);
          await observer.observe();
          await assertCachedStates(model, real);
        }
        await assertHistories(model, real);
        await assertChanges(model, real);
        observationCount += await observer.assertHistory();
        commandCount += commands.length;
        commandTotal += commands.length;
      });
      await fc.assert(conformsToModel, { seed, numRuns: Math.ceil(runCount / seeds.length) });
      console.log(
        `${commandCount} commands, ${addOnChangeCount} option changes, ${catalogChangeCount} catalog changes, ` +
          `${addOnCatalogChangeCount} of options, and ${observationCount} observed entitlements so far, SWITCH_MODEL_SEED=${seed}`,
      );
    },
    600_000,
  );

  // The counts are those of all seeds.
  afterAll(() => {
    expect(addOnChangeCount).toBeGreaterThan(0);
    expect(catalogChangeCount).toBeGreaterThan(0);
    expect(addOnCatalogChangeCount).toBeGreaterThan(0);
    expect(service.cache.credentials.hits).toBeGreaterThan(commandTotal);
  });
});

async function assertHistories(model: Model, real: Real): Promise<void> {
  for (const account of model.accounts) {
    const page = { limit: 1000, before: null };
    const { entries } = await listHistory(real.service, createCaller(real, account), page);
    const expected = account.history.toReversed().map((entry) => expectedEntry(model, account, entry));
    expect(entries.map(normalizeEntry)).toEqual(expected);
    catalogChangeCount += entries.flatMap(({ catalogChanges }) => catalogChanges).length;
    const addOns = await listAddOnHistory(real.service, createCaller(real, account), page);
    expect(addOns.entries.map(normalizeAddOnEntry)).toEqual(
      account.addOnHistory.toReversed().map((change) => expectedAddOnEntry(model, account, change)),
    );
    addOnChangeCount += addOns.entries.length;
    addOnCatalogChangeCount += addOns.entries.flatMap(({ catalogChanges }) => catalogChanges).length;
  }
}
