import { runSql } from '@/lib/ops/scratch-database';

/**
 * Row-level security binds the service's role as ever, and no longer the owner, as whom the peer works: what one would
 * write by hand has no second wall to pay for.
 */
export function unforceRowSecurity(url: string): Promise<void> {
  return runSql(
    url,
    `DO $$ DECLARE name regclass; BEGIN
       FOR name IN SELECT oid::regclass FROM pg_class WHERE relforcerowsecurity LOOP
         EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', name);
       END LOOP;
     END $$`,
  );
}
