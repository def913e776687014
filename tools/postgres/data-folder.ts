import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliError } from '@/tools/cli';
import { projectRoot } from '@/tools/project-root.mjs';

export interface DataFolder {
  root: string;
  cluster: string;
  log: string;
  /** The file with the password of the owner role. Only the owner of the folder can read it. */
  password: string;
  /** The file with the key that webhook secrets are derived from, if SECRETS_KEY is not set. Only the owner can read it. */
  secretsKey: string;
  /** The file with the port of the last start. A restart uses it again, so that clients can reconnect. */
  port: string;
  pidFiles: string;
  lock: string;
}

/** Returns the paths in `dataDir`, relative to the project root, and creates the folder if it does not exist. */
export function openDataFolder(dataDir: string = process.env.DATA_DIR || '.data'): DataFolder {
  const root = resolve(projectRoot, dataDir);
  const pidFiles = join(root, 'pids');
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    mkdirSync(pidFiles, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CliError(
      `The data folder ${root} can't be used (${(error as Error).message}); set DATA_DIR to use another folder.`,
    );
  }
  return {
    root,
    pidFiles,
    cluster: join(root, 'postgres'),
    log: join(root, 'postgres.log'),
    password: join(root, 'password'),
    secretsKey: join(root, 'secrets-key'),
    port: join(root, 'port'),
    lock: join(root, 'lock'),
  };
}

/** Returns the key of the folder, 64 hexadecimal digits. It is created on first use. */
export function readSecretsKey({ secretsKey: file }: Pick<DataFolder, 'secretsKey'>): string {
  try {
    // The flag is exclusive: of two processes that start at the same time, one creates the key.
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
