import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { withScratchDatabase } from '@/tools/postgres/scratch-database';
import { projectRoot } from '@/tools/project-root.mjs';
import { migrate } from './migrate';

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

let isLoaded = false;

/** The engine reports a panic to this global. */
const panicGlobals = globalThis as { PRISMA_WASM_PANIC_REGISTRY?: { set_message(message: string): void } };

/**
 * Returns the SQL from the tables of the database at `url` to a Prisma schema, or null when there is no difference. Uses Prisma's
 * schema engine, the same that Prisma's CLI downloads as a binary, in its WebAssembly build from the npm registry.
 */
async function diffSchema(url: string, schema: { path: string; content: string }): Promise<string | null> {
  loadEngine();
  const pools: pg.Pool[] = [];
  const factory = bindMigrationAwareSqlAdapterFactory(createAdapterFactory(url, pools));
  const datamodels: [string, string][] = [[schema.path, schema.content]];
  const engine = await bindings.SchemaEngine.new({ datamodels }, () => {}, factory);
  try {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files: [schema], configDir: '.' },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? null : (stdout ?? null);
  } finally {
    engine.free();
    await Promise.all(pools.map((pool) => pool.ended || pool.end()));
  }
}

/** Replaces the package's own entry, which imports a .wasm file. Node does not support that. */
function loadEngine(): void {
  if (isLoaded) return;
  panicGlobals.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
  const require = createRequire(import.meta.url);
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const module = new WebAssembly.Module(readFileSync(file));
  const { exports } = new WebAssembly.Instance(module, {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  });
  const glue = bindings as unknown as { __wbg_set_wasm(exports: WebAssembly.Exports): void };
  glue.__wbg_set_wasm(exports);
  (exports.__wbindgen_start as () => void)();
  isLoaded = true;
}

/** The members of the adapter's class that its published type omits. */
type PgAdapter = SqlDriverAdapter & {
  underlyingDriver(): pg.Pool;
  performIO(query: SqlQuery): Promise<pg.QueryResult>;
  onError(error: unknown): never;
};

const { CHAR: char, TEXT: text } = pg.types.builtins;

/** Creates Prisma's Postgres adapter with a workaround for one of its bugs. */
function createAdapterFactory(url: string, pools: pg.Pool[]): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg({ connectionString: url, max: 1 });
  const patchAdapter = (original: SqlDriverAdapter): SqlDriverAdapter => {
    const adapter = original as PgAdapter;
    const pool = adapter.underlyingDriver();
    pools.push(pool);
    // The engine calls this at an unknown time after it is freed. `diffSchema` ends the pools instead.
    adapter.dispose = async () => {};
    supportCharType(adapter);
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => patchAdapter(await factory.connect()),
    // With a connection string, the adapter would use the database itself as the shadow database.
    connectToShadowDb: async () => {
      throw new Error('There is no shadow database. Use a scratch database instead.');
    },
  };
}

/** The adapter does not support the one-byte type "char" of Postgres's system catalogs, which the engine reads. */
function supportCharType(adapter: PgAdapter): void {
  const charColumns = new WeakMap<SqlQuery, number[]>();
  const { performIO, queryRaw } = adapter;
  adapter.performIO = async (query) => {
    const result = await performIO.call(adapter, query);
    const columns = result.fields.flatMap(({ dataTypeID }, column) => (dataTypeID === char ? [column] : []));
    for (const field of result.fields) if (field.dataTypeID === char) field.dataTypeID = text;
    charColumns.set(query, columns);
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw.call(adapter, query);
    for (const column of charColumns.get(query) ?? []) result.columnTypes[column] = ColumnTypeEnum.Character;
    return result;
  };
}
