import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@/lib/ops/project-root.mjs';

export const migrationsFolder = join(projectRoot, 'prisma/migrations');
export const schemaFile = join(projectRoot, 'prisma/schema.prisma');

/** The migrations on disk, as the engine wants to be handed them. */
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

export function readSchema() {
  return { files: [{ path: schemaFile, content: readFileSync(schemaFile, 'utf8') }] };
}
