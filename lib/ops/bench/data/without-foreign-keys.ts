import type pg from 'pg';

/** Lets `work` write many rows of these tables, and checks their foreign keys all at once when it is done. */
export async function withoutForeignKeys(
  client: pg.Client,
  tables: string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text = ANY($1)`,
    [tables],
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
  await work();
  for (const { table, name, definition } of rows) {
    await client.query(`ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${definition}`);
  }
}
