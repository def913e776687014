import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withScratchDatabase } from '@/tools/postgres/scratch-database';
import { projectRoot } from '@/tools/project-root.mjs';
import { migrate } from './migrate';
import { diffSchema } from './schema-engine';

const path = join(projectRoot, 'prisma/schema.prisma');

export const readSchema = (): string => readFileSync(path, 'utf8');

/**
 * Returns the SQL that takes the migrations to a schema, by default prisma/schema.prisma, or null when there is no difference.
 * Functions, triggers, policies, roles and check constraints are not compared.
 * @param serverUrl a server on which a scratch database can be created
 */
export async function generateMigration(serverUrl: string, content = readSchema()): Promise<string | null> {
  return withScratchDatabase(serverUrl, async (url) => {
    await migrate(url, { functionFiles: null });
    return diffSchema(url, { path, content });
  });
}
