import { runSql } from '@/lib/ops/scratch-database';

/**
 * Ways to break the service from below, without a line of it changed. Each must make the run fail: a check that finds
 * no fault in a broken service proves nothing. `durability` is a setting of the database and made when it is opened.
 */
export const breakages = ['keys', 'lock', 'durability'] as const;
export type Breakage = (typeof breakages)[number];

const statements: Record<Breakage, string[]> = {
  // Every answer that is kept for an Idempotency-Key is over at once.
  keys: [
    `CREATE FUNCTION forget_key() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.expires_at := NEW.created_at; RETURN NEW; END $$`,
    'CREATE TRIGGER forget_key BEFORE INSERT ON idempotency_records FOR EACH ROW EXECUTE FUNCTION forget_key()',
  ],
  // The accounts become a view of a function, in which there is no row to lock; and two records may have one number.
  lock: [
    'ALTER TABLE activations DROP CONSTRAINT activations_pkey',
    'ALTER TABLE accounts RENAME TO accounts_kept',
    'CREATE FUNCTION every_account() RETURNS SETOF accounts_kept VOLATILE LANGUAGE sql AS $$ SELECT * FROM accounts_kept $$',
    'CREATE VIEW accounts WITH (security_invoker) AS SELECT * FROM every_account()',
    'GRANT SELECT, UPDATE ON accounts TO app_versions_runtime',
  ],
  durability: [],
};

/** Breaks the service that runs on this database. */
export async function breakService(databaseUrl: string, breakage: Breakage): Promise<void> {
  for (const statement of statements[breakage]) await runSql(databaseUrl, statement);
}
