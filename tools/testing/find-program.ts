import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runNpm } from '@/tools/bootstrap/install-packages.mjs';
import { shutdownSignal } from '@/tools/cli';
import { log } from '@/tools/progress.mjs';
import { projectRoot } from '@/tools/project-root.mjs';

/** Where Debian and Homebrew install servers, which the PATH of a user can lack. */
const otherFolders = ['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The path of an installed program. It is null if there is none. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...otherFolders];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/**
 * The path of a Node of this major version. The first call installs it from the npm registry into `.cache` of `root`.
 * Null if that is not possible.
 */
export async function findNode(major: string, root = projectRoot): Promise<string | null> {
  if (process.versions.node.split('.')[0] === major) return process.execPath;
  const folder = join(root, `.cache/node-${major}`);
  // The binary that the install script of the package `node` would install.
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${process.platform}-${process.arch}`;
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  try {
    // With a prefix, npm does not look for a project in the folders above.
    await runNpm(
      ['install', `--prefix=${folder}`, '--no-save', '--fetch-retries=1', `${name}@${major}`],
      folder,
    );
    return program;
  } catch (error) {
    shutdownSignal.throwIfAborted();
    const [reason = 'npm failed'] = /npm error (?!code).+/.exec(String(error)) ?? [];
    log(`Node ${major} can't be installed from the npm registry (${reason}).`);
    return null;
  }
}
