import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OperatorError } from '@/lib/ops/operator-error';
import { projectRoot } from '@/lib/ops/project-root.mjs';

/** Where the embedded database keeps what. */
export interface DataFolder {
  root: string;
  /** Postgres' own data folder. */
  cluster: string;
  log: string;
  /** The password of the one role that can log in; readable by the owner of the folder alone. */
  password: string;
  /** The port of the last start, kept so that a restart under a running server finds its clients again. */
  port: string;
  leases: string;
  lock: string;
}

/** The folder DATA_DIR names, `.data` beside package.json when it names none; made when it is missing. */
export function openDataFolder(dataDir: string = process.env.DATA_DIR || '.data'): DataFolder {
  const root = resolve(projectRoot, dataDir);
  const leases = join(root, 'leases');
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    mkdirSync(leases, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new OperatorError(
      `The data folder ${root} can't be used: ${(error as Error).message}. DATA_DIR names another.`,
    );
  }
  return {
    root,
    leases,
    cluster: join(root, 'postgres'),
    log: join(root, 'postgres.log'),
    password: join(root, 'password'),
    port: join(root, 'port'),
    lock: join(root, 'lock'),
  };
}
