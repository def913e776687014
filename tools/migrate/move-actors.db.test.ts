import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withClient, withScratchDatabase } from '@/tools/postgres/scratch-database';
import { migrate, migrationsFolder } from './migrate';

const migration = readdirSync(migrationsFolder).find((name) => name.endsWith('_actors')) ?? '';

/** Applies the migrations before that of `actors`. */
async function migrateBefore(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  for (const name of readdirSync(migrationsFolder)) {
    if (name < migration || name.endsWith('.toml')) {
      cpSync(join(migrationsFolder, name), join(folder, name), { recursive: true });
    }
  }
  await migrate(url, { folder });
  rmSync(folder, { recursive: true });
}

const accounts = ['acc_1', 'acc_2'];

/** The rows are those of both accounts. */
const insertRows = accounts.map(
  (account) => `
  SET tenant.app_id = 'app_1'; SET tenant.account_id = '${account}';
  INSERT INTO accounts (app_id, id, title) VALUES ('app_1', '${account}', 'Acme');
  INSERT INTO api_keys (app_id, id, account_id, name, prefix, secret_hash)
    VALUES ('app_1', 'key_${account}', '${account}', 'Laptop', 'avk_', '${account}');
  INSERT INTO version_snapshots (app_id, digest, version_id, title, description, tag, currency, billing_period, features)
    VALUES ('app_1', 'd', 'ver_1', '', '', '', 'USD', 'month', '[]') ON CONFLICT DO NOTHING;
  INSERT INTO activations (app_id, account_id, sequence, id, version_id, snapshot_digest, direction, activated_at, actor_kind,
    actor_id, actor_name, actor_user_id, channel)
    SELECT 'app_1', '${account}', n, 'avh_' || n, 'ver_1', 'd', 'none', to_timestamp(n), kind::actor_kind, id, name, user_id, 'api'
    FROM (VALUES (1, 'operator', NULL, 'Operator', NULL), (2, 'session', 'pse_1', 'Ada', 'u1'), (3, 'key', 'key_x', 'Back end', NULL),
      (4, 'key', 'key_x', 'Grace', 'u2'), (5, 'key', 'key_${account}', 'Laptop', NULL), (6, 'session', 'pse_2', 'Ada', NULL),
      (7, 'key', 'key_x', 'Ada', 'u1')) AS r (n, kind, id, name, user_id);
  INSERT INTO add_on_changes (app_id, account_id, sequence, id, add_on_id, active, cause, version_id, title, currency,
    billing_period, account_billing_period, features, changed_at, actor_kind, actor_id, actor_name, actor_user_id, channel)
    VALUES ('app_1', '${account}', 1, 'aoh_1', 'off_1', true, 'toggle', 'ver_1', '', 'USD', 'month', 'month', '[]', to_timestamp(0),
      'session', 'pse_3', 'Alan', 'u3', 'portal');`,
);

test('names of existing rows move to actors, and nothing else changes', async () => {
  await withScratchDatabase(process.env.DATABASE_URL ?? '', async (url) => {
    await migrateBefore(url);
    await withClient(url, async (client) => {
      const read = async (account: string) => {
        await client.query(`SET tenant.app_id = 'app_1'; SET tenant.account_id = '${account}'`);
        const activations = await client.query(
          'SELECT to_jsonb(h) AS row FROM activations h ORDER BY sequence',
        );
        const changes = await client.query('SELECT to_jsonb(o) AS row FROM add_on_changes o');
        return [...activations.rows, ...changes.rows].map(
          ({ row: { actor_name, actor_user_id, actor_ref = null, ...row } }) => ({
            row,
            actor: [actor_name, actor_user_id, actor_ref],
          }),
        );
      };
      await client.query(`INSERT INTO apps (id, slug, title) VALUES ('app_1', 'app', 'App')`);
      for (const sql of insertRows) await client.query(sql);
      const before = await read('acc_2');
      await migrate(url);
      for (const account of accounts) {
        const rows = await read(account);
        expect(rows.map(({ actor }) => actor)).toEqual([
          ['Operator', null, null],
          ['', null, 2],
          ['Back end', null, null],
          ['', null, 3],
          ['', null, 4],
          ['', null, 5],
          ['', null, 2],
          ['', null, 1],
        ]);
        const { rows: actors } = await client.query('SELECT id, name, user_id FROM actors ORDER BY id');
        expect(actors.map(({ id, name, user_id }) => [id, name, user_id])).toEqual([
          [1, 'Alan', 'u3'],
          [2, 'Ada', 'u1'],
          [3, 'Grace', 'u2'],
          [4, 'Laptop', null],
          [5, 'Ada', null],
        ]);
      }
      expect((await read('acc_2')).map(({ row }) => row)).toEqual(before.map(({ row }) => row));
      await expect(client.query('DELETE FROM activations')).rejects.toThrow('append-only');
      await expect(client.query('UPDATE add_on_changes SET active = false')).rejects.toThrow('append-only');
    });
  });
});
