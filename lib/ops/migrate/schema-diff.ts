import { withScratchDatabase } from '@/lib/ops/scratch-database';
import { migrate } from '../migrate';
import { readSchema } from './migration-list';
import { noFilter, withSchemaEngine } from './schema-engine';

/**
 * The SQL that takes a database to which all migrations were applied to prisma/schema.prisma; null when they agree.
 * What Prisma does not model (triggers, policies, roles, functions, checks) is not looked at.
 * @param server a database server on which a scratch database may be made
 */
export async function diffMigrationsToSchema(server: string, schema = readSchema()): Promise<string | null> {
  return withScratchDatabase(server, async (url) => {
    await migrate(url);
    const datamodels = schema.files.map(({ path, content }): [string, string] => [path, content]);
    const { exitCode, stdout } = await withSchemaEngine(
      url,
      (engine) =>
        engine.diff({
          from: { tag: 'schemaDatasource', ...schema, configDir: '.' },
          to: { tag: 'schemaDatamodel', ...schema },
          script: true,
          exitCode: true,
          filters: noFilter,
        }),
      datamodels,
    );
    return exitCode === 0 ? null : (stdout ?? '');
  });
}
