import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { withClient, withScratchDatabase } from '@/tools/postgres/scratch-database';
import { projectRoot } from '@/tools/project-root.mjs';
import { migrate } from './migrate';
import { noFilter, withSchemaEngine } from './schema-engine';

const schemaFile = join(projectRoot, 'prisma/schema.prisma');
const sqlFolder = join(projectRoot, 'prisma/sql');

export function readSchema() {
  return { files: [{ path: schemaFile, content: readFileSync(schemaFile, 'utf8') }] };
}

/** A file of prisma/sql with the current definitions of database functions. */
export interface FunctionFile {
  name: string;
  sql: string;
}

export function readFunctionFiles(): FunctionFile[] {
  return readdirSync(sqlFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(sqlFolder, name), 'utf8') }));
}

interface Sources {
  schema?: ReturnType<typeof readSchema>;
  functionFiles?: FunctionFile[];
}

/**
 * Returns the SQL that takes a migrated database to prisma/schema.prisma and the functions of prisma/sql, or null when there
 * is no difference. Triggers, policies, roles and check constraints are not compared.
 * @param serverUrl a server on which a scratch database can be created
 */
export async function generateMigration(serverUrl: string, sources: Sources = {}): Promise<string | null> {
  return withScratchDatabase(serverUrl, async (url) => {
    await migrate(url);
    return diffDatabase(url, sources);
  });
}

/** Like `generateMigration`, from the database at `url`, which it does not change. */
export async function diffDatabase(
  url: string,
  { schema = readSchema(), functionFiles = readFunctionFiles() }: Sources = {},
): Promise<string | null> {
  const schemaSql = await diffSchema(url, schema);
  const { dropped, changed } = await diffFunctions(url, functionFiles, schemaSql);
  const parts = [
    schemaSql,
    dropped.map((signature) => `DROP ROUTINE ${signature};\n`).join(''),
    ...changed.map(({ name, sql }) => `-- prisma/sql/${name}\n\n${sql}`),
  ].filter((sql) => sql !== '');
  return parts.length > 0 ? parts.join('\n') : null;
}

/** Returns the SQL from the tables of the database to the schema; '' when there is no difference. */
async function diffSchema(url: string, schema: ReturnType<typeof readSchema>): Promise<string> {
  const datamodels = schema.files.map(({ path, content }): [string, string] => [path, content]);
  const { exitCode, stdout } = await withSchemaEngine(url, { datamodels }, (engine) =>
    engine.diff({
      from: { tag: 'schemaDatasource', ...schema, configDir: '.' },
      to: { tag: 'schemaDatamodel', ...schema },
      script: true,
      exitCode: true,
      filters: noFilter,
    }),
  );
  return exitCode === 0 ? '' : (stdout ?? '');
}

interface FunctionsDiff {
  /** Signatures of functions to drop: no file defines them, or CREATE OR REPLACE can't replace them. */
  dropped: string[];
  /** Functions, with their files, that the database lacks or has in another definition. */
  changed: FunctionFile[];
}

/** The functions of a file, each with the comment above it. */
function splitFunctions({ name, sql }: FunctionFile): FunctionFile[] {
  const functions = sql.split(/(?<=\$\$;\n)/);
  return functions.filter((text) => text.trim() !== '').map((text) => ({ name, sql: text.trimStart() }));
}

/**
 * Compares the functions of the database with those of the files. The functions are created in a transaction that is rolled
 * back, after `schemaSql` and in a database without functions.
 */
export async function diffFunctions(
  url: string,
  files: FunctionFile[] = readFunctionFiles(),
  schemaSql = '',
): Promise<FunctionsDiff> {
  return withClient(url, async (client) => {
    await client.query('BEGIN');
    const before = await readFunctions(client);
    await client.query(schemaSql);
    for (const signature of (await readFunctions(client)).keys()) {
      await client.query(`DROP ROUTINE IF EXISTS ${signature} CASCADE`);
    }
    const changed: FunctionFile[] = [];
    let after: Functions = new Map();
    for (const each of files.flatMap(splitFunctions)) {
      await client.query(each.sql);
      const defined = await readFunctions(client);
      const isChanged = ([signature, { definition }]: [string, FunctionInfo]) =>
        ![before, after].some((known) => known.get(signature)?.definition === definition);
      if ([...defined].some(isChanged)) changed.push(each);
      after = defined;
    }
    const dropped = [...before].filter(([signature, { header }]) => after.get(signature)?.header !== header);
    return { dropped: dropped.map(([signature]) => signature), changed };
  });
}

interface FunctionInfo {
  definition: string;
  /** The part of the definition that CREATE OR REPLACE can't change. */
  header: string;
}

type Functions = Map<string, FunctionInfo>;

async function readFunctions(client: pg.Client): Promise<Functions> {
  const { rows } = await client.query<FunctionInfo & { signature: string }>(
    `SELECT oid::regprocedure::text AS signature, pg_get_functiondef(oid) AS definition,
       format('(%s) %s', pg_get_function_arguments(oid), pg_get_function_result(oid)) AS header
     FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind <> 'a' ORDER BY 1`,
  );
  return new Map(rows.map(({ signature, ...info }) => [signature, info]));
}
