import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '@/tools/project-root.mjs';
import { lockClasses } from './advisory-locks';

const folder = join(projectRoot, 'prisma/sql');
const sql = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

test('each class of advisory locks in prisma/sql is declared and has one subject', () => {
  const subjects = new Map<number, Set<string>>();
  for (const [, number, key = ''] of sql.matchAll(/pg_advisory\w*\((\d+), ([^;]*?)\)(?:::text)?;/g)) {
    const subject = key.replace('candidate.id', 'endpoint').replace(/^hashtext\((\w+)\)$/, '$1');
    subjects.set(Number(number), (subjects.get(Number(number)) ?? new Set()).add(subject));
  }
  const { listener, accountChanges, webhookEndpoint } = lockClasses;
  expect(subjects).toEqual(
    new Map([
      [listener, new Set(['number'])],
      [accountChanges, new Set(['app'])],
      [webhookEndpoint, new Set(['endpoint'])],
    ]),
  );
});

test('no other number of this range is used', () => {
  const used = new Set((sql.match(/14810030\d\d/g) ?? []).map(Number));
  expect([...used].toSorted()).toEqual(Object.values(lockClasses).toSorted());
});
