import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, processIdentity } from '@/lib/ops/process-identity.mjs';

let taken = 0;

/**
 * Notes that this process uses the database. The note ends with the process, also when it is killed: it is worth
 * only as much as the process it names. Call under the data folder's lock.
 * @returns the way to give it back
 */
export function takeLease(folder: string): () => void {
  taken += 1;
  const file = join(folder, `${process.pid}-${taken}`);
  writeFileSync(file, processIdentity(process.pid) ?? '', { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** How many living users the database has. Clears away what dead ones left. Call under the data folder's lock. */
export function countLeases(folder: string): number {
  let living = 0;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (isAlive(readFileSync(file, 'utf8'))) living += 1;
    else rmSync(file, { force: true });
  }
  return living;
}
