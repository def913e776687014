import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from './project-root.mjs';
import { createTestDatabase, type TestDatabase } from './testing/test-database';

// The queries of docs/scaling.md return what the page says.

const blocks =
  /\*\*(?<title>\d+\. [^*]+)\*\*(?:(?!\*\*\d)[\s\S])*?```sql\n(?<sql>[\s\S]*?)```\s*```text\n(?<result>[\s\S]*?)```/g;
const requirements = [...readFileSync(join(projectRoot, 'docs/scaling.md'), 'utf8').matchAll(blocks)].map(
  ({ groups = {} }) => ({ title: groups.title, sql: groups.sql ?? '', result: groups.result }),
);

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

test('the page has seven requirements', () => {
  expect(requirements).toHaveLength(7);
});

test.each(requirements)('$title', async ({ sql, result }) => {
  const { fields, rows } = await client.query(sql);
  const names = fields.map(({ name }) => name);
  const lines = rows.map((row) => names.map((name) => row[name]).join(' | '));
  expect([names.join(' | '), ...lines].map((line) => `${line}\n`).join('')).toBe(result);
});
