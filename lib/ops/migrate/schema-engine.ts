import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

export type SchemaEngine = bindings.SchemaEngine;

/** What the engine is told to leave alone: nothing. */
export const noFilter = { externalTables: [], externalEnums: [] };

let loaded = false;

/** Where the engine looks for somebody to tell before it dies of a fault of its own. */
const panics = globalThis as { PRISMA_WASM_PANIC_REGISTRY?: { set_message(message: string): void } };

/**
 * Runs `work` with Prisma's migration engine on the database. Prisma's command line uses the same engine as a
 * program that it downloads; here it is the WebAssembly build from the package registry.
 */
export async function withSchemaEngine<T>(
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
  datamodels?: [string, string][],
): Promise<T> {
  loadEngine();
  const pools: pg.Pool[] = [];
  const factory = bindMigrationAwareSqlAdapterFactory(adapterFactory(url, pools));
  const engine = await bindings.SchemaEngine.new({ datamodels }, () => {}, factory);
  try {
    return await work(engine);
  } finally {
    engine.free();
    await Promise.all(pools.map((pool) => pool.ended || pool.end()));
  }
}

/** Plain Node can't import .wasm, which the package's own entry does. */
function loadEngine(): void {
  if (loaded) return;
  panics.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
  const require = createRequire(import.meta.url);
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const module = new WebAssembly.Module(readFileSync(file));
  const { exports } = new WebAssembly.Instance(module, {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  });
  const glue = bindings as unknown as { __wbg_set_wasm(exports: WebAssembly.Exports): void };
  glue.__wbg_set_wasm(exports);
  (exports.__wbindgen_start as () => void)();
  loaded = true;
}

/** What the adapter's class has beyond its published type. */
type PgAdapter = SqlDriverAdapter & {
  underlyingDriver(): pg.Pool;
  performIO(query: SqlQuery): Promise<pg.QueryResult>;
  onError(error: unknown): never;
};

const { CHAR: char, TEXT: text } = pg.types.builtins;

/** Prisma's adapter for Postgres, with its two faults put right that stand in the engine's way. */
function adapterFactory(url: string, pools: pg.Pool[]): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg({ connectionString: url, max: 1, application_name: 'app-versions migrate' });
  const opened = (plain: SqlDriverAdapter): SqlDriverAdapter => {
    const adapter = plain as PgAdapter;
    const pool = adapter.underlyingDriver();
    pools.push(pool);
    // The engine lets go some time after it is freed, and nobody can wait for that; `withSchemaEngine` ends the pools.
    adapter.dispose = async () => {};
    takeScriptsWhole(adapter, pool);
    knowChar(adapter);
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => opened(await factory.connect()),
    // The adapter's shadow database is the database itself wherever it was named by an address.
    connectToShadowDb: async () => {
      throw new Error('There is no shadow database; compare with a scratch database instead.');
    },
  };
}

/**
 * The adapter cuts a script at every semicolon, also inside a function's body, and runs the pieces each on its own.
 * Postgres itself takes a script whole, and all of it or nothing.
 */
function takeScriptsWhole(adapter: PgAdapter, pool: pg.Pool): void {
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
}

/** The adapter does not know Postgres' own one-byte "char", of which its catalogue is full; the engine does. */
function knowChar(adapter: PgAdapter): void {
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
