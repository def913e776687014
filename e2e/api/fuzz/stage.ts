import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/data/client';
import { checkChain } from '@/lib/ops/chaos/check-history';
import { historyBody } from '@/lib/ops/chaos/http-client';
import { buildAccount } from '@/prisma/builders/build-account';
import { buildApp } from '@/prisma/builders/build-app';
import { buildKey } from '@/prisma/builders/build-credential';
import { buildStage, type Stage } from '../matrix/stage';
import { sendOverWire } from '../wire';

/** Two apps that are asked of, and one of which nobody has a key. */
export interface FuzzStage extends Stage {
  bystander: { appId: string; names: Record<string, { id: string; title: string }> };
  /** What stands in generated text for ids of this run. */
  ids: Record<string, string>;
  /** A key that holds. */
  key: string;
}

export async function buildFuzzStage(db: Database): Promise<FuzzStage> {
  const stage = await buildStage(db);
  const { ours, theirs, versions } = stage;
  const mark = makeId('app').slice(4);
  const app = await buildApp(db, { title: `Bystander ${mark}`, versions: [{ title: `Unasked ${mark}` }] });
  const account = await buildAccount(db, app, { title: `Nobody ${mark}` });
  return {
    ...stage,
    bystander: {
      appId: app.id,
      names: { 'a bystander': app, 'its version': app.versions[0]!, 'its account': account },
    },
    ids: {
      ...Object.fromEntries(Object.entries(versions).map(([name, { id }]) => [name, id])),
      account: ours.account.id,
      neighbour: ours.neighbour.id,
      theirAccount: theirs.account.id,
    },
    key: await buildKey(db, { app: ours.app, account: ours.account }),
  };
}

/** Puts the ids of this run where the generated text has `<their name>`. */
export function fillIn({ ids, key }: FuzzStage, text: string): string {
  return text.replace(/<(\w+)>/g, (whole, name) => (name === 'key' ? key : (ids[name] ?? whole)));
}

/** Everything that no request may have changed: all rows of the bystander, and the catalogues of the others. */
export async function readUnchangeable({ ours, theirs, bystander }: FuzzStage, observer: Database) {
  const tables = await observer.$queryRaw<{ name: string }[]>`
    SELECT table_name::text AS name FROM information_schema.columns
    WHERE column_name = 'app_id' AND table_schema = 'public'`;
  const asked = [ours.app.id, theirs.app.id];
  const catalogue = ['versions', 'features', 'version_features', 'version_grants'];
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const apps = catalogue.includes(name) ? [bystander.appId, ...asked] : [bystander.appId];
    rows[name] = await observer.$queryRawUnsafe(
      `SELECT to_jsonb(t) AS row FROM "${name}" t WHERE app_id = ANY($1) ORDER BY t::text`,
      apps,
    );
  }
  return rows;
}

/** What is wrong with the history of any account of the two apps, and how many records there are in all. */
export async function checkHistories({ db, ours, theirs }: FuzzStage, observer: Database) {
  const faults: string[] = [];
  let records = 0;
  for (const { app } of [ours, theirs]) {
    const key = await buildKey(db, { app });
    const accounts = await observer.account.findMany({ where: { appId: app.id }, select: { id: true } });
    for (const { id } of accounts) {
      const headers: [string, string][] = [
        ['Authorization', `Bearer ${key}`],
        ['X-Account-Id', id],
      ];
      const { text } = await sendOverWire({ method: 'GET', target: '/account/versions', headers });
      const end = historyBody.parse(JSON.parse(text)).payload.toReversed();
      records += end.length;
      checkChain(end, (_, message) => faults.push(`${id}: ${message}`));
    }
  }
  return { faults, records };
}
