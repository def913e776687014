import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, stopAbandoned } from '@/lib/ops/postgres';
import { openDataFolder } from '@/lib/ops/postgres/data-folder';
import { observerRole } from '@/lib/ops/postgres/make-cluster';

const prefix = 'app-versions-test-';
const abandonedAfterMs = 10 * 60_000;

export interface ThrowawayDatabase {
  url: string;
  /** What Postgres prints. */
  log: string;
  /** Stops it and removes all that it left. */
  remove(): Promise<void>;
}

/** Starts an embedded database of its own, beside any other that runs. */
export async function openThrowawayDatabase(): Promise<ThrowawayDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), prefix));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const { url, close } = await openDatabase({ dataDir, throwaway: true });
    return { url, log: openDataFolder(dataDir).log, remove: () => close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The same database as a role that reads every row of every tenant; throwaway databases have one. */
export function asObserver(url: string): string {
  return Object.assign(new URL(url), { username: observerRole }).href;
}

/** Removes what test runs left that were killed before they could. */
export async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const dataDir = join(tmpdir(), name);
    // A new one is not anybody's yet while it is being made.
    if (Date.now() - statSync(dataDir).ctimeMs < abandonedAfterMs) continue;
    if (await stopAbandoned(dataDir)) rmSync(dataDir, { recursive: true, force: true });
  }
}
