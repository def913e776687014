import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFileLock } from '../process-lock.mjs';
import { runStep } from '../progress.mjs';
import { projectRoot } from '../project-root.mjs';

const schema = join(projectRoot, 'prisma/schema.prisma');
const cli = join(projectRoot, 'node_modules/prisma/build/index.js');
const generated = join(projectRoot, 'lib/db/generated');
const marker = join(generated, '.made-from');
const generateLock = join(projectRoot, '.cache/generate.lock');

/** Stands in for the schema engine. `true` is in either folder, depending on the system. */
const fakeEngine = existsSync('/bin/true') ? '/bin/true' : '/usr/bin/true';

/** Generates the Prisma client from prisma/schema.prisma, unless the existing one was generated from it. */
export async function generatePrismaClient() {
  if (!existsSync(schema)) return;
  const fingerprint = fingerprintSchema();
  if (readGeneratedFingerprint() === fingerprint) return;
  await withFileLock(generateLock, async () => {
    if (readGeneratedFingerprint() === fingerprint) return;
    await runStep('generating the Prisma client', async () => runPrismaGenerate());
    writeFileSync(marker, fingerprint);
  });
}

function fingerprintSchema() {
  const prisma = readFileSync(join(projectRoot, 'node_modules/prisma/package.json'));
  return createHash('sha256').update(readFileSync(schema)).update(prisma).digest('hex');
}

function readGeneratedFingerprint() {
  return existsSync(marker) ? readFileSync(marker, 'utf8') : null;
}

function runPrismaGenerate() {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
    cwd: projectRoot,
    encoding: 'utf8',
    // Prisma does not need the engine to generate the client, but downloads it unless this variable names one.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: fakeEngine, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  });
  if (status === 0) return;
  const output = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim();
  throw new Error(`The Prisma client could not be generated. Output of prisma generate:\n\n${output}`);
}
