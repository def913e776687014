import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { CliError } from '@/tools/cli';
import { runStep } from '@/tools/progress.mjs';
import { projectRoot } from '@/tools/project-root.mjs';
import { withMigrationLock } from './migration-lock';
import { findRuntimeRole } from './runtime-role';
import { noFilter, type SchemaEngine, withSchemaEngine } from './schema-engine';

export const migrationsFolder = join(projectRoot, 'prisma/migrations');

/** Servers of a version that has this migration work on the schemas of the next versions (expand and contract). */
export const firstRollingMigration = '20261122232900_add_ons';

/** Reads the migrations of the folder in the engine's input format. */
export function readMigrations(folder: string = migrationsFolder) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir: folder,
    lockfile: {
      path: 'migration_lock.toml',
      content: readFileSync(join(folder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: names.map((path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: readFileSync(join(folder, path, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

interface MigrateOptions {
  folder?: string;
  /** Milliseconds to wait for another process that migrates. */
  lockTimeoutMs?: number;
}

/**
 * Applies the pending migrations, and those that have failed before, and returns their names. An advisory lock serializes
 * concurrent calls. Throws a `CliError` when a migration fails, or when the database's history does not match the folder.
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder, lockTimeoutMs }: MigrateOptions = {},
): Promise<string[]> {
  const migrationsList = readMigrations(folder);
  const apply = async (client: pg.Client) => {
    const role = await findRuntimeRole(client);
    return withSchemaEngine(url, { role }, async (engine) => {
      const diagnose = () =>
        engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: noFilter });
      let diagnosis = await diagnose();
      // A migration is one transaction, so one that failed has changed nothing and can be applied again.
      for (const migrationName of diagnosis.failedMigrationNames) {
        await engine.markMigrationRolledBack({ migrationName });
      }
      if (diagnosis.failedMigrationNames.length > 0) diagnosis = await diagnose();
      const pending = countPendingMigrations(diagnosis);
      if (pending === 0) return [];
      const label = `applying ${pending} ${pending === 1 ? 'migration' : 'migrations'}`;
      const { appliedMigrationNames } = await runStep(label, () =>
        engine.applyMigrations({ migrationsList, filters: noFilter }).catch(throwMigrationError),
      );
      return appliedMigrationNames;
    });
  };
  return withMigrationLock(url, apply, lockTimeoutMs);
}

type Diagnosis = Awaited<ReturnType<SchemaEngine['diagnoseMigrationHistory']>>;

/** Throws a `CliError` when the applied migrations are not the first ones of the folder, unedited. */
function countPendingMigrations({ editedMigrationNames, history }: Diagnosis): number {
  const reject = (reason: string, names: string[], hint: string): never => {
    throw new CliError(`The database can't be migrated: ${reason}:\n  ${names.join('\n  ')}\n${hint}`);
  };
  if (editedMigrationNames.length > 0) {
    reject(
      'a migration was edited after it was applied',
      editedMigrationNames,
      'Undo the edit, and write a new migration instead (npm run migration -- NAME).',
    );
  }
  if (history === null) return 0;
  if (history.diagnostic === 'databaseIsBehind') return history.unappliedMigrationNames.length;
  return reject(
    'it has migrations that are not in prisma/migrations',
    history.unpersistedMigrationNames,
    'Another version of the project has used it. Start that version.',
  );
}

function throwMigrationError(error: unknown): never {
  throw new CliError(
    `A migration failed and was rolled back. The next start applies it again:\n\n${error instanceof Error ? error.message : error}`,
  );
}
