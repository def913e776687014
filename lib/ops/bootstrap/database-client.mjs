import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFileLock } from '../file-lock.mjs';
import { step } from '../progress.mjs';
import { projectRoot } from '../project-root.mjs';

const schema = join(projectRoot, 'prisma/schema.prisma');
const cli = join(projectRoot, 'node_modules/prisma/build/index.js');
const generated = join(projectRoot, 'lib/data/generated');
const marker = join(generated, '.made-from');
/** Any program that does nothing; where it lives depends on the system. */
const noEngine = existsSync('/bin/true') ? '/bin/true' : '/usr/bin/true';
const mutex = join(projectRoot, '.cache/generate.lock');

/** Generates the database client from prisma/schema.prisma, unless the one that is there was made from it. */
export async function generateDatabaseClient() {
  if (!existsSync(schema)) return;
  const wanted = fingerprint();
  if (madeFrom() === wanted) return;
  await withFileLock(mutex, async () => {
    if (madeFrom() === wanted) return;
    await step('generating the database client', async () => generate());
    writeFileSync(marker, wanted);
  });
}

function fingerprint() {
  const prisma = readFileSync(join(projectRoot, 'node_modules/prisma/package.json'));
  return createHash('sha256').update(readFileSync(schema)).update(prisma).digest('hex');
}

function madeFrom() {
  return existsSync(marker) ? readFileSync(marker, 'utf8') : null;
}

function generate() {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
    cwd: projectRoot,
    encoding: 'utf8',
    // Generating needs no engine, but Prisma downloads one first unless it is told that there is one.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: noEngine, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  });
  if (status === 0) return;
  const output = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim();
  throw new Error(`The database client could not be generated. Prisma says:\n\n${output}`);
}
