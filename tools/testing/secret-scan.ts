import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { makeId } from '@/lib/contract/ids';
import { openClient } from '@/lib/db/connection/client';
import { makeSecret } from '@/lib/db/connection/secret';
import { setStaffSignIn } from '@/lib/domain/access/staff-sign-in-settings';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import type { SuiteOutcome } from './results';
import { buildObserverUrl } from './test-database';
import { type TestServer, testSecretsKey } from './test-server';

interface ScanInput {
  server: TestServer;
  /** The folder with the logs of the servers. */
  logFolder: string;
  /** The path of the Postgres log. */
  databaseLog: string;
}

/**
 * Scans the database and the logs of a test run for secrets that were sent to the server. There must be none. Then adds
 * secrets to each table and log and scans again, which must find them: this proves that the scan works.
 */
export async function scanForSecrets(input: ScanInput): Promise<SuiteOutcome> {
  const sent = await sendSecrets(input.server);
  const { found, text } = await scan(input, sent);
  const missingValues = [sent.requestId, sent.accountId].filter((value) => !text.includes(value));

  const locations = await plantSecrets(input);
  const secondScan = await scan(input, sent);
  const missedLocations = locations.filter(
    (location) => !secondScan.found.some((line) => line.startsWith(`${location} has`)),
  );

  const scanErrors = [
    ...missingValues.map((value) => `The scanned logs and tables do not contain ${value}.`),
    ...missedLocations.map((location) => `The scan did not find the key that was added to ${location}.`),
  ];
  const checks = [found, scanErrors];
  const failures = checks.flatMap((errors) => errors.slice(0, 1));
  return {
    passed: checks.length - failures.length,
    failed: failures.length,
    skipped: 0,
    failures,
    output: checks.flatMap((errors) => errors.slice(0, 30)).join('\n'),
  };
}

async function scan({ server, logFolder, databaseLog }: ScanInput, { secrets, texts }: SentSecrets) {
  const logs = [databaseLog, ...listLogFiles(logFolder)].map((path) => ({
    location: basename(path),
    kind: 'log' as const,
    text: readFileSync(path, 'utf8'),
    sentValues: [...secrets, ...texts],
  }));
  const tables = (await dumpDatabase(buildObserverUrl(server.databaseUrl))).map(({ table, text }) => ({
    location: table,
    kind: 'table' as const,
    text,
    sentValues: secrets,
  }));
  const all = [...logs, ...tables];
  return {
    found: all.flatMap(findSecrets),
    text: all.map(({ text }) => text).join('\n'),
  };
}

/** Adds a key to a table and to each log. Returns their locations. */
async function plantSecrets({ server, logFolder, databaseLog }: ScanInput): Promise<string[]> {
  const files = [databaseLog, ...listLogFiles(logFolder)];
  for (const file of files) appendFileSync(file, `{"name":"${makeSecret('avk')}"}\n`);
  const db = openClient(server.databaseUrl, { as: 'owner' });
  try {
    await buildApp(db, { title: makeSecret('avk') });
  } finally {
    await db.$disconnect();
  }
  return ['public.apps', ...files.map((path) => basename(path))];
}

function listLogFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(folder, name));
}

interface SentSecrets {
  /** Values that neither the logs nor the database may contain. */
  secrets: string[];
  /** Values that the database may contain, but not the logs. */
  texts: string[];
  /** The id of a logged request. */
  requestId: string;
  /** The id of an account in the database. */
  accountId: string;
}

