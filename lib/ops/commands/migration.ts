import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { command } from '@/lib/ops/command';
import { unlessInterrupted } from '@/lib/ops/interrupt';
import { migrationsFolder } from '@/lib/ops/migrate/migration-list';
import { diffMigrationsToSchema } from '@/lib/ops/migrate/schema-diff';
import { OperatorError } from '@/lib/ops/operator-error';
import { openDatabase } from '@/lib/ops/postgres';
import { projectRoot } from '@/lib/ops/project-root.mjs';

const usage = 'npm run migration -- NAME\nwrites what changed in prisma/schema.prisma as a new migration.';

await command(async () => {
  const [name = '', ...rest] = process.argv.slice(2);
  if (!/^[a-z0-9_]+$/.test(name) || rest.length > 0) {
    throw new OperatorError(`${usage}\nNAME is made of a-z, 0-9 and _.`);
  }
  // Always the embedded one: nobody's own database is a place for scratch databases.
  const database = await openDatabase({ dataDir: process.env.DATA_DIR || '.data' });
  try {
    const sql = await unlessInterrupted(diffMigrationsToSchema(database.url));
    if (sql === null)
      throw new OperatorError('prisma/schema.prisma and the migrations agree: nothing to write.');
    const folder = join(migrationsFolder, `${timestamp(new Date())}_${name}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'migration.sql'), sql);
    console.log(relative(projectRoot, join(folder, 'migration.sql')));
  } finally {
    await database.close();
  }
});

/** 20261101093000: migrations are applied in the order of their names. */
function timestamp(date: Date): string {
  return date.toISOString().replace(/\D/g, '').slice(0, 14);
}
