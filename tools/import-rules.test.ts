import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkImports, type ImportReport } from './testing/static-checks';

/** Files and packages of the test project, to be imported by the files below. */
const targets = [
  'app/api/x/route.ts',
  'app/page.tsx',
  'components/card.tsx',
  'components/plans/plan.tsx',
  'components/switch/dialog.tsx',
  'components/ui/button.tsx',
  'components/unknown/card.tsx',
  'e2e/fixtures.ts',
  'lib/cache/server-cache.ts',
  'lib/price-list/compare/plan.ts',
  'lib/client/hooks.ts',
  'lib/contract/ids.ts',
  'lib/db/rows.ts',
  'lib/db/generated/client.ts',
  'lib/domain/decide.ts',
  'lib/domain/subscription/evaluate-change.ts',
  'lib/domain/unknown/plan.ts',
  'lib/domain/webhooks/send-webhook.ts',
  'lib/format/money.ts',
  'lib/http/pipeline/endpoint.ts',
  'lib/pricing/total.ts',
  'lib/server/drain.ts',
  'lib/helpers/anything.ts',
  'prisma/seed.ts',
  'tools/lab/chaos/run-chaos.ts',
  'tools/migrate/generate-migration.ts',
  'tools/postgres/open-database.ts',
  'tools/testing/test-server.ts',
  ...['@prisma/client', 'next', 'pg', 'react', 'zod'].map((name) => `node_modules/${name}/index.js`),
];

/** The rule, a file that breaks it, and what that file imports. */
const forbiddenImports: [string, string, string][] = [
  ['layer-contract', 'lib/contract/bad.ts', '@/lib/db/rows'],
  ['layer-format', 'lib/format/bad.ts', '@/lib/contract/ids'],
  ['layer-pricing', 'lib/pricing/bad.ts', '@/lib/db/rows'],
  ['layer-db', 'lib/db/bad.ts', '@/lib/domain/decide'],
  ['layer-cache', 'lib/cache/bad.ts', '@/lib/domain/decide'],
  ['layer-domain', 'lib/domain/bad.ts', '@/lib/http/pipeline/endpoint'],
  ['layer-priceList', 'lib/price-list/publish/bad.ts', '@/prisma/seed'],
  ['layer-priceListText', 'lib/price-list/yaml/bad.ts', '@/lib/domain/decide'],
  ['price-list-build', 'lib/price-list/build/bad.ts', '../compare/plan'],
  ['layer-http', 'lib/http/bad.ts', '@/lib/db/rows'],
  ['layer-http', 'lib/http/cache.ts', '@/lib/cache/server-cache'],
  ['layer-client', 'lib/client/bad.ts', '@/lib/domain/decide'],
  ['layer-server', 'lib/server/bad.ts', '@/tools/postgres/open-database'],
  ['layer-server', 'lib/server/endpoint.ts', '@/lib/http/pipeline/endpoint'],
  ['components-i18n', 'components/i18n/bad.tsx', '@/components/ui/button'],
  ['components-ui', 'components/ui/bad.tsx', '@/components/switch/dialog'],
  ['components-switch', 'components/switch/bad.tsx', '@/components/plans/plan'],
  ['no-unknown-component-folder', 'components/plans/bad.tsx', '@/components/unknown/card'],
  ['layer-components', 'components/bad.tsx', '@/lib/http/pipeline/endpoint'],
  ['layer-routes', 'app/api/bad/route.ts', '@/lib/db/rows'],
  ['layer-pages', 'app/bad/page.tsx', '@/lib/domain/decide'],
  ['layer-prisma', 'prisma/bad.ts', '@/tools/postgres/open-database'],
  ['layer-tools', 'tools/bad.ts', '@/components/card'],
  ['layer-e2e', 'e2e/bad.ts', '@/app/page'],
  ['layer-examples', 'examples/host-app/bad.ts', '@/lib/http/pipeline/endpoint'],
  ['layer-db', 'lib/db/relative.ts', '../domain/decide'],
  ['layer-domain-tests', 'lib/domain/bad.test.ts', '@/lib/http/pipeline/endpoint'],
  ['no-unknown-layer', 'lib/http/unknown.ts', '@/lib/helpers/anything'],
  ['no-database-outside-db', 'lib/domain/client.ts', '@prisma/client'],
  ['no-database-outside-db', 'app/api/sql/route.ts', 'pg'],
  ['no-database-outside-db', 'lib/domain/generated.ts', '@/lib/db/generated/client'],
  ['no-framework-in-rules', 'lib/domain/headers.ts', 'next'],
  ['no-framework-in-rules', 'lib/format/element.ts', 'react'],
  ['no-zod-in-domain', 'lib/domain/schema.ts', 'zod'],
  ['domain-files', 'lib/domain/service.ts', './webhooks/send-webhook'],
  ['domain-catalog', 'lib/domain/catalog/bad.ts', '../subscription/evaluate-change'],
  ['domain-moves', 'lib/domain/moves/bad.ts', '../webhooks/send-webhook'],
  ['no-unknown-domain-folder', 'lib/domain/due-work/bad.ts', '../unknown/plan'],
  ['lab', 'tools/lab/bad.ts', '@/tools/migrate/generate-migration'],
  ['lab', 'tools/lab/bad.test.ts', '@/tools/migrate/generate-migration'],
  ['no-lab-outside', 'tools/postgres/bad.ts', '@/tools/lab/chaos/run-chaos'],
  ['no-lab-outside', 'lib/domain/bad-lab.test.ts', '@/tools/lab/chaos/run-chaos'],
  ['no-circular', 'lib/contract/circle-a.ts', './circle-b'],
  ['no-unresolvable', 'components/unresolvable.tsx', '@/lib/contract/missing'],
];

