import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian and Homebrew install servers, which the PATH of a user can lack. */
const otherFolders = ['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The path of an installed program. Null if there is none. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...otherFolders];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
