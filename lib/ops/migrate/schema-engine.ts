import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';

export type SchemaEngine = bindings.SchemaEngine;

/** What the engine is told to leave alone: nothing. */
export const noFilter = { externalTables: [], externalEnums: [] };

let loaded = false;

/**
 * Runs `work` with Prisma's migration engine on the database. Prisma's command line uses the same engine as a
 * program that it downloads; here it is the WebAssembly build from the package registry.
 */
export async function withSchemaEngine<T>(
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
  datamodels?: [string, string][],
): Promise<T> {
  load();
  const pools: pg.Pool[] = [];
  const factory = bindMigrationAwareSqlAdapterFactory(wholeScripts(url, pools));
  const engine = await bindings.SchemaEngine.new({ datamodels }, () => {}, factory);
  try {
    return await work(engine);
  } finally {
    engine.free();
    await Promise.all(pools.map((pool) => pool.ended || pool.end()));
  }
}

/** Plain Node can't import .wasm, which the package's own entry does. */
function load(): void {
  if (loaded) return;
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

/**
 * Prisma's adapter cuts a script at every semicolon, also inside a function's body, and runs the pieces each on
 * its own. Postgres itself takes a script whole, and all of it or nothing.
 */
function wholeScripts(url: string, pools: pg.Pool[]): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg({ connectionString: url, max: 1, application_name: 'app-versions migrate' });
  const opened = (adapter: SqlDriverAdapter): SqlDriverAdapter => {
    const pool = (adapter as SqlDriverAdapter & { underlyingDriver(): pg.Pool }).underlyingDriver();
    pools.push(pool);
    adapter.executeScript = async (script) => {
      await pool.query(script);
    };
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => opened(await factory.connect()),
    connectToShadowDb: async () => opened(await factory.connectToShadowDb()),
  };
}
