import type { Database } from '@/lib/data/client';
import { runSql } from '@/lib/ops/scratch-database';

/**
 * Puts a clock of our own before Postgres' `clock_timestamp()`, so that the time of all servers at once can be set.
 * Sessions that are open already keep the real one.
 */
export async function installClock(owner: Database): Promise<void> {
  await owner.$executeRaw`CREATE TABLE clock_offset (seconds integer NOT NULL)`;
  await owner.$executeRaw`INSERT INTO clock_offset VALUES (0)`;
  await owner.$executeRaw`GRANT SELECT ON clock_offset TO PUBLIC`;
  await owner.$executeRaw`
    CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
      SELECT pg_catalog.clock_timestamp() + make_interval(secs => (SELECT seconds FROM public.clock_offset))
    $$`;
  await owner.$executeRaw`
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
    END $$`;
}

/** Sets the clock so many seconds after the real one, or before it. */
export function setClock(databaseUrl: string, seconds: number): Promise<void> {
  return runSql(databaseUrl, `UPDATE clock_offset SET seconds = ${Math.trunc(seconds)}`);
}
