import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SqlFile {
  name: string;
  sql: string;
}

/** The migrations of a project folder, in the order in which they are applied. */
export function readMigrations(root: string): SqlFile[] {
  const folder = join(root, 'prisma/migrations');
  return readdirSync(folder)
    .filter((name) => /^\d{14}_/.test(name))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }));
}

/** The files with the functions of the database. */
export function readFunctionFiles(root: string): SqlFile[] {
  const folder = join(root, 'prisma/sql');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }));
}

/** The SHA-256 of files with their names, in hexadecimal. */
export function computeChecksum(files: SqlFile[]): string {
  const hash = createHash('sha256');
  for (const { name, sql } of files) hash.update(`${name}\0${sql}\0`);
  return hash.digest('hex');
}

/** What a database has that was migrated by the version in a project folder. */
export interface SchemaVersion {
  /** The name of the newest migration. */
  migration: string;
  /** The checksum of the functions. */
  functions: string;
}

export function readSchemaVersion(root: string): SchemaVersion {
  return {
    migration: readMigrations(root).at(-1)?.name ?? '',
    functions: computeChecksum(readFunctionFiles(root)),
  };
}
