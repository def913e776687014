import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, stopAbandoned } from '@/lib/ops/postgres';

import { superuserRole } from '@/lib/ops/postgres/make-cluster';

const prefix = 'app-versions-test-';

export interface ThrowawayDatabase {
  url: string;
  /** Stops it and removes all that it left. */
  remove(): Promise<void>;
}

/** Starts an embedded database of its own, beside any other that runs. */
export async function openThrowawayDatabase(): Promise<ThrowawayDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), prefix));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const { url, close } = await openDatabase({ dataDir, throwaway: true });
    return { url, remove: () => close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The same database as the superuser, who has a password in throwaway databases only. */
export function asSuperuser(url: string): string {
  return Object.assign(new URL(url), { username: superuserRole }).href;
}

/** Removes what test runs left that were killed before they could. */
export async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const dataDir = join(tmpdir(), name);
    if (await stopAbandoned(dataDir)) rmSync(dataDir, { recursive: true, force: true });
  }
}
