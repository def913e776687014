import pg from 'pg';
import { migrationsFolder, readMigrations } from './migrate/migration-list';
import { noFilter, type SchemaEngine, withSchemaEngine } from './migrate/schema-engine';
import { OperatorError } from './operator-error';
import { step } from './progress.mjs';

/**
 * Any number will do, so long as everyone who migrates this database uses it. The engine has a lock of its own, but
 * gives up on it after ten seconds.
 */
const lockKey = 7_310_422_019;

/**
 * Brings the database to the schema that prisma/migrations ends with. Two that start at once take turns.
 * Returns the names of the migrations it applied.
 */
export async function migrate(url: string, folder: string = migrationsFolder): Promise<string[]> {
  const migrationsList = readMigrations(folder);
  return underAdvisoryLock(url, () =>
    withSchemaEngine(url, async (engine) => {
      const waiting = await diagnose(engine, migrationsList);
      if (waiting === 0) return [];
      const label = `applying ${waiting} ${waiting === 1 ? 'migration' : 'migrations'}`;
      const { appliedMigrationNames } = await step(label, () =>
        engine.applyMigrations({ migrationsList, filters: noFilter }).catch(explainFailure),
      );
      return appliedMigrationNames;
    }),
  );
}

/** How many migrations are waiting. Refuses a database whose history is not the beginning of ours. */
async function diagnose(
  engine: SchemaEngine,
  migrationsList: ReturnType<typeof readMigrations>,
): Promise<number> {
  const { failedMigrationNames, editedMigrationNames, history } = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters: noFilter,
  });
  const refuse = (fault: string, names: string[], remedy: string): never => {
    throw new OperatorError(`The database can't be migrated: ${fault}:\n  ${names.join('\n  ')}\n${remedy}`);
  };
  if (failedMigrationNames.length > 0) {
    refuse(
      'a migration failed on it',
      failedMigrationNames,
      'Repair the database by hand or restore a backup.',
    );
  }
  if (editedMigrationNames.length > 0) {
    refuse(
      'a migration was edited after it was applied',
      editedMigrationNames,
      'Undo the edit, and write a new migration instead (npm run migration -- NAME).',
    );
  }
  if (history === null) return 0;
  if (history.diagnostic === 'databaseIsBehind') return history.unappliedMigrationNames.length;
  return refuse(
    'it has migrations that are not in prisma/migrations',
    history.unpersistedMigrationNames,
    'It was probably used by a newer version of the project: start that one.',
  );
}

function explainFailure(error: unknown): never {
  throw new OperatorError(
    `A migration failed, and nothing of it was kept:\n\n${error instanceof Error ? error.message : error}`,
  );
}

async function underAdvisoryLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    throw new OperatorError(`The database can't be reached: ${(error as Error).message}`);
  }
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    return await work();
  } finally {
    await client.end();
  }
}
