import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { OperatorError } from '@/lib/ops/operator-error';

/** The user Postgres runs as; null when that is simply the user who runs this. */
export type RunAs = { uid: number; gid: number } | null;

const systemUser = 'postgres';

/**
 * Postgres refuses to run as root. Root lends it the owner of the data, or else the system's `postgres` user,
 * which is made when it is missing.
 */
export function chooseRunAs(cluster: string): RunAs {
  if (process.getuid?.() !== 0) return null;
  const owner = lstatSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = findUser() ?? makeUser();
  if (!user) {
    throw new OperatorError(
      `Postgres does not run as root, and the system user "${systemUser}" could not be made.\n` +
        `Make it (useradd --system ${systemUser}), run this as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return user;
}

function findUser(): RunAs {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, systemUser], { encoding: 'utf8' });
    return status === 0 ? Number.parseInt(stdout, 10) : 0;
  });
  return uid && gid ? { uid, gid } : null;
}

function makeUser(): RunAs {
  const nowhere = ['--home-dir', '/nonexistent', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const made = spawnSync('useradd', ['--system', '--user-group', ...nowhere, systemUser]);
  if (made.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', systemUser]);
  return findUser();
}
