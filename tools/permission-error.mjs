import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { projectRoot } from './project-root.mjs';

/**
 * Says what to do about a file that this user can't read or write. Returns null for other errors.
 * @param {unknown} error
 * @returns {string | null}
 */
export function describePermissionError(error) {
  if (!(error instanceof Error)) return null;
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === 'EROFS') return `${path} is on a read-only file system; use a writable one.`;
  if (path === undefined || (code !== 'EACCES' && code !== 'EPERM')) return null;
  const place = existsSync(path) ? path : dirname(path);
  const folder = path.startsWith(`${projectRoot}/`) ? projectRoot : place;
  return `The user ${getUserName()} has no permission to use ${path}; run the command as the owner of ${folder}, or make this user its owner (chown -R).`;
}

/** A user of a container can lack a name. */
function getUserName() {
  try {
    return `"${userInfo().username}"`;
  } catch {
    return process.getuid?.();
  }
}
