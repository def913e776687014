import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkImports, type ImportReport } from './testing/check-imports';

/** What stands in the planted tree to be imported. */
const targets = [
  'app/api/x/route.ts',
  'app/page.tsx',
  'components/card.tsx',
  'e2e/fixtures.ts',
  'lib/client/hooks.ts',
  'lib/contract/ids.ts',
  'lib/data/rows.ts',
  'lib/data/generated/client.ts',
  'lib/format/money.ts',
  'lib/http/endpoint.ts',
  'lib/ops/postgres.ts',
  'lib/versions/decide.ts',
  'lib/helpers/anything.ts',
  'prisma/seed.ts',
  ...['@prisma/client', 'next', 'pg', 'react', 'zod'].map((name) => `node_modules/${name}/index.js`),
];

/** Rule, the file that breaks it, what that file imports. */
const bad: [string, string, string][] = [
  ['room-contract', 'lib/contract/bad.ts', '@/lib/data/rows'],
  ['room-format', 'lib/format/bad.ts', '@/lib/contract/ids'],
  ['room-data', 'lib/data/bad.ts', '@/lib/versions/decide'],
  ['room-versions', 'lib/versions/bad.ts', '@/lib/http/endpoint'],
  ['room-http', 'lib/http/bad.ts', '@/lib/data/rows'],
  ['room-client', 'lib/client/bad.ts', '@/lib/versions/decide'],
  ['room-components', 'components/bad.tsx', '@/lib/http/endpoint'],
  ['room-routes', 'app/api/bad/route.ts', '@/lib/data/rows'],
  ['room-pages', 'app/bad/page.tsx', '@/lib/versions/decide'],
  ['room-prisma', 'prisma/bad.ts', '@/lib/ops/postgres'],
  ['room-ops', 'lib/ops/bad.ts', '@/components/card'],
  ['room-e2e', 'e2e/bad.ts', '@/app/page'],
  ['room-data', 'lib/data/relative.ts', '../versions/decide'],
  ['tests-of-versions', 'lib/versions/bad.test.ts', '@/lib/http/endpoint'],
  ['rooms-are-known', 'lib/http/unknown.ts', '@/lib/helpers/anything'],
  ['database-stays-in-data', 'lib/versions/client.ts', '@prisma/client'],
  ['database-stays-in-data', 'app/api/sql/route.ts', 'pg'],
  ['database-stays-in-data', 'lib/versions/generated.ts', '@/lib/data/generated/client'],
  ['rules-know-no-framework', 'lib/versions/headers.ts', 'next'],
  ['rules-know-no-framework', 'lib/format/element.ts', 'react'],
  ['rules-know-no-wire', 'lib/versions/schema.ts', 'zod'],
  ['no-circles', 'lib/contract/circle-a.ts', './circle-b'],
  ['no-dead-ends', 'components/dead-end.tsx', '@/lib/contract/nowhere'],
];

const good: [string, string][] = [
  ['lib/versions/good.ts', '@/lib/data/rows'],
  ['lib/versions/good.db.test.ts', '@/lib/ops/postgres'],
  ['lib/http/good.ts', '@/lib/versions/decide'],
  ['lib/contract/good.ts', 'zod'],
  ['lib/data/good.ts', 'pg'],
  ['app/good/page.tsx', '@/components/card'],
  ['app/api/good/route.ts', '@/lib/http/endpoint'],
  ['components/good.tsx', '@/lib/contract/ids'],
  ['prisma/good.ts', '@/lib/data/generated/client'],
  ['e2e/good.ts', '@/prisma/seed'],
];

describe('the rule of imports', () => {
  const root = mkdtempSync(join(tmpdir(), 'import-rules-'));
  let report: ImportReport;

  beforeAll(async () => {
    for (const file of targets) plant(file, 'export const thing = 1;\n');
    for (const [, file, target] of bad) plant(file, importing(target));
    for (const [file, target] of good) plant(file, importing(target));
    plant('lib/contract/circle-b.ts', importing('./circle-a'));
    report = await checkImports(root);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(bad)('%s: refuses %s importing %s', (rule, file) => {
    expect(report.faults.filter((fault) => fault.startsWith(`${rule}: ${file} imports `))).toHaveLength(1);
  });

  it.each(bad)('%s: sees %s importing only a type of %s', async (rule, file, target) => {
    plant(file, importing(target).replace('import {', 'import type {'));
    expect((await checkImports(root)).faults.join('\n')).toContain(`${rule}: ${file} imports `);
  });

  it('accepts every other import', () => {
    const wrong = new Set([...bad.map(([, file]) => file), 'lib/contract/circle-b.ts']);
    const others = report.faults.filter((fault) => !wrong.has(fault.split(/: | imports /)[1] ?? ''));
    expect(others).toEqual([]);
  });

  it('tells which files nobody read', () => {
    expect(report.unread).toEqual([]);
  });

  function plant(file: string, content: string): void {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    const [, name] = /^node_modules\/(.+)\/index\.js$/.exec(file) ?? [];
    if (name) writeFileSync(join(dirname(path), 'package.json'), JSON.stringify({ name, main: 'index.js' }));
  }

  function importing(target: string): string {
    return `import { thing } from '${target}';\nexport const use: typeof thing = thing;\n`;
  }
});
