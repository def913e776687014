import pg from 'pg';
import { CliError } from '@/tools/cli';
import { assertValidConfig } from '@/tools/start-server';

/**
 * Runs `work` with a connection to the database of `DATABASE_URL`, or to the embedded one. Throws a `CliError` that says what to
 * do if it can't connect.
 */
export async function withConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> {
  assertValidConfig({ DATABASE_URL: url });
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...options });
  try {
    await client.connect();
  } catch (error) {
    // This is not awaited: without a connection, it does not settle.
    void client.end();
    throw new CliError(`Can't connect to the database: ${describeConnectionError(error, url)}`);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Says why `url`, which the variable `name` has, can't be used, and what to do. The text does not contain the password. */
export function describeConnectionError(error: unknown, url: string, name = 'DATABASE_URL'): string {
  const { hostname, port, username, pathname } = new URL(url);
  const { code = '', message } = error as NodeJS.ErrnoException;
  const place = `${hostname || 'localhost'}:${port || 5432}`;
  const database = pathname.slice(1) || username;
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return `there is no host "${hostname}"; correct ${name}.`;
  if (code === 'ECONNREFUSED')
    return `nothing listens on ${place}; start PostgreSQL there, or correct ${name}.`;
  if (/^E(TIMEDOUT|HOSTUNREACH|NETUNREACH)$/.test(code) || /timeout/.test(message))
    return `${place} does not respond; correct ${name}, or open the port in the firewall.`;
  if (/^28/.test(code) || /SASL/.test(message))
    return `PostgreSQL rejects the user "${username}"; correct the user and the password in ${name} (${message}).`;
  if (code === '3D000')
    return `the database "${database}" does not exist; create it (CREATE DATABASE "${database}" OWNER "${username}"), or correct ${name}.`;
  if (/does not support SSL/.test(message))
    return `PostgreSQL on ${place} has no TLS; remove sslmode from ${name}.`;
  if (/CERT|ISSUER|SIGNATURE/.test(code))
    return `the certificate of ${place} is not valid here (${message}); add sslrootcert=FILE with its authority to ${name}.`;
  return message || code;
}
