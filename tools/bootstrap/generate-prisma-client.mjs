import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { withFileLock } from '../process-lock.mjs';
import { runStep } from '../progress.mjs';
import { projectRoot } from '../project-root.mjs';

const schema = join(projectRoot, 'prisma/schema.prisma');
const generated = join(projectRoot, 'lib/db/generated');
const marker = join(generated, '.made-from');
const generateLock = join(projectRoot, '.cache/generate.lock');

/** Generates the Prisma client from prisma/schema.prisma, unless the existing one was generated from it. */
export async function generatePrismaClient() {
  if (!existsSync(schema)) return;
  const fingerprint = fingerprintSchema();
  if (readGeneratedFingerprint() === fingerprint) return;
  await withFileLock(generateLock, async () => {
    if (readGeneratedFingerprint() === fingerprint) return;
    await runStep('generating the Prisma client', runGenerator);
    writeFileSync(marker, fingerprint);
  });
}

function fingerprintSchema() {
  const generator = readFileSync(join(projectRoot, 'node_modules/@prisma/client-generator-ts/package.json'));
  return createHash('sha256').update(readFileSync(schema)).update(generator).digest('hex');
}

function readGeneratedFingerprint() {
  return existsSync(marker) ? readFileSync(marker, 'utf8') : null;
}

/** Does what `prisma generate` does (docs/decisions/0004-migrations.md). */
async function runGenerator() {
  // The modules for `import` of these packages can't be loaded by Node.
  const require = createRequire(import.meta.url);
  const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
  const { getGenerators, loadSchemaContext } = require('@prisma/internals');
  const schemaContext = await loadSchemaContext({
    schemaPath: { cliProvidedPath: schema },
    printLoadMessage: false,
  });
  const generators = await getGenerators({
    schemaContext,
    registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
    skipDownload: true,
    cliCommand: 'generate',
  });
  for (const generator of generators) {
    await generator.generate();
    generator.stop();
  }
}
