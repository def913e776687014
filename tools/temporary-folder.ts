import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a folder below the system's temporary folder. `close` runs the steps of `cleanUp`, the last one first, and
 * removes the folder. The prefix lets a later test run find and remove a folder that was left behind.
 */
export function openTemporaryFolder(name: string) {
  const path = mkdtempSync(join(tmpdir(), `app-versions-test-${name}-`));
  const cleanUp: (() => unknown)[] = [() => rmSync(path, { recursive: true, force: true })];
  const close = async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step();
  };
  return { path, cleanUp, close };
}
