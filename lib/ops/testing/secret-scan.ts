import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openClient } from '@/lib/data/client';
import { makeSecret } from '@/lib/data/secret';
import { buildApp } from '@/prisma/builders/build-app';
import { dumpDatabase } from './dump-database';
import { findSecrets } from './find-secrets';
import type { Outcome } from './outcome';
import { type SentSecrets, sendSecrets } from './send-secrets';
import type { TestServer } from './test-server';
import { asObserver } from './throwaway-database';

interface Scanned {
  server: TestServer;
  /** Folder of what the servers printed. */
  logs: string;
  /** What Postgres printed. */
  databaseLog: string;
}

/**
 * Looks through all that is left of a test run, the database and the logs, for a secret that was used in it. It must
 * find none; and must find those that are then put there, or it did not look.
 */
export async function scanForSecrets(scanned: Scanned): Promise<Outcome> {
  const sent = await sendSecrets(scanned.server);
  const { found, text } = await scan(scanned, sent);
  const unread = [sent.requestId, sent.accountId].filter((known) => !text.includes(known));

  const planted = await plant(scanned);
  const again = await scan(scanned, sent);
  const missed = planted.filter((where) => !again.found.some((line) => line.startsWith(`${where} has`)));

  const notLooked = [
    ...unread.map((known) => `Nothing that was looked through has ${known}.`),
    ...missed.map((where) => `A key that was put into ${where} was not found.`),
  ];
  const checks = [found, notLooked];
  return {
    passed: checks.filter((faults) => faults.length === 0).length,
    failed: checks.filter((faults) => faults.length > 0).length,
    skipped: 0,
    output: checks.flatMap((faults) => faults.slice(0, 30)).join('\n'),
  };
}

async function scan({ server, logs, databaseLog }: Scanned, { secrets, texts }: SentSecrets) {
  const files = [databaseLog, ...logFiles(logs)].map((path) => ({
    where: basename(path),
    kind: 'log' as const,
    text: readFileSync(path, 'utf8'),
    known: [...secrets, ...texts],
  }));
  const tables = (await dumpDatabase(asObserver(server.databaseUrl))).map(({ table, text }) => ({
    where: table,
    kind: 'table' as const,
    text,
    known: secrets,
  }));
  const all = [...files, ...tables];
  return {
    found: all.flatMap(findSecrets),
    text: all.map(({ text }) => text).join('\n'),
  };
}

/** Puts a key into a table and into each log. Returns where. */
async function plant({ server, logs, databaseLog }: Scanned): Promise<string[]> {
  const files = [databaseLog, ...logFiles(logs)];
  for (const file of files) appendFileSync(file, `{"name":"${makeSecret('avk')}"}\n`);
  const db = openClient(server.databaseUrl, { as: 'owner' });
  try {
    await buildApp(db, { title: makeSecret('avk') });
  } finally {
    await db.$disconnect();
  }
  return ['public.apps', ...files.map((path) => basename(path))];
}

function logFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(folder, name));
}
