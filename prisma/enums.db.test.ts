import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditTypes } from '@/lib/contract/audit';
import { roles } from '@/lib/contract/current-user';
import { editionNoteSchema } from '@/lib/contract/edition-notes';
import * as enums from '@/lib/contract/enums';
import { eventTypes } from '@/lib/contract/events';
import { downgradePolicies, exceedingEffects } from '@/lib/contract/price-list-keys';
import { readDeliveryQueue } from '@/lib/db/due-work';
import { limitTypes } from '@/lib/price-list/parse/pricing2yaml';
import { openTestDatabase } from '@/tools/testing/test-service';

const { owner } = await openTestDatabase();

const sort = (lists: Record<string, readonly string[]>) =>
  Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.toSorted()]));

test('the enums of the database have the values of the contract', async () => {
  const rows = await owner.$queryRaw<{ name: string; values: string[] }[]>`
    SELECT t.typname::text AS name, array_agg(e.enumlabel::text) AS values
    FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid GROUP BY t.typname`;
  expect(sort(Object.fromEntries(rows.map(({ name, values }) => [name, values])))).toEqual(
    sort({
      activation_kind: enums.historyKinds,
      actor_kind: enums.actorKinds,
      add_on_effect: ['include', ...enums.limitChanges],
      better_amount: enums.betterAmounts,
      billing_period: enums.billingPeriods,
      change_approver: enums.changeApprovers,
      change_origin: enums.changeOrigins,
      change_outcome: enums.changeOutcomes,
      delivery_state: enums.deliveryStates,
      direction: enums.directions,
      downgrade_policy: downgradePolicies,
      exceeding_limit: exceedingEffects,
      grant_source: enums.grantSources,
      limit_type: limitTypes.map((type) => type.toLowerCase()),
      pays: enums.paysValues,
      role: roles,
      users_manager: enums.usersManagers,
    }),
  );
});

test('the check constraints on texts have the values of the contract', async () => {
  const rows = await owner.$queryRaw<{ name: string; definition: string }[]>`
    SELECT conname::text AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE contype = 'c' AND pg_get_constraintdef(oid) LIKE '%ANY (ARRAY[%'`;
  const checked = rows.map(({ name, definition }) => [
    name,
    [...definition.matchAll(/'(\w+)'/g)].map(([, value = '']) => value),
  ]);
  expect(sort(Object.fromEntries(checked))).toEqual(
    sort({
      account_changes_trial: enums.trialChanges,
      catalog_editions_ends_existing: enums.existingDecisions,
      edition_notes_kind: editionNoteSchema.shape.kind.options,
    }),
  );
});

test('the SQL functions name types of events and of audit entries', () => {
  const folder = new URL('./sql/', import.meta.url);
  const text = readdirSync(folder)
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join();
  // Settings of a transaction have the same form.
  const named = [...text.matchAll(/'(?!tenant\.)([a-z_]+\.[a-z_]+)'/g)].map(([, name = '']) => name);
  expect(named).toContain('account.version_switched');
  const types: string[] = [...eventTypes, ...auditTypes];
  expect(named.filter((name) => !types.includes(name))).toEqual([]);
});

test('the disabled webhook endpoints are counted for each reason', async () => {
  const { disabled } = await readDeliveryQueue(owner.pool);
  expect(Object.keys(disabled).toSorted()).toEqual(enums.disabledReasons.toSorted());
});
