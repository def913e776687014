import pg from 'pg';

/** Everything that every table holds, as text: what a dump would show. `url` is of a role that reads all rows. */
export async function dumpDatabase(url: string): Promise<{ table: string; text: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname !~ '^(pg_|information_schema$)' ORDER BY 1`,
    );
    const tables: { table: string; text: string }[] = [];
    for (const { name } of rows) {
      const { rows: records } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      tables.push({ table: name, text: records.map(({ text }) => text).join('\n') });
    }
    return tables;
  } finally {
    await client.end();
  }
}