const allowedImports: [string, string][] = [
  ['components/switch/good.tsx', '@/components/ui/button'],
  ['components/plans/good.tsx', '@/components/switch/dialog'],
  ['lib/domain/good.ts', '@/lib/db/rows'],
  ['lib/domain/due-work/good.ts', '../webhooks/send-webhook'],
  ['lib/domain/moves/good.ts', '../decide'],
  ['lib/domain/subscription/good.test.ts', '../webhooks/send-webhook'],
  ['lib/domain/good.db.test.ts', '@/tools/postgres/open-database'],
  ['lib/http/good.ts', '@/lib/server/drain'],
  ['lib/server/good.ts', '@/lib/db/rows'],
  ['lib/server/good.test.ts', '@/lib/http/pipeline/endpoint'],
  ['lib/contract/good.ts', 'zod'],
  ['lib/db/good.ts', 'pg'],
  ['lib/cache/good.ts', '@/lib/db/rows'],
  ['lib/price-list/publish/good.ts', '@/lib/domain/decide'],
  ['lib/price-list/publish/better.ts', '../compare/plan'],
  ['app/good/page.tsx', '@/components/card'],
  ['app/api/good/route.ts', '@/lib/http/pipeline/endpoint'],
  ['components/good.tsx', '@/lib/contract/ids'],
  ['components/price.tsx', '@/lib/pricing/total'],
  ['lib/pricing/good.ts', '@/lib/format/money'],
  ['prisma/good.ts', '@/lib/db/generated/client'],
  ['tools/good.ts', '@/lib/server/drain'],
  ['tools/lab/good.ts', '@/tools/testing/test-server'],
  ['tools/lab/bench/good.ts', '@/tools/lab/chaos/run-chaos'],
  ['tools/commands/chaos.ts', '@/tools/lab/chaos/run-chaos'],
  ['tools/testing/suites.ts', '@/tools/lab/chaos/run-chaos'],
  ['e2e/api/good.spec.ts', '@/tools/lab/chaos/run-chaos'],
  ['e2e/good.ts', '@/prisma/seed'],
  ['examples/host-app/good.ts', '@/lib/client/hooks'],
];

const root = mkdtempSync(join(tmpdir(), 'import-rules-'));
let report: ImportReport;

beforeAll(async () => {
  for (const file of targets) write(file, 'export const thing = 1;\n');
  for (const [, file, target] of forbiddenImports) write(file, createImport(target));
  for (const [file, target] of allowedImports) write(file, createImport(target));
  write('lib/contract/circle-b.ts', createImport('./circle-a'));
  report = await checkImports(root);
});
afterAll(() => rmSync(root, { recursive: true }));

it.each(forbiddenImports)('%s: rejects %s importing %s', (rule, file) => {
  const prefix = `${rule}: ${file} imports `;
  expect(report.violations.filter((violation) => violation.startsWith(prefix))).toHaveLength(1);
});

it.each(forbiddenImports)('%s: rejects %s importing a type of %s', async (rule, file, target) => {
  write(file, createImport(target).replace('import {', 'import type {'));
  expect((await checkImports(root)).violations.join('\n')).toContain(`${rule}: ${file} imports `);
});

it('accepts all other imports', () => {
  const badFiles = new Set([...forbiddenImports.map(([, file]) => file), 'lib/contract/circle-b.ts']);
  const others = report.violations.filter(
    (violation) => !badFiles.has(violation.split(/: | imports /)[1] ?? ''),
  );
  expect(others).toEqual([]);
});

it('reads all source files', () => {
  expect(report.unreadFiles).toEqual([]);
});

function write(file: string, content: string): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const [, name] = /^node_modules\/(.+)\/index\.js$/.exec(file) ?? [];
  if (name) writeFileSync(join(dirname(path), 'package.json'), JSON.stringify({ name, main: 'index.js' }));
}

function createImport(target: string): string {
  return `import { thing } from '${target}';\nexport const use: typeof thing = thing;\n`;
}
