import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { runtimeRole } from '@/lib/db/client';
import { log } from '@/tools/progress.mjs';

export type SchemaEngine = bindings.SchemaEngine;

/** Tables and enums that the engine ignores: none. */
export const noFilter = { externalTables: [], externalEnums: [] };

let isLoaded = false;

/** The engine reports a panic to this global. */
const panicGlobals = globalThis as { PRISMA_WASM_PANIC_REGISTRY?: { set_message(message: string): void } };

/**
 * Runs `work` with Prisma's schema engine on the database. It is the same engine that Prisma's CLI downloads as a
 * binary, in its WebAssembly build from the npm registry. `role` is the name of the runtime role.
 */
export async function withSchemaEngine<T>(
  url: string,
  { role = runtimeRole, datamodels }: { role?: string; datamodels?: [string, string][] },
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loadEngine();
  const pools: pg.Pool[] = [];
  const factory = bindMigrationAwareSqlAdapterFactory(createAdapterFactory(url, role, pools));
  const engine = await bindings.SchemaEngine.new({ datamodels }, () => {}, factory);
  try {
    return await work(engine);
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

/** Creates Prisma's Postgres adapter with workarounds for two of its bugs. */
function createAdapterFactory(
  url: string,
  role: string,
  pools: pg.Pool[],
): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg({ connectionString: url, max: 1, application_name: 'app-versions migrate' });
  const patchAdapter = (original: SqlDriverAdapter): SqlDriverAdapter => {
    const adapter = original as PgAdapter;
    const pool = adapter.underlyingDriver();
    pools.push(pool);
    // The engine calls this at an unknown time after it is freed. `withSchemaEngine` ends the pools instead.
    adapter.dispose = async () => {};
    executeScripts(adapter, pool, role);
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

/**
 * Less than the `deadlock_timeout` of Postgres: of a migration and a server that wait for each other, the migration gives up.
 * While it waits for a table, so do all later statements on the table.
 */
const scriptLockTimeoutMs = 500;
const scriptRetryMs = 60_000;
const scriptPauseMs = 1000;

/** Lock timeout, deadlock. */
const lockErrors = ['55P03', '40P01'];

/** Records a migration as finished in its own transaction. If the process ends before the engine does so, it is applied. */
const finishSql = `DO $$ BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    UPDATE _prisma_migrations SET finished_at = clock_timestamp() WHERE finished_at IS NULL AND rolled_back_at IS NULL;
  END IF;
END $$`;

/**
 * The adapter splits a script at each semicolon, even in a function body, and runs the parts one by one. Postgres runs
 * an unsplit script in one implicit transaction, which is repeated while it can't get its locks. The migrations have the
 * usual name of the runtime role.
 */
function executeScripts(adapter: PgAdapter, pool: pg.Pool, role: string): void {
  adapter.executeScript = async (script) => {
    const sql = `SET LOCAL lock_timeout = ${scriptLockTimeoutMs};\n${script.replaceAll(runtimeRole, role)}\n;${finishSql}`;
    const endsAt = performance.now() + scriptRetryMs;
    for (;;) {
      try {
        await pool.query(sql);
        return;
      } catch (error) {
        const canRetry = lockErrors.includes((error as { code?: string }).code ?? '');
        if (!canRetry || performance.now() > endsAt) return adapter.onError(error);
        log(`waiting for locks: ${(error as Error).message}`);
        await sleep(scriptPauseMs);
      }
    }
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
