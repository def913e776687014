import { expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { withTenant } from '@/lib/db/connection/tenant';
import { purgeExpired } from '@/lib/db/due-work';
import { insertEvent } from '@/lib/db/events';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { openTestDatabase } from '@/tools/testing/test-service';

const { owner, openAs } = await openTestDatabase();
const [runtime, observer] = [openAs('runtime'), openAs('observer')];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ago = (ms: number) => new Date(Date.now() - ms);

test('expired rows of all tenants are deleted in batches, and no others', async () => {
  for (let index = 0; index < 2; index += 1) {
    const app = await buildApp(owner, { versions: 1 });
    const account = await buildAccount(owner, app);
    const tenant = { appId: app.id, accountId: account.id };
    const record = { ...tenant, requestHash: 'x', resultId: 'avh_x', changed: true };
    const session = { ...tenant, role: 'owner', actorName: 'Ada' } as const;
    const key = { ...tenant, role: 'owner', name: 'key', prefix: 'avk_' } as const;
    const row = () => ({ id: makeId('event'), secretHash: makeId('event') });
    await withTenant(owner, tenant, async (queries) => {
      await queries.idempotencyRecord.createMany({
        data: [
          ...Array.from({ length: 25 }, (_, n) => ({ ...record, key: `old ${n}`, expiresAt: ago(1000) })),
          { ...record, key: 'kept', expiresAt: ago(-hourMs) },
        ],
      });
      const response = { appId: app.id, credentialId: 'key_x', requestHash: 'x' };
      await queries.idempotentResponse.createMany({
        data: [
          { ...response, key: 'old', expiresAt: ago(1000) },
          { ...response, key: 'kept', expiresAt: ago(-hourMs) },
        ],
      });
      await queries.portalSession.createMany({
        data: [
          { ...session, ...row(), actorName: 'old', expiresAt: ago(dayMs + hourMs) },
          { ...session, ...row(), actorName: 'kept', expiresAt: ago(dayMs - hourMs) },
        ],
      });
      await queries.apiKey.createMany({
        data: [
          { ...key, ...row(), name: 'old', revokedAt: ago(31 * dayMs) },
          { ...key, ...row(), name: 'kept', revokedAt: ago(29 * dayMs) },
          { ...key, ...row(), name: 'kept', expiresAt: ago(100 * dayMs) },
        ],
      });
      const change = {
        ...tenant,
        versionId: 'avv_x',
        billingPeriod: 'month',
        atPeriodEnd: false,
        origin: 'product',
        // Its insertion is no event.
        batchId: 'mov_x',
        confirmed: {},
        actorKind: 'key',
        actorName: '',
        channel: 'api',
        createdAt: ago(100 * dayMs),
        outcome: 'expired',
        revision: 1,
      } as const;
      await queries.accountChange.createMany({
        data: [
          { ...change, id: makeId('accountChange'), reason: 'old', endedAt: ago(91 * dayMs) },
          { ...change, id: makeId('accountChange'), reason: 'kept', endedAt: ago(89 * dayMs) },
          {
            ...change,
            ...{ id: makeId('accountChange'), reason: 'kept', outcome: null, waitsFor: 'owner' },
            expiresAt: ago(-dayMs),
          },
        ],
      });
      const endpoint = {
        appId: app.id,
        id: makeId('webhookEndpoint'),
        url: 'https://host.example/',
        dispatchedXid: 2n ** 62n,
      };
      await queries.webhookEndpoint.create({ data: endpoint });
      for (const [type, days] of [
        ['old', 91],
        ['kept', 89],
      ] as const) {
        const id = makeId('event');
        await insertEvent(queries, {
          ...tenant,
          id,
          sequence: 1,
          type,
          occurredAt: ago(days * dayMs),
          data: {},
        });
        await queries.webhookDelivery.create({
          data: {
            ...tenant,
            endpointId: endpoint.id,
            eventId: id,
            eventXid: 0,
            eventType: type,
            lane: '',
            createdAt: ago(days * dayMs),
          },
        });
      }
    });
  }
  let batches = 1;
  while (await purgeExpired(runtime.pool, 10)) batches += 1;
  expect(batches).toBe(6);
  expect((await observer.idempotencyRecord.findMany()).map(({ key }) => key)).toEqual(['kept', 'kept']);
  expect((await observer.idempotentResponse.findMany()).map((each) => each.key)).toEqual(['kept', 'kept']);
  expect((await observer.portalSession.findMany()).map(({ actorName }) => actorName)).toEqual([
    'kept',
    'kept',
  ]);
  expect((await observer.apiKey.findMany()).map(({ name }) => name)).toEqual(Array(4).fill('kept'));
  expect((await observer.event.findMany()).map(({ type }) => type)).toEqual(['kept', 'kept']);
  expect((await observer.webhookDelivery.findMany()).map(({ eventType }) => eventType)).toEqual([
    'kept',
    'kept',
  ]);
  expect((await observer.accountChange.findMany()).map(({ reason }) => reason)).toEqual(
    Array(4).fill('kept'),
  );
});
