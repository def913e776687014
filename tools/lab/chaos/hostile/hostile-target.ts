import type pg from 'pg';
import { makeId } from '@/lib/contract/ids';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { withClient } from '@/tools/postgres/scratch-database';
import { type ChaosEnvironment, createChaosAccounts, versionSpecs } from '../chaos-environment';
import type { AttackTarget } from './attack-client';

/** As many deliveries of an endpoint are sent at a time. */
const accountCount = 8;
const largeAccountCount = 4;
/** Their changes take the worker several seconds. */
const wideAccountCount = 999;

/** Creates the apps of the attacker. `deliveries` is the number of open deliveries of an endpoint, and of events. */
export async function createTarget(
  environment: ChaosEnvironment,
  deliveries: number,
): Promise<Omit<AttackTarget, 'port' | 'network'>> {
  const { owner, logPath = '' } = environment;
  const app = await buildApp(owner, { versions: versionSpecs, features: 9 });
  const accountIds = await createChaosAccounts(owner, app, accountCount);
  const versionIds = app.versions.slice(1, 3).map(({ id }) => id);
  return {
    app: { host: app.host, appKey: await buildKey(owner, { app }), accountIds, versionIds },
    largeApp: await createLargeApp(environment, deliveries),
    wideApp: await createWideApp(environment),
    logPath,
  };
}

/** Creates an app with many accounts like one that is built. */
async function createWideApp({ owner, database }: ChaosEnvironment): Promise<AttackTarget['wideApp']> {
  const app = await buildApp(owner, { versions: versionSpecs, features: 9 });
  const { id } = await buildAccount(owner, app);
  await withClient(database.url, async (client) => {
    await setTenant(client, app.id, '');
    await client.query(
      `INSERT INTO accounts (app_id, id, title)
       SELECT $1, 'acc_' || lpad(n::text, 26, '0'), 'Account' FROM generate_series(1, $2::int) AS n`,
      [app.id, wideAccountCount],
    );
    await client.query(`SELECT set_config('tenant.all_accounts', 'on', false)`);
    await client.query(
      `INSERT INTO account_history (app_id, account_id, sequence, version_sequence, id, version_id, snapshot_digest, direction, changed_at,
         actor_kind, actor_name, channel, billing_period, users, command, kind, add_on_sequence)
       SELECT t.app_id, a.id, 1, 1, 'avh_' || right(a.id, 26), t.version_id, t.snapshot_digest, t.direction, t.changed_at,
         'operator', 'Operator', 'command', t.billing_period, t.users, t.command, t.kind, t.add_on_sequence
       FROM account_history t JOIN accounts a USING (app_id) WHERE t.app_id = $1 AND t.account_id = $2 AND a.id <> $2`,
      [app.id, id],
    );
  });
  const versionIds = app.versions.map((version) => version.id);
  return { appKey: await buildKey(owner, { app }), versionIds, accounts: wideAccountCount };
}

async function createLargeApp(
  { owner, database }: ChaosEnvironment,
  deliveries: number,
): Promise<AttackTarget['largeApp']> {
  const app = await buildApp(owner, { versions: versionSpecs, features: 9 });
  const history = [...app.versions.slice(0, 2), ...app.versions.slice(0, 1)];
  const accountIds: string[] = [];
  const endpoints: AttackTarget['largeApp']['endpoints'] = [];
  await withClient(database.url, async (client) => {
    while (accountIds.length < largeAccountCount) {
      const { id } = await buildAccount(owner, app, { history });
      await extendHistory(
        client,
        { appId: app.id, accountId: id },
        Math.ceil(deliveries / largeAccountCount),
      );
      accountIds.push(id);
    }
    await setTenant(client, app.id, '');
    while (endpoints.length < 2) endpoints.push(await createQueue(client, app.id));
    await client.query('ANALYZE account_history, events, webhook_deliveries');
  });
  return { appKey: await buildKey(owner, { app }), accountIds, endpoints };
}

async function setTenant(client: pg.Client, appId: string, accountId: string): Promise<void> {
  await client.query(
    `SELECT set_config('tenant.app_id', $1, false), set_config('tenant.account_id', $2, false)`,
    [appId, accountId],
  );
}

/** Adds entries to a history of three, each with its event. */
async function extendHistory(
  client: pg.Client,
  { appId, accountId }: { appId: string; accountId: string },
  entries: number,
): Promise<void> {
  await setTenant(client, appId, accountId);
  await client.query(
    `INSERT INTO account_history (app_id, account_id, sequence, version_sequence, id, version_id, snapshot_digest, previous_digest,
       direction, changed_at, actor_kind, actor_id, actor_name, channel, reason, billing_period, users, command, kind,
       add_on_sequence)
     SELECT app_id, account_id, s, s, 'avh_' || lpad(s::text, 13, '0') || right(account_id, 13), version_id,
       snapshot_digest, previous_digest, direction, changed_at, actor_kind, actor_id, actor_name, channel,
       repeat('A long reason. ', 30), billing_period, users, command, kind, add_on_sequence
     FROM account_history t JOIN generate_series(4, $1::int + 3) AS s ON t.sequence = 2 + s % 2`,
    [entries],
  );
  await client.query(
    `INSERT INTO events (app_id, id, account_id, sequence, history_sequence, type, occurred_at)
     SELECT app_id, event_id(id), account_id, sequence, sequence, 'account.version_switched', now()
     FROM account_history WHERE account_id = $1 AND sequence > 3`,
    [accountId],
  );
}

/** Creates an endpoint with an open delivery of each event of the app. None is due. */
async function createQueue(
  client: pg.Client,
  appId: string,
): Promise<AttackTarget['largeApp']['endpoints'][number]> {
  const id = makeId('webhookEndpoint');
  await client.query(
    `INSERT INTO webhook_endpoints (app_id, id, url, dispatched_xid)
     VALUES ($1, $2, 'http://127.0.0.1:9/webhooks', pg_current_xact_id()::text::bigint)`,
    [appId, id],
  );
  // The first of each account waits, the others are queued behind it.
  const { rows } = await client.query<{ event_id: string; state: string }>(
    `INSERT INTO webhook_deliveries (app_id, endpoint_id, event_id, event_xid, event_type, account_id, lane, state, next_at)
     SELECT app_id, $2, id, xid, type, account_id, account_id,
       CASE WHEN sequence = 4 THEN 'waiting' ELSE 'queued' END::delivery_state, now() + interval '1 day'
     FROM events WHERE app_id = $1
     RETURNING event_id, state`,
    [appId, id],
  );
  return { id, headId: rows.find(({ state }) => state === 'waiting')?.event_id ?? '' };
}