/** Sends each kind of secret to the server, where it belongs and where it does not. */
async function sendSecrets({ origin, databaseUrl }: TestServer): Promise<SentSecrets> {
  const db = openClient(databaseUrl, { as: 'owner' });
  try {
    const app = await buildApp(db);
    const account = await buildAccount(db, app);
    const key = await buildKey(db, { app, account });
    const appKey = await buildKey(db, { app });
    const [reason, idempotencyKey, invalidBody, misplaced, password, clientSecret] = Array.from(
      { length: 6 },
      () => randomBytes(12).toString('hex'),
    ) as [string, string, string, string, string, string];
    const send = (path: string, headers: Record<string, string>, body?: string) =>
      fetch(`${origin}${path}`, {
        redirect: 'manual',
        headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
        ...(body !== undefined && { method: 'POST', body }),
      });
    const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });

    const switchResponse = await send(
      '/api/app/versions',
      { ...bearer(key), 'Idempotency-Key': idempotencyKey },
      JSON.stringify({ version_id: app.versions[1]?.id, reason }),
    );
    const linkResponse = await send(
      '/api/portal/sessions',
      bearer(appKey),
      JSON.stringify({ account_id: account.id, role: 'owner', name: 'Robin Test' }),
    );
    const endpointResponse = await send(
      '/api/webhook-endpoints',
      bearer(appKey),
      JSON.stringify({ url: 'https://127.0.0.1:9/' }),
    );
    const { id: endpointId, secret: webhookSecret } = (await endpointResponse.json()).data;
    await send(`/api/webhook-endpoints/${endpointId}/test`, bearer(appKey), '');
    const link = new URL((await linkResponse.json()).data.url);
    const sessionResponse = await send(link.pathname + link.search, {});
    const cookie = sessionResponse.headers.get('set-cookie')?.split(';')[0] ?? '';
    for (const path of ['/', '/history', '/api/account/versions', `/compare?search=${misplaced}`]) {
      await send(path, { Cookie: cookie });
    }
    await setStaffSignIn(
      { db, makeId, now: () => new Date() },
      app.id,
      {
        ...{ issuer: 'https://127.0.0.1:9', clientId: 'plans', clientSecret, scopes: [] },
        ...{ roleClaim: 'groups', productValues: ['product-team'], supportValues: [] },
      },
      Buffer.from(testSecretsKey, 'hex'),
    );
    for (const path of ['/sign-in/oidc', '/sign-in/oidc/callback']) {
      await send(`${path}?code=${misplaced}&state=${misplaced}`, { Host: app.host });
    }
    await send(`/nowhere?link=${misplaced}`, { Cookie: cookie });
    await send(`/_next/image?url=%2Fshared%2F${misplaced}&w=640&q=75`, {});
    await send(`/api/nowhere?key=${misplaced}`, bearer(misplaced));
    await send('/api/app/versions', { Authorization: `Basic ${password}` });
    await send('/api/app/versions', bearer(key), `{"${invalidBody}": "${invalidBody}`);
    await send('/api/app/versions', bearer(key), JSON.stringify({ [invalidBody]: invalidBody }));

    const linkSecret = link.searchParams.get('link') ?? '';
    const session = cookie.split('=')[1] ?? '';
    const secrets = [
      key,
      appKey,
      linkSecret,
      session,
      misplaced,
      invalidBody,
      password,
      clientSecret,
      webhookSecret,
      testSecretsKey,
    ];
    if (secrets.includes('')) throw new Error('The server returned no link or no session.');
    const requestId = switchResponse.headers.get('x-request-id') ?? '';
    return { secrets, texts: [reason, idempotencyKey], requestId, accountId: account.id };
  } finally {
    await db.$disconnect();
  }
}

type SecretPattern = [description: string, pattern: RegExp];

/** Full secrets only: the prefix that the product keeps of each key is shorter. */
const ownSecrets: SecretPattern[] = [
  ['a key, link, session or token', /av[dklst]_[0-9A-Za-z]{16,}/g],
  ['a webhook secret', /whsec_[0-9A-Za-z+/]{16,}/g],
];

/** The context of secrets in logs. In tables these are ordinary text: "Basic analytics" is a feature. */
const secretContexts: SecretPattern[] = [
  ['a credential', /\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi],
  ['a cookie', /__(?:Host|Secure)-[\w-]+=[^;\s"]+/g],
  ['a link', /[?&]link=[^&\s"]+/g],
];

interface ScannedText {
  location: string;
  kind: 'log' | 'table';
  text: string;
  /** Values that were sent to the server and that the text must not contain. */
  sentValues: string[];
}

/** Finds secrets in the text, by their pattern or value. Returns one line per match, with its location. */
export function findSecrets({ location, kind, text, sentValues }: ScannedText): string[] {
  const patterns = kind === 'log' ? [...ownSecrets, ...secretContexts] : ownSecrets;
  const byPattern = patterns.flatMap(([description, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: match, index }) =>
      describeMatch(location, description, text, index, match),
    ),
  );
  const byValue = sentValues.flatMap((value) => {
    const index = text.indexOf(value);
    return index < 0 ? [] : [describeMatch(location, 'a value that was sent', text, index, value)];
  });
  return [...byPattern, ...byValue];
}

/** Includes the text before the match, but only the first 8 characters of the secret. */
function describeMatch(
  location: string,
  description: string,
  text: string,
  index: number,
  match: string,
): string {
  const before = text.slice(Math.max(0, index - 60), index).replaceAll('\n', ' ');
  return `${location} has ${description}: …${before}${match.slice(0, 8)}…`;
}

/** Returns all rows of all tables as text. `url` must be of a role that can read all rows. */
async function dumpDatabase(url: string): Promise<{ table: string; text: string }[]> {
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
